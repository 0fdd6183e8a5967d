// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a grid cannot be a table; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.

import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { useRuleOutcome } from '../../../stores/evaluations.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { conditionOutcome } from '../../../ui/outcome.ts';
import type { Range } from '../../../ui/visible-range.ts';
import frame from '../frame.module.css';
import type { Cell } from '../matrix/cell-moves.ts';
import { RuleMark } from '../RuleMark.tsx';
import type { Column } from './columns.ts';
import { cellId, cellWidth, nameWidth } from './geometry.ts';
import styles from './RuleTable.module.css';
import type { ColumnSpan } from './use-marked-cells.ts';
import type { Editing } from './use-table-cells.ts';

/** A cell whose text is typed, with what can be done with it. */
interface EditedCell extends Editing {
  /** Says whether the field was left. */
  readonly commit: (step?: Cell) => boolean;
  readonly cancel: () => void;
  readonly type: (text: string) => void;
}

interface RuleTableRowProps {
  readonly engineId: string;
  readonly rule: ContextRule;
  readonly row: number;
  readonly columns: readonly Column[];
  /** Of the columns after the first, which always is in sight. */
  readonly inSight: Range;
  readonly active: number | undefined;
  /** Whether it can be dragged to another place. */
  readonly canMove: boolean;
  /** Its columns that are marked, where the row is. */
  readonly marked: ColumnSpan | undefined;
  readonly edited: EditedCell | undefined;
}

/** One rule: its name stays, the cells in sight follow. Drawn again only when something of it changes. */
export const RuleTableRow = memo(function RuleTableRow(props: RuleTableRowProps) {
  const { engineId, rule, row, columns, inSight, active, canMove, marked, edited } = props;
  const explained = useRuleOutcome(engineId, rule.id);
  return [0, ...placesOf(inSight, columns.length)].map(place => {
    const column = columns[place];
    if (!column) return null;
    const isMarked = marked !== undefined && place >= marked.from && place <= marked.to;
    return (
      <TableCell isActive={active === place} isMarked={isMarked} key={column.id} place={place} row={row}>
        {place === 0 && canMove ? <Grip /> : null}
        {place === 0 ? <RuleMark explained={explained} rule={rule} /> : null}
        {edited?.columnId === column.id ? (
          <CellInput edited={edited} title={column.title} />
        ) : (
          <CellText text={column.read(rule)} />
        )}
        <CellOutcome column={column} explained={explained} rule={rule} />
      </TableCell>
    );
  });
});

/** Keys need none: Mod with arrows moves the row. */
function Grip() {
  return (
    <span aria-hidden className={styles.grip} draggable title={t('Drag to where the rule is to count')}>
      <GripVertical size={13} />
    </span>
  );
}

interface TableCellProps {
  readonly place: number;
  readonly row: number;
  readonly isMarked: boolean;
  readonly isActive: boolean;
  readonly children: ReactNode;
}

function TableCell({ place, row, isMarked, isActive, children }: TableCellProps) {
  const isName = place === 0;
  return (
    <div
      aria-colindex={place + 1}
      aria-selected={isMarked}
      className={classNames(
        isName ? styles.name : styles.cell,
        isName && frame.name,
        isMarked && styles.marked,
        isActive && styles.active,
      )}
      data-column={place}
      data-row={row}
      id={cellId(row, place)}
      role="gridcell"
      {...(!isName && { style: { left: nameWidth + (place - 1) * cellWidth } })}
    >
      {children}
    </div>
  );
}

interface CellOutcomeProps {
  readonly column: Column;
  readonly rule: ContextRule;
  readonly explained: ExplainedRule | undefined;
}

/** How the condition of the cell ended in the sample in sight. */
function CellOutcome({ column, rule, explained }: CellOutcomeProps) {
  const place = rule.when.findIndex(({ field }) => field === column.field);
  const condition = explained?.conditions[place];
  return condition ? <OutcomeMark look="dot" outcome={conditionOutcome(condition.outcome)} /> : null;
}

function CellText({ text }: { readonly text: string }) {
  return (
    <span className={styles.text} dir="auto" title={text}>
      {text}
    </span>
  );
}

/** Places of the columns in sight; the first is there anyway. */
function placesOf({ from, to }: Range, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(to, count - 1) - from) }, (_, index) => from + index + 1);
}

interface CellInputProps {
  readonly edited: EditedCell;
  readonly title: string;
}

/** Enter goes down, Tab to the side, Escape back; what cannot be read stays in it. */
function CellInput({ edited, title }: CellInputProps) {
  const isLeft = useRef(false);
  const commit = (step?: Cell) => {
    if (isLeft.current) return;
    // What takes the focus while it is written leaves the field, and writes nothing more.
    isLeft.current = true;
    isLeft.current = edited.commit(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      isLeft.current = true;
      edited.cancel();
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    event.preventDefault();
    const by = event.shiftKey ? -1 : 1;
    commit(event.key === 'Enter' ? { row: by, column: 0 } : { row: 0, column: by });
  };
  return (
    <input
      aria-invalid={edited.reason !== undefined}
      aria-label={title}
      // biome-ignore lint/a11y/noAutofocus: it was asked for by key or press.
      autoFocus
      className={styles.input}
      onBlur={() => commit()}
      onChange={event => edited.type(event.target.value)}
      onKeyDown={onKeyDown}
      spellCheck={false}
      title={edited.reason}
      value={edited.text}
    />
  );
}
