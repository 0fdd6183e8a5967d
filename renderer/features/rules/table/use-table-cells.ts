import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useMemo,
  useState,
} from 'react';
import { t } from '../../../texts/texts.ts';
import { ruleNodeId } from '../canvas/node-ids.ts';
import { type Cell, cellAfterKey, scrollTo } from '../matrix/cell-moves.ts';
import { viewOf } from '../matrix/use-scroll.ts';
import { answerOf, deleteAndStep, duplicateAndShow } from '../rule-actions.ts';
import { selectRule, selectTogether } from '../selection.ts';
import { type CellText, type Column, type RefusedCell, writeCells } from './columns.ts';
import { cellWidth, headHeight, nameWidth, rowHeight } from './geometry.ts';
import type { TableRow } from './table-rows.ts';
import { formatTsv, parseTsv } from './tsv.ts';

/** The cells between two corners. */
export interface CellArea {
  readonly from: Cell;
  readonly to: Cell;
}

export interface Editing extends Cell {
  readonly text: string;
  readonly reason?: string | undefined;
}

interface TableInSight {
  readonly engineId: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Moving, marking, editing, filling, copying and pasting cells. */
export function useTableCells(table: TableInSight) {
  const marked = useMarkedArea(table);
  const written = useWrittenCells(table, marked.area);
  const edited = useEditedCell(table, marked.move, written);
  const { editing, begin } = edited;
  const clipboard = clipboardOf(written, editing !== undefined, marked.area);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (editing || event.altKey || event.target !== event.currentTarget) return;
    // What the browser copies and pastes comes as an event of its own.
    if ((event.ctrlKey || event.metaKey) && ['c', 'x', 'v'].includes(event.key)) event.stopPropagation();
    else if (pressKey(event, table, marked, written, begin)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell && event.button === 0 && !editing) marked.move(cell, event.shiftKey);
  };
  const onMouseOver = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell && event.buttons === 1 && !editing) marked.move(cell, true);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell) begin(cell);
  };
  return {
    active: marked.active,
    area: marked.area,
    editing,
    refused: written.refused,
    fillDown: written.fillDown,
    edit: edited.edit,
    handlers: { onKeyDown, onMouseDown, onMouseOver, onDoubleClick, ...clipboard },
  };
}

type MarkedArea = ReturnType<typeof useMarkedArea>;
type WrittenCells = ReturnType<typeof useWrittenCells>;

/** The cell that keys go to, and those marked with it, whose rules are selected. */
function useMarkedArea({ engineId, rows, columns, scroller }: TableInSight) {
  const [anchor, setAnchor] = useState<Cell>({ row: 0, column: 0 });
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const area = useMemo(() => areaOf(anchor, active), [anchor, active]);
  const move = (cell: Cell, isExtending: boolean) => {
    const next = isExtending ? areaOf(anchor, cell) : areaOf(cell, cell);
    setActive(cell);
    if (!isExtending) setAnchor(cell);
    const lead = ruleAt(rows, cell.row)?.id;
    const ids = idsIn(rows, next);
    if (ids.length > 1) selectTogether(engineId, ids.map(ruleNodeId), lead && ruleNodeId(lead));
    else if (lead !== undefined) selectRule({ engineId, ruleId: lead });
    if (!scroller.current) return;
    const view = viewOf(scroller.current);
    scroller.current.scrollTo({
      top: scrollTo(view.top, view.height - headHeight, rowHeight, cell.row),
      left:
        cell.column === 0
          ? view.left
          : scrollTo(view.left, view.width - nameWidth, cellWidth, cell.column - 1),
    });
  };
  const markAll = () => {
    setAnchor({ row: 0, column: 0 });
    move({ row: rows.length - 1, column: columns.length - 1 }, true);
  };
  return { active, area, move, markAll };
}

/** Cells as texts, and as one step what they become; says which were refused. */
function useWrittenCells({ engineId, columns, rows }: TableInSight, area: CellArea) {
  const [refused, setRefused] = useState<readonly RefusedCell[]>([]);
  const write = (label: string, cells: readonly CellText[]): readonly RefusedCell[] => {
    const answer = answerOf(label, draft => writeCells(draft, engineId, cells)) ?? [];
    setRefused(answer);
    return answer;
  };
  const texts = (): string[][] =>
    rows
      .slice(area.from.row, area.to.row + 1)
      .flatMap(row =>
        row.kind === 'rule'
          ? [columns.slice(area.from.column, area.to.column + 1).map(column => column.read(row.rule))]
          : [],
      );
  /** The same texts again and again over the area, from its upper left. */
  const spread = (lines: readonly (readonly string[])[], over: CellArea): CellText[] =>
    idsIn(rows, over).flatMap((ruleId, row) =>
      columns.slice(over.from.column, over.to.column + 1).flatMap((column, place) => {
        const line = lines[row % lines.length];
        const text = line?.[place % line.length];
        return text === undefined ? [] : [{ ruleId, column, text }];
      }),
    );
  const fillDown = () => {
    const [first] = texts();
    if (first) write(t('fill down'), spread([first], area));
  };
  const clear = () => {
    if (area.from.column === 0) deleteAndStep(engineId, idsIn(rows, area));
    else write(t('clear cells'), spread([['']], area));
  };
  const paste = (text: string) => {
    const lines = parseTsv(text);
    const width = Math.max(...lines.map(line => line.length));
    const to = {
      row: Math.max(area.to.row, area.from.row + lines.length - 1),
      column: Math.max(area.to.column, area.from.column + width - 1),
    };
    const label = lines.length * width === 1 ? t('paste cell') : t('paste cells');
    write(label, spread(lines, { from: area.from, to }));
  };
  return { refused, write, texts, fillDown, clear, paste, forget: () => setRefused([]) };
}

/** The cell whose text is typed, as long as it is. */
function useEditedCell(
  { columns, rows, scroller }: TableInSight,
  move: MarkedArea['move'],
  { write, forget }: WrittenCells,
) {
  const [editing, setEditing] = useState<Editing>();
  const begin = (cell: Cell, text?: string) => {
    const rule = ruleAt(rows, cell.row);
    const column = columns[cell.column];
    if (rule && column) setEditing({ ...cell, text: text ?? column.read(rule) });
  };
  /** With a step the next cell is in sight then, and what cannot be read stays in the field; without one it is left. */
  const commit = (step?: Cell): void => {
    if (!editing) return;
    const [rule, column] = [ruleAt(rows, editing.row), columns[editing.column]];
    const [no] =
      rule && column ? write(t('edit cell'), [{ ruleId: rule.id, column, text: editing.text }]) : [];
    if (no && step) {
      setEditing({ ...editing, reason: no.reason });
      return;
    }
    setEditing(undefined);
    if (!step) return;
    move(
      {
        row: Math.max(0, Math.min(rows.length - 1, editing.row + step.row)),
        column: Math.max(0, Math.min(columns.length - 1, editing.column + step.column)),
      },
      false,
    );
    scroller.current?.focus();
  };
  const cancel = () => {
    setEditing(undefined);
    forget();
    scroller.current?.focus();
  };
  const type = (text: string) => setEditing(now => now && { ...now, text, reason: undefined });
  return { editing, begin, edit: { commit, cancel, type } };
}

/** While a cell is edited its field has these events. */
function clipboardOf({ texts, clear, paste }: WrittenCells, isEditing: boolean, area: CellArea) {
  const onCopy = (event: ClipboardEvent) => {
    if (isEditing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', formatTsv(texts()));
  };
  const onCut = (event: ClipboardEvent) => {
    if (isEditing) return;
    onCopy(event);
    if (area.from.column > 0) clear();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (isEditing) return;
    event.preventDefault();
    paste(event.clipboardData.getData('text/plain'));
  };
  return { onCopy, onCut, onPaste };
}

/** Says whether the key meant something here. */
function pressKey(
  event: KeyboardEvent<HTMLElement>,
  { engineId, columns, rows }: TableInSight,
  { active, area, move, markAll }: MarkedArea,
  { fillDown, clear }: WrittenCells,
  begin: (cell: Cell, text?: string) => void,
): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const isFilling = area.to.row > area.from.row;
    const act: Readonly<Record<string, () => void>> = {
      a: markAll,
      d: isFilling ? fillDown : () => duplicateAndShow(engineId, idsIn(rows, area)),
    };
    if (event.shiftKey || act[key] === undefined) return false;
    act[key]();
    return true;
  }
  const { height } = viewOf(event.currentTarget);
  const page = Math.max(1, Math.floor((height - headHeight) / rowHeight) - 1);
  const next = cellAfterKey(active, key, { rows: rows.length, columns: columns.length, page });
  if (next) move(next, event.shiftKey);
  else if (key === 'Delete' || key === 'Backspace') clear();
  else if (key === 'Escape') move(active, false);
  else if (isCellKey(key)) begin(active, key.length === 1 ? key : undefined);
  return next !== undefined || isCellKey(key);
}

function ruleAt(rows: readonly TableRow[], at: number) {
  const found = rows[at];
  return found?.kind === 'rule' ? found.rule : undefined;
}

const idsIn = (rows: readonly TableRow[], { from, to }: CellArea): string[] =>
  rows.slice(from.row, to.row + 1).flatMap(row => (row.kind === 'rule' ? row.rule.id : []));

const isCellKey = (key: string): boolean =>
  key.length === 1 || ['Enter', 'F2', 'Delete', 'Backspace', 'Escape'].includes(key);

function areaOf(one: Cell, other: Cell): CellArea {
  return {
    from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
    to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
  };
}

function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}
