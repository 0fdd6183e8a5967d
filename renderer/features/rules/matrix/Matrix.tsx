// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a grid cannot be a table; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.

import { FlaskConical, GitCompareArrows, Grid3x3, ShieldQuestion } from 'lucide-react';
import { memo, useRef } from 'react';
import { runCommand } from '../../../stores/commands.ts';
import { openDialog } from '../../../stores/dialogs.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { useNotEvaluated } from '../../../stores/not-evaluated.ts';
import { ruleOfEngine } from '../../../stores/rules-of-engine.ts';
import { runCommandThere } from '../../../stores/run-command-there.ts';
import { selectSampleId, setSample, useWorkspace } from '../../../stores/workspace.ts';
import { rich, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { type Range, visibleRange } from '../../../ui/visible-range.ts';
import { alternativesOf } from '../alternatives.ts';
import { ruleNodeId } from '../canvas/node-ids.ts';
import { isAdding } from '../canvas/use-box-selection.ts';
import frame from '../frame.module.css';
import { selectRule, toggleSelected, useCurrentRule, useSelectedRuleIds } from '../selection.ts';
import { type NamedSample, useNamedSamples } from '../use-named-samples.ts';
import type { Cell } from './cell-moves.ts';
import { cellId, cellSize, headHeight, nameWidth } from './geometry.ts';
import styles from './Matrix.module.css';
import { cellLooks } from './MatrixCell.tsx';
import { MatrixRow } from './MatrixRow.tsx';
import { useFlippedCells, useMatrixCells, useRuleIds } from './use-matrix.ts';
import { useFindableFrame, useSameRange, useScroll } from './use-scroll.ts';

interface RuleHeadingProps {
  readonly engineId: string;
  readonly ruleId: string;
  readonly isCurrent: boolean;
  /** Among those that are selected together. */
  readonly isSelected: boolean;
}

/** Name of a row's rule; a press selects it, with Shift or Mod it comes to what is selected or leaves it. */
const RuleHeading = memo(function RuleHeading({ engineId, ruleId, isCurrent, isSelected }: RuleHeadingProps) {
  const name = useDocuments(state => ruleOfEngine(state.working.engines[engineId], ruleId)?.name ?? ruleId);
  // In the order in which they were linked all but the first are an "or" of those before.
  const isOr = useDocuments(
    state => alternativesOf(state.working.layouts[engineId], ruleId).indexOf(ruleId) > 0,
  );
  return (
    <div
      aria-selected={isCurrent || isSelected}
      className={classNames(
        styles.ruleName,
        frame.name,
        isCurrent && styles.currentName,
        isSelected && styles.selectedName,
      )}
      role="rowheader"
    >
      <button
        {...(isCurrent && { 'aria-current': true })}
        dir="auto"
        onClick={event => {
          if (isAdding(event)) toggleSelected(engineId, ruleNodeId(ruleId));
          else selectRule({ engineId, ruleId });
        }}
        tabIndex={-1}
        title={name}
        type="button"
      >
        {isOr ? <i className={styles.or}>{t('or')} </i> : null}
        {name || ruleId}
      </button>
    </div>
  );
});

interface SampleHeadingsProps {
  readonly samples: readonly NamedSample[];
  readonly columns: Range;
  readonly current: number;
}

/** Names of the samples over their columns; a press selects one. */
const SampleHeadings = memo(function SampleHeadings({ samples, columns, current }: SampleHeadingsProps) {
  return (
    <div
      aria-rowindex={1}
      className={classNames(frame.head, styles.head)}
      role="row"
      style={{ width: nameWidth + samples.length * cellSize }}
    >
      <div className={classNames(frame.corner, styles.corner)} role="columnheader">
        {t('Rules, by priority')}
      </div>
      {samples.slice(columns.from, columns.to).map(({ id, name }, index) => {
        const column = columns.from + index;
        return (
          <div
            aria-colindex={column + 2}
            className={classNames(styles.sampleName, column === current && styles.currentName)}
            key={id}
            role="columnheader"
            style={{ left: nameWidth + column * cellSize }}
          >
            <button
              {...(column === current && { 'aria-current': true })}
              dir="auto"
              onClick={() => setSample(id)}
              tabIndex={-1}
              title={name}
              type="button"
            >
              <span>{name}</span>
            </button>
          </div>
        );
      })}
    </div>
  );
});

/** Every rule of an engine in every sample, live. Only what is in sight is drawn. */
export function Matrix({ engineId }: { readonly engineId: string }) {
  const samples = useNamedSamples();
  const ruleIds = useRuleIds(engineId);
  const notEvaluated = useNotEvaluated();
  // One that is only begun is not evaluated.
  const hasRules = useDocuments(state => (state.working.engines[engineId]?.rules.length ?? 0) > 0);
  const hasSamples = useDocuments(state => Object.keys(state.working.samples).length > 0);
  if (!hasRules) return <NoRules />;
  if (hasSamples && notEvaluated !== undefined) return <NotEvaluated why={notEvaluated} />;
  if (samples.length === 0) return <NoSamples />;
  if (ruleIds.length === 0) return <NoRules />;
  return (
    <div className={frame.frame}>
      <MatrixLegend engineId={engineId} rules={ruleIds.length} samples={samples.length} />
      <Grid engineId={engineId} ruleIds={ruleIds} samples={samples} />
    </div>
  );
}

const nameOfRule = (engineId: string, ruleId: string): string =>
  ruleOfEngine(useDocuments.getState().working.engines[engineId], ruleId)?.name ?? ruleId;

interface GridProps {
  readonly engineId: string;
  readonly ruleIds: readonly string[];
  readonly samples: readonly NamedSample[];
}

function Grid({ engineId, ruleIds, samples }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const view = useScroll(scroller);
  useFindableFrame(scroller, cellSize, () => ruleIds.map(id => nameOfRule(engineId, id)), [
    engineId,
    ruleIds,
  ]);
  const currentRule = useCurrentRule()?.ruleId;
  const together = useSelectedRuleIds(engineId);
  const sampleId = useWorkspace(selectSampleId);
  const current: Cell = {
    row: ruleIds.indexOf(currentRule ?? ''),
    column: samples.findIndex(({ id }) => id === sampleId),
  };
  const keys = useMatrixCells({ engineId, ruleIds, samples, current, view, scroller });
  const rows = visibleRange(view.top, view.height - headHeight, cellSize, ruleIds.length);
  const columns = useSameRange(visibleRange(view.left, view.width - nameWidth, cellSize, samples.length));
  const { active } = keys;
  return (
    <div
      aria-colcount={samples.length + 1}
      aria-label={t('Rules in samples')}
      aria-rowcount={ruleIds.length + 1}
      className={frame.scroller}
      onClick={keys.onClick}
      onKeyDown={keys.onKeyDown}
      ref={scroller}
      role="grid"
      tabIndex={0}
      {...(active && { 'aria-activedescendant': cellId(active.row, active.column) })}
    >
      <SampleHeadings columns={columns} current={current.column} samples={samples} />
      <div style={{ height: ruleIds.length * cellSize, width: nameWidth + samples.length * cellSize }} />
      {ruleIds.slice(rows.from, rows.to).map((ruleId, index) => {
        const row = rows.from + index;
        return (
          <div
            aria-rowindex={row + 2}
            className={styles.row}
            key={ruleId}
            role="row"
            style={{ top: headHeight + row * cellSize, width: nameWidth + samples.length * cellSize }}
          >
            <RuleHeading
              engineId={engineId}
              isCurrent={row === current.row}
              isSelected={together.has(ruleId)}
              ruleId={ruleId}
            />
            <MatrixRow
              active={active?.row === row ? active.column : undefined}
              columns={columns}
              current={row === current.row ? current.column : undefined}
              engineId={engineId}
              row={row}
              ruleId={ruleId}
              samples={samples}
            />
          </div>
        );
      })}
    </div>
  );
}

function NoRules() {
  return (
    <EmptyState
      actions={
        <Button adds onPress={() => runCommand('rule.new')} variant="primary">
          {t('New rule')}
        </Button>
      }
      icon={Grid3x3}
      title={t('No rule yet')}
    >
      {t('The matrix shows every rule in every sample. It needs a rule.')}
    </EmptyState>
  );
}

function NotEvaluated({ why }: { readonly why: string }) {
  if (why === '') return null;
  return (
    <EmptyState
      actions={<Button onPress={() => openDialog({ kind: 'trust' })}>{t('See what would run…')}</Button>}
      icon={ShieldQuestion}
      title={why}
    />
  );
}

function NoSamples() {
  return (
    <EmptyState
      actions={<Button onPress={() => runCommandThere('sample.new')}>{t('New sample')}</Button>}
      icon={FlaskConical}
      title={t('Nothing to compare yet')}
    >
      {t('The matrix shows every rule in every sample. It needs a sample.')}
    </EmptyState>
  );
}

interface MatrixLegendProps {
  readonly engineId: string;
  readonly rules: number;
  readonly samples: number;
}

const outcomes = ['fired', 'failed', 'missing', 'error', 'muted'] as const;

/** What the signs mean, and how much there is of what. */
function MatrixLegend({ engineId, rules, samples }: MatrixLegendProps) {
  const flipped = useFlippedCells(engineId);
  return (
    <div className={classNames(frame.tools, styles.legend)}>
      <span>
        {rich('{rules} in {samples}', {
          rules: <b>{formatCounted(rules, 'rule')}</b>,
          samples: <b>{formatCounted(samples, 'sample')}</b>,
        })}
      </span>
      {outcomes.map(outcome => (
        <span className={styles.sign} key={outcome}>
          <span aria-hidden className={styles[`${outcome}Sign`]}>
            {cellLooks[outcome].sign}
          </span>
          {cellLooks[outcome].word}
        </span>
      ))}
      <span className={styles.sign} role="status">
        <GitCompareArrows aria-hidden className={flipped > 0 ? styles.flippedSign : undefined} size={13} />
        {flipped === 0 ? t('as saved') : t('{flipped} not as saved', { flipped })}
      </span>
    </div>
  );
}
