// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a tree has no elements of its own; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree itself has the focus and names its active row.

import { ChevronRight, PencilLine } from 'lucide-react';
import { memo } from 'react';
import { unreachable } from '../../../../shared/contract/errors.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../../shared/model/rule-defaults.ts';
import { fieldLabel } from '../../../../shared/rules/field-name.ts';
import { operators } from '../../../../shared/rules/operators.ts';
import { type DocumentsState, useDocuments } from '../../../stores/documents.ts';
import { useEvaluations, useRuleOutcome } from '../../../stores/evaluations.ts';
import { isDraft } from '../../../stores/layouts.ts';
import { shownRule } from '../../../stores/rules-of-engine.ts';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { conditionOutcome, outcomeLooks, ruleOutcome } from '../../../ui/outcome.ts';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { domIdOf, ruleNodeId } from '../canvas/node-ids.ts';
import { draftsOf } from '../edits/draft-edits.ts';
import { RuleMark } from '../RuleMark.tsx';
import { dropOnRule } from '../rule-actions.ts';
import { toggleSelected } from '../selection.ts';
import { useDrop } from '../use-drop.ts';
import { formatActual, formatConstant } from '../values/format-value.ts';
import styles from './Outline.module.css';
import { RowInput } from './OutlineRowInput.tsx';
import { choose, open } from './outline-actions.ts';
import { type OutlineRow, textOfRow } from './outline-rows.ts';
import { type EditedRow, type OutlineInUse, rowHeight } from './use-outline.ts';

interface RowProps {
  readonly row: OutlineRow;
  readonly place: number;
  readonly engineId: string;
  readonly isActive: boolean;
  readonly isMarked: boolean;
  readonly editing: EditedRow | undefined;
  readonly edit: OutlineInUse;
}

/** One row of the tree: what it says, or the field in which that is edited. */
export function OutlineTreeRow({ row, place, engineId, isActive, isMarked, editing, edit }: RowProps) {
  const { isOver, target } = useDrop(dragged => 'ruleId' in row && dropOnRule(row, dragged));
  const label = useRowLabel(row);
  const isBranch = 'isOpen' in row && row.hasRows;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys.
    <div
      aria-label={label}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-selected={isMarked}
      aria-setsize={row.size}
      className={classNames(
        styles.row,
        styles[`level${row.level}`],
        isMarked && styles.marked,
        isActive && styles.active,
        isOver && styles.over,
      )}
      id={domIdOf(row.key)}
      onClick={event => {
        if (editing) return;
        if ((event.metaKey || event.ctrlKey) && row.kind === 'rule' && row.engineId === engineId)
          toggleSelected(engineId, ruleNodeId(row.ruleId));
        else choose(row, engineId);
      }}
      onDoubleClick={() => editing || edit.begin()}
      role="treeitem"
      style={{ top: place * rowHeight }}
      {...(isBranch && { 'aria-expanded': row.isOpen })}
      {...('ruleId' in row && target)}
    >
      <span
        aria-hidden
        className={classNames(styles.twisty, isBranch && row.isOpen && styles.open)}
        onClick={event => {
          if (!isBranch) return;
          event.stopPropagation();
          open([row.key], !row.isOpen);
        }}
      >
        {isBranch ? <ChevronRight size={14} /> : null}
      </span>
      {editing ? <RowInput edit={edit} editing={editing} row={row} /> : <RowContent row={row} />}
    </div>
  );
}

/** Everything a row shows, in words. */
function useRowLabel(row: OutlineRow): string {
  const text = useDocuments(({ working }: DocumentsState) => textOfRow(working, row));
  const state = useRowState(row);
  return state === undefined ? text : t('{text}, {state}', { text, state });
}

function useRowState(row: OutlineRow): string | undefined {
  const explained = useRuleOutcome(row.engineId, 'ruleId' in row ? row.ruleId : '');
  const on = useDocuments(({ working }: DocumentsState) => {
    const engine = working.engines[row.engineId];
    if (row.kind === 'engine') return engine?.enabled === false ? t('off') : undefined;
    const rule = row.kind === 'rule' ? shownRule(working, row) : undefined;
    if (!rule) return undefined;
    return isDraft(rule) ? t('draft') : isRuleEnabled(rule) ? undefined : outcomeLooks.muted.word;
  });
  if (row.kind === 'draft') return t('draft');
  if (row.kind === 'memory') return t('memory');
  if (on !== undefined || !explained) return on;
  if (row.kind === 'rule') return outcomeLooks[ruleOutcome(explained)].word;
  const condition = row.kind === 'condition' ? explained.conditions[row.index] : undefined;
  return condition && outcomeLooks[conditionOutcome(condition.outcome)].word;
}

function RowContent({ row }: { readonly row: OutlineRow }) {
  switch (row.kind) {
    case 'engine':
      return <EngineContent engineId={row.engineId} />;
    case 'rule':
      return <RuleContent row={row} />;
    case 'condition':
      return <ConditionContent row={row} />;
    case 'draft':
      return <DraftContent row={row} />;
    case 'memory':
      return <MemoryContent memoryId={row.memoryId} />;
    case 'new':
      return null;
    default:
      return unreachable(row);
  }
}

const EngineContent = memo(function EngineContent({ engineId }: { readonly engineId: string }) {
  const engine = useDocuments(({ working }: DocumentsState) => working.engines[engineId]);
  if (!engine) return null;
  const count = engine.rules.length;
  return (
    <>
      <span className={styles.name} dir="auto">
        {engine.name || engine.id}
      </span>
      <span className={styles.note}>
        {engine.enabled ? formatCounted(count, 'rule') : t('{count} {count|rule|rules} · off', { count })}
      </span>
    </>
  );
});

type RowOf<Kind extends OutlineRow['kind']> = { readonly row: Extract<OutlineRow, { kind: Kind }> };

const RuleContent = memo(function RuleContent({ row }: RowOf<'rule'>) {
  const { engineId, ruleId, isOpen } = row;
  const rule = useDocuments(({ working }: DocumentsState) => shownRule(working, { engineId, ruleId }));
  const explained = useRuleOutcome(engineId, ruleId);
  if (!rule) return null;
  const isOn = isRuleEnabled(rule);
  const added = rule.then.add_memories;
  const count = rule.when.length;
  const says =
    added.length === 0
      ? t('{count} {count|condition|conditions} · adds nothing', { count })
      : t('{count} {count|condition|conditions} · adds {added}', { count, added: added.join(', ') });
  return (
    <>
      <RuleMark explained={explained} rule={rule} />
      <span className={classNames(styles.name, !isOn && styles.off)} dir="auto" title={rule.name}>
        {rule.name || rule.id}
      </span>
      {isOpen ? null : (
        <span className={styles.says} title={says}>
          {says}
        </span>
      )}
      {isDraft(rule) ? <Draft /> : null}
      <span className={styles.note} title={t('Priority {priority}', { priority: rulePriority(rule) })}>
        {rulePriority(rule)}
      </span>
    </>
  );
});

const ConditionContent = memo(function ConditionContent({ row }: RowOf<'condition'>) {
  const { engineId, ruleId, index } = row;
  const condition = useDocuments(
    ({ working }: DocumentsState) => shownRule(working, { engineId, ruleId })?.when[index],
  );
  const explained = useRuleOutcome(engineId, ruleId)?.conditions[index];
  const actual = useEvaluations(state => (condition ? state.variables.get(condition.field) : undefined));
  if (!condition) return null;
  return (
    <>
      <ConditionWords condition={condition} />
      {explained ? (
        <span className={styles.outcome} title={told(explained.reason ?? '')}>
          <OutcomeMark look="word" outcome={conditionOutcome(explained.outcome)}>
            {formatActual(actual)}
          </OutcomeMark>
        </span>
      ) : null}
    </>
  );
});

function ConditionWords({ condition: { field, operator, value } }: { readonly condition: Condition }) {
  const constant = formatConstant(operator, value);
  return (
    <span className={styles.condition} title={`${field} ${told(operators[operator].label)} ${constant}`}>
      <span className={styles.field}>{fieldLabel(field)}</span> {told(operators[operator].label)}{' '}
      <span className={styles.value}>{constant}</span>
    </span>
  );
}

const DraftContent = memo(function DraftContent({ row }: RowOf<'draft'>) {
  const { engineId, ruleId, draft } = row;
  const begun = useDocuments(
    ({ working }: DocumentsState) => draftsOf(working.layouts[engineId], ruleId)[draft],
  );
  if (!begun) return null;
  return (
    <>
      <span className={classNames(styles.condition, styles.off)}>
        {begun.field ? <span className={styles.field}>{fieldLabel(begun.field)}</span> : t('a variable')}{' '}
        {told(operators[begun.operator].label)}
      </span>
      <Draft />
    </>
  );
});

function Draft() {
  return (
    <StateWord icon={PencilLine} tone="neutral">
      {t('draft')}
    </StateWord>
  );
}

const MemoryContent = memo(function MemoryContent({ memoryId }: { readonly memoryId: string }) {
  const section = useDocuments(
    ({ working }: DocumentsState) => working.memories[memoryId]?.contribution.section,
  );
  return (
    <>
      <span className={styles.adds}>{t('adds')}</span>
      {section ? <SectionIcon section={section} /> : null}
      <span className={classNames(styles.memory, !section && styles.unknown)} title={memoryId}>
        {memoryId}
      </span>
      <span className={styles.note}>
        {section ? told(section.replace('_', ' ')) : t('no memory has this id')}
      </span>
    </>
  );
});
