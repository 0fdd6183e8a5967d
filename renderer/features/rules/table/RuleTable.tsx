// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a grid cannot be a table; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.

import { ArrowDown, ArrowUp, Table2 } from 'lucide-react';
import { memo, type RefObject, useMemo, useRef, useState } from 'react';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { runCommand } from '../../../stores/commands.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { visibleRange } from '../../../ui/visible-range.ts';
import frame from '../frame.module.css';
import { useFindableFrame, useSameRange, useScroll } from '../matrix/use-scroll.ts';
import { useEngine } from '../use-rule.ts';
import { type Column, columnsOf } from './columns.ts';
import { cellId, cellWidth, headHeight, nameWidth, rowHeight } from './geometry.ts';
import styles from './RuleTable.module.css';
import { RuleTableRow } from './RuleTableRow.tsx';
import { TableTools } from './TableTools.tsx';
import { isAsCounted, orderAmong, type TableOrder, type TableRow, tableRows } from './table-rows.ts';
import type { DropPlace } from './use-row-moves.ts';
import { useLostField, useTableCells } from './use-table-cells.ts';

/** Rules as rows and variables as columns: as many cells as are marked are edited at once. */
export function RuleTable({ engineId }: { readonly engineId: string }) {
  const engine = useEngine(engineId);
  if (!engine) return null;
  if (engine.rules.length > 0) return <Table engine={engine} />;
  return (
    <EmptyState
      actions={
        <Button adds onPress={() => runCommand('rule.new')} variant="primary">
          {t('New rule')}
        </Button>
      }
      icon={Table2}
      title={t('No rule yet')}
    >
      {t('The table has a row for each rule and a column for each variable that they ask for.')}
    </EmptyState>
  );
}

function Table({ engine }: { readonly engine: ContextRuleEngine }) {
  const variables = usePossibleVariables();
  const [chosen, setOrder] = useState<TableOrder>({ filter: '' });
  const columns = useMemo(() => {
    const types = new Map(variables.map(({ name, type }) => [name, type]));
    return columnsOf(engine, field => types.get(field) ?? 'unknown');
  }, [engine, variables]);
  const order = useMemo(() => orderAmong(columns, chosen), [columns, chosen]);
  const rows = useMemo(() => tableRows(engine, columns, order), [engine, columns, order]);
  const scroller = useRef<HTMLDivElement>(null);
  const cells = useTableCells({ engineId: engine.id, columns, rows, scroller }, isAsCounted(order));
  const { marked } = cells;
  return (
    <div className={frame.frame}>
      <TableTools
        area={t('{rows} marked', { rows: formatCounted(marked.ids.length, 'row') })}
        columns={columns}
        canFill={marked.ids.length > 1}
        onFill={cells.fillDown}
        onOrder={setOrder}
        order={order}
        rules={rows.filter(({ kind }) => kind === 'rule').length}
      />
      <Grid
        cells={cells}
        columns={columns}
        engineId={engine.id}
        onOrder={setOrder}
        order={order}
        rows={rows}
        scroller={scroller}
      />
      <TableStatus cells={cells} />
    </div>
  );
}

interface GridProps extends Omit<HeadsProps, 'width'> {
  readonly engineId: string;
  readonly rows: readonly TableRow[];
  readonly cells: ReturnType<typeof useTableCells>;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Alone drawn again as it is scrolled, and of its rows those that come into sight. */
function Grid({ engineId, columns, rows, cells, scroller, onOrder, order }: GridProps) {
  const view = useScroll(scroller);
  useFindableFrame(
    scroller,
    rowHeight,
    () =>
      rows.map(row =>
        row.kind === 'group' ? row.text : columns.map(({ read }) => read(row.rule)).join('\n'),
      ),
    [rows, columns],
  );
  const { marked, editing, edit, moves } = cells;
  const { active } = marked;
  useLostField(cells, scroller);
  const inSight = useSameRange(
    visibleRange(view.left, view.width - nameWidth, cellWidth, columns.length - 1),
  );
  const shown = visibleRange(view.top, view.height - headHeight, rowHeight, rows.length);
  const width = nameWidth + (columns.length - 1) * cellWidth;
  return (
    <div
      aria-colcount={columns.length}
      aria-label={t('Rules by variables')}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      className={frame.scroller}
      ref={scroller}
      role="grid"
      tabIndex={0}
      {...(active.row >= 0 && { 'aria-activedescendant': cellId(active.row, active.column) })}
      {...cells.handlers}
    >
      <Heads columns={columns} onOrder={onOrder} order={order} width={width} />
      <div style={{ height: rows.length * rowHeight, width }} />
      {rows.slice(shown.from, shown.to).map((row, index) => {
        const place = shown.from + index;
        return (
          <div
            aria-rowindex={place + 2}
            className={classNames(styles.row, dropLook(moves.place, place))}
            key={row.kind === 'rule' ? row.rule.id : `group ${row.text}`}
            role="row"
            style={{ top: headHeight + place * rowHeight, width }}
          >
            {row.kind === 'group' ? (
              <GroupHead row={row} />
            ) : (
              <RuleTableRow
                active={active.row === place ? active.column : undefined}
                canMove={moves.isInOrder}
                columns={columns}
                edited={editing?.ruleId === row.rule.id ? { ...editing, ...edit } : undefined}
                engineId={engineId}
                inSight={inSight}
                marked={marked.ids.includes(row.rule.id) ? marked.columns : undefined}
                row={place}
                rule={row.rule}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

const dropLook = (drop: DropPlace | undefined, row: number): string | false | undefined =>
  drop?.row === row && (drop.isBehind ? styles.dropBehind : styles.dropBefore);

function GroupHead({ row }: { readonly row: Extract<TableRow, { kind: 'group' }> }) {
  return (
    <div aria-colindex={1} className={styles.group} role="rowheader">
      {row.text === '' ? t('says nothing') : row.text}
      <span>{formatCounted(row.count, 'rule')}</span>
    </div>
  );
}

interface HeadsProps {
  readonly columns: readonly Column[];
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  readonly width: number;
}

/** A press sorts, the next one the other way round, the third goes back to the priority. */
const Heads = memo(function Heads({ columns, order, onOrder, width }: HeadsProps) {
  const turn = (columnId: string) => {
    const isSorted = order.sort?.columnId === columnId;
    const sort = isSorted && order.sort?.isDown ? undefined : { columnId, isDown: isSorted };
    onOrder({ ...order, sort });
  };
  return (
    <div aria-rowindex={1} className={classNames(frame.head, styles.head)} role="row" style={{ width }}>
      {columns.map((column, place) => (
        <Head
          column={column}
          key={column.id}
          onTurn={() => turn(column.id)}
          place={place}
          sort={order.sort?.columnId === column.id ? order.sort : undefined}
        />
      ))}
    </div>
  );
});

interface HeadProps {
  readonly column: Column;
  readonly place: number;
  readonly sort: TableOrder['sort'];
  readonly onTurn: () => void;
}

function Head({ column: { title, field }, place, sort, onTurn }: HeadProps) {
  const Arrow = sort?.isDown ? ArrowDown : ArrowUp;
  return (
    <div
      aria-colindex={place + 1}
      aria-sort={sortWords[sort === undefined ? 'none' : sort.isDown ? 'down' : 'up']}
      className={classNames(
        place === 0 ? styles.corner : styles.title,
        place === 0 && frame.corner,
        field !== undefined && styles.field,
      )}
      role="columnheader"
      {...(place > 0 && { style: { left: nameWidth + (place - 1) * cellWidth } })}
    >
      <button
        onClick={onTurn}
        tabIndex={-1}
        title={t('Sort by {field}', { field: field ?? title })}
        type="button"
      >
        <span className={styles.text}>{title}</span>
        {sort ? <Arrow aria-hidden size={13} /> : null}
      </button>
    </div>
  );
}

const sortWords = { none: 'none', up: 'ascending', down: 'descending' } as const;

interface TableStatusProps {
  readonly cells: Pick<ReturnType<typeof useTableCells>, 'refused' | 'leftOut'>;
}

/** What could not be written, else what keys do. */
function TableStatus({ cells: { refused, leftOut } }: TableStatusProps) {
  const [first] = refused;
  const said = [
    first &&
      t('{cells} not taken over: “{first}” in {column}. {reason}', {
        cells: formatCounted(refused.length, 'cell'),
        first: first.text,
        column: first.column.title,
        reason: first.reason,
      }),
    leftOut > 0 &&
      t('{cells} had no place: the table ends before them.', { cells: formatCounted(leftOut, 'cell') }),
  ].filter(Boolean);
  return (
    <p className={classNames(frame.status, said.length > 0 && frame.refused)} role="status">
      {said.join(' ') ||
        t(
          'Enter or F2 edits, Shift marks more, Ctrl D fills down, Ctrl C and V exchange cells with a spreadsheet, Ctrl and arrows move a rule.',
        )}
    </p>
  );
}
