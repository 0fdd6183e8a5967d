// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a grid cannot be a table; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.
import { FlaskConical } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { runCommand } from '../../../stores/commands.ts';
import { useWorkspace, type Workspace } from '../../../stores/workspace.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { type Range, visibleRange } from '../../../ui/visible-range.ts';
import { useCurrentRule, useSelectedRuleIds } from '../selection.ts';
import { type NamedSample, useNamedSamples } from '../use-named-samples.ts';
import type { Cell } from './cell-moves.ts';
import { cellId, cellSize, headHeight, nameWidth } from './geometry.ts';
import styles from './Matrix.module.css';
import { MatrixLegend } from './MatrixLegend.tsx';
import { MatrixRow } from './MatrixRow.tsx';
import { RuleHeading } from './RuleHeading.tsx';
import { SampleHeadings } from './SampleHeadings.tsx';
import { useRuleIds } from './use-matrix.ts';
import { useMatrixCells } from './use-matrix-cells.ts';
import { useScroll } from './use-scroll.ts';

const selectSampleId = (state: Workspace) => state.sampleId;

/** Every rule of an engine in every sample, live. Only what is in sight is drawn. */
export function Matrix({ engineId }: { readonly engineId: string }) {
  const samples = useNamedSamples();
  const ruleIds = useRuleIds(engineId);
  if (samples.length === 0 || ruleIds.length === 0) return <NothingToCompare />;
  return (
    <div className={styles.matrix}>
      <MatrixLegend engineId={engineId} rules={ruleIds.length} samples={samples.length} />
      <Grid engineId={engineId} ruleIds={ruleIds} samples={samples} />
    </div>
  );
}

interface GridProps {
  readonly engineId: string;
  readonly ruleIds: readonly string[];
  readonly samples: readonly NamedSample[];
}

function Grid({ engineId, ruleIds, samples }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const view = useScroll(scroller);
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
      aria-label="Rules in samples"
      aria-rowcount={ruleIds.length + 1}
      className={styles.scroller}
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

/** The same object while nothing else comes into sight, so that rows need not be drawn again. */
function useSameRange({ from, to }: Range): Range {
  return useMemo(() => ({ from, to }), [from, to]);
}

function NothingToCompare() {
  return (
    <EmptyState
      actions={<Button onPress={() => runCommand('sample.new')}>New sample</Button>}
      icon={FlaskConical}
      title="Nothing to compare yet"
    >
      The matrix shows every rule in every sample. It needs a rule and a sample.
    </EmptyState>
  );
}
