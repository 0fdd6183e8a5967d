import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { ruleNodeId } from '../canvas/node-ids.ts';
import { type Cell, scrollTo } from '../matrix/cell-moves.ts';
import { viewOf } from '../matrix/use-scroll.ts';
import { selectRule, selectTogether, useCurrentRule, useSelectedRuleIds } from '../selection.ts';
import type { Column } from './columns.ts';
import { cellWidth, headHeight, nameWidth, rowHeight } from './geometry.ts';
import { idsBetween, idsIn, rowOf, ruleAt, type TableRow } from './table-rows.ts';

export interface TableInSight {
  readonly engineId: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Places of columns, the last one too. */
export interface ColumnSpan {
  readonly from: number;
  readonly to: number;
}

/** Where marking began and where it is, by what stays when rows and columns come in another order. */
interface Held {
  readonly anchorRule?: string | undefined;
  readonly anchorColumn?: HeldColumn | undefined;
  readonly column?: HeldColumn | undefined;
}

interface HeldColumn {
  readonly id: string;
  /** Where it was, should it go away. */
  readonly place: number;
}

/**
 * The cell that keys go to is in the row of the rule in sight, and marked are the rows of the rules that are selected:
 * whatever chooses rules and whatever moves rows, keys here mean the rules that they mean elsewhere. No row is active
 * while the table does not show that rule.
 */
export function useMarkedCells({ engineId, rows, columns, scroller }: TableInSight) {
  const ruleId = useCurrentRule()?.ruleId;
  const together = useSelectedRuleIds(engineId);
  const [held, setHeld] = useState<Held>({});
  const ids = useMemo(() => {
    const isMarked = (id: string) => (together.size > 1 ? together.has(id) : id === ruleId);
    return idsIn(rows).filter(isMarked);
  }, [rows, together, ruleId]);
  const active: Cell = { row: rowOf(rows, ruleId), column: placeOf(columns, held.column) };
  const anchor = placeOf(columns, held.anchorColumn);
  const [from, to] = [Math.min(anchor, active.column), Math.max(anchor, active.column)];
  const span = useMemo<ColumnSpan>(() => ({ from, to }), [from, to]);

  const show = ({ row, column }: Cell) => {
    if (!scroller.current || row < 0) return;
    const view = viewOf(scroller.current);
    const left =
      column === 0 ? view.left : scrollTo(view.left, view.width - nameWidth, cellWidth, column - 1);
    scroller.current.scrollTo({ top: scrollTo(view.top, view.height - headHeight, rowHeight, row), left });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen or moved comes into sight, once.
  useLayoutEffect(() => show(active), [ruleId, active.row]);

  const select = (chosen: readonly string[], lead: string) => {
    if (chosen.length > 1) selectTogether(engineId, chosen.map(ruleNodeId), ruleNodeId(lead));
    else selectRule({ engineId, ruleId: lead });
  };
  const move = (cell: Cell, isExtending: boolean) => {
    const lead = ruleAt(rows, cell.row)?.id;
    if (lead === undefined) return;
    const column = heldAt(columns, cell.column);
    const isAnchored = held.anchorRule !== undefined && ids.includes(held.anchorRule);
    const began = isExtending ? rowOf(rows, isAnchored ? held.anchorRule : ruleId) : cell.row;
    const first = began < 0 ? cell.row : began;
    if (isExtending) setHeld({ ...held, anchorRule: ruleAt(rows, first)?.id, column });
    else setHeld({ anchorRule: lead, anchorColumn: column, column });
    select(idsBetween(rows, first, cell.row), lead);
    show(cell);
  };
  const markAll = () => {
    const all = idsIn(rows);
    const last = all.at(-1);
    if (last === undefined) return;
    const [anchorColumn, column] = [heldAt(columns, 0), heldAt(columns, columns.length - 1)];
    setHeld({ anchorRule: all[0], anchorColumn, column });
    select(all, last);
  };
  return { active, ids, columns: span, move, markAll };
}

function heldAt(columns: readonly Column[], place: number): HeldColumn | undefined {
  const id = columns[place]?.id;
  return id === undefined ? undefined : { id, place };
}

/** A column that is gone leaves its place to another, never to the names: Delete there deletes rules. */
function placeOf(columns: readonly Column[], held: HeldColumn | undefined): number {
  if (held === undefined) return 0;
  const place = columns.findIndex(({ id }) => id === held.id);
  return place < 0 ? Math.max(1, Math.min(held.place, columns.length - 1)) : place;
}

export type MarkedCells = ReturnType<typeof useMarkedCells>;
