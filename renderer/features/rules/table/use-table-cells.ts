import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { t } from '../../../texts/texts.ts';
import { type Cell, cellAfterKey, cellOf } from '../matrix/cell-moves.ts';
import { viewOf } from '../matrix/use-scroll.ts';
import { answerOf, deleteAndStep, duplicateAndShow } from '../rule-actions.ts';
import { type CellText, type RefusedCell, writeCells } from './columns.ts';
import { headHeight, rowHeight } from './geometry.ts';
import { idsIn, rowOf, ruleAt, ruleRow } from './table-rows.ts';
import { formatTsv, parseTsv } from './tsv.ts';
import { type MarkedCells, type TableInSight, useMarkedCells } from './use-marked-cells.ts';
import { useRowMoves } from './use-row-moves.ts';

/** A cell whose text is typed. */
export interface Editing {
  readonly ruleId: string;
  readonly columnId: string;
  readonly text: string;
  /** The rule as it was when the text was begun, or refused. */
  readonly seen: ContextRule;
  readonly reason?: string | undefined;
}

/** Moving, marking, editing, filling, copying and pasting cells. */
export function useTableCells(table: TableInSight, isInOrder: boolean) {
  const marked = useMarkedCells(table);
  const moves = useRowMoves(table, isInOrder);
  const written = useWrittenCells(table, marked);
  const edited = useEditedCell(table, marked.move, written);
  const { editing, begin } = edited;
  const clipboard = clipboardOf(written, editing !== undefined, marked);
  const movesRow = (event: KeyboardEvent) =>
    (event.ctrlKey || event.metaKey) && moves.onKey(event, marked.active.row);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (editing || event.altKey || event.target !== event.currentTarget) return;
    // What the browser copies and pastes comes as an event of its own.
    if ((event.ctrlKey || event.metaKey) && ['c', 'x', 'v'].includes(event.key)) event.stopPropagation();
    else if (movesRow(event) || pressKey(event, table, marked, written, begin)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  /** What began at a grip drags the row, and marks nothing on its way. */
  const isOnGrip = useRef(false);
  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    isOnGrip.current = event.target instanceof Element && event.target.closest('[draggable]') !== null;
    if (cell && event.button === 0 && !editing) marked.move(cell, event.shiftKey && !isOnGrip.current);
  };
  const onMouseOver = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell && event.buttons === 1 && !editing && !isOnGrip.current) marked.move(cell, true);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell) begin(cell);
  };
  return {
    marked,
    editing,
    refused: written.refused,
    leftOut: written.leftOut,
    fillDown: written.fillDown,
    edit: edited.edit,
    moves,
    handlers: { onKeyDown, onMouseDown, onMouseOver, onDoubleClick, ...moves.handlers, ...clipboard },
  };
}

type WrittenCells = ReturnType<typeof useWrittenCells>;

/** Cells as texts, and as one step what they become; says which were refused. */
function useWrittenCells({ engineId, columns, rows }: TableInSight, marked: MarkedCells) {
  const [refused, setRefused] = useState<readonly RefusedCell[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const { ids, columns: span } = marked;
  const write = (label: string, cells: readonly CellText[], without = 0): readonly RefusedCell[] => {
    const answer = answerOf(label, draft => writeCells(draft, engineId, cells)) ?? [];
    setRefused(answer);
    setLeftOut(without);
    return answer;
  };
  const texts = (): string[][] =>
    rows.flatMap(row =>
      row.kind === 'rule' && ids.includes(row.rule.id)
        ? [columns.slice(span.from, span.to + 1).map(column => column.read(row.rule))]
        : [],
    );
  /** The same texts again and again over rules and columns, from the upper left. */
  const spread = (lines: readonly (readonly string[])[], ruleIds = ids, to = span.to): CellText[] =>
    ruleIds.flatMap((ruleId, row) =>
      columns.slice(span.from, to + 1).flatMap((column, place) => {
        const line = lines[row % lines.length];
        const text = line?.[place % line.length];
        return text === undefined ? [] : [{ ruleId, column, text }];
      }),
    );
  const fillDown = () => {
    const [first] = texts();
    if (first) write(t('fill down'), spread([first]));
  };
  const clear = () => {
    if (span.from === 0) deleteAndStep(engineId, ids);
    else write(t('clear cells'), spread([['']]));
  };
  const paste = (text: string) => {
    const lines = parseTsv(text);
    const width = Math.max(...lines.map(line => line.length));
    const below = idsIn(rows.slice(rowOf(rows, ids[0]))).slice(0, lines.length);
    const label = lines.length * width === 1 ? t('paste cell') : t('paste cells');
    const over = ids.length === 0 ? [] : ids.length < lines.length ? below : ids;
    const isBeyond = (row: number, place: number) =>
      row >= over.length || span.from + place >= columns.length;
    const beyond = lines.flatMap((line, row) =>
      line.filter((cell, place) => cell !== '' && isBeyond(row, place)),
    );
    write(label, spread(lines, over, Math.max(span.to, span.from + width - 1)), beyond.length);
  };
  const forget = () => {
    setRefused([]);
    setLeftOut(0);
  };
  return { refused, leftOut, write, texts, fillDown, clear, paste, forget };
}

/** The cell whose text is typed, as long as it is. */
function useEditedCell(
  { columns, rows, scroller }: TableInSight,
  move: MarkedCells['move'],
  { write, forget }: WrittenCells,
) {
  const [editing, setEditing] = useState<Editing>();
  const begin = (cell: Cell, text?: string) => {
    const rule = ruleAt(rows, cell.row);
    const column = columns[cell.column];
    if (!rule || !column) return;
    setEditing({ ruleId: rule.id, columnId: column.id, text: text ?? column.read(rule), seen: rule });
  };
  /**
   * Says whether the field was left. With a step the next cell is in sight then, and what cannot be read stays in the
   * field; without one it is left.
   */
  const commit = (step?: Cell): boolean => {
    if (!editing) return true;
    const { ruleId, columnId, text, seen } = editing;
    const [row, place] = [rowOf(rows, ruleId), columns.findIndex(({ id }) => id === columnId)];
    const column = columns[place];
    const [no] = column ? write(t('edit cell'), [{ ruleId, column, text, seen: column.read(seen) }]) : [];
    if (no && step) {
      setEditing({ ...editing, seen: ruleAt(rows, row) ?? seen, reason: no.reason });
      return false;
    }
    setEditing(undefined);
    if (!step) return true;
    const next = Math.max(0, Math.min(rows.length - 1, row + step.row));
    const beside = Math.max(0, Math.min(columns.length - 1, place + step.column));
    move({ row: ruleRow(rows, row, next), column: beside }, false);
    scroller.current?.focus();
    return true;
  };
  const cancel = () => {
    setEditing(undefined);
    forget();
    scroller.current?.focus();
  };
  const type = (text: string) => setEditing(now => now && { ...now, text, reason: undefined });
  return { editing, begin, edit: { commit, cancel, type } };
}

/** A field that is not drawn any more is left: its rule is gone, or was scrolled away. */
export function useLostField(
  { editing, edit }: Pick<ReturnType<typeof useTableCells>, 'editing' | 'edit'>,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!editing || scroller.current?.querySelector('input')) return;
    edit.commit();
  });
}

/** While a cell is edited its field has these events. */
function clipboardOf({ texts, clear, paste }: WrittenCells, isEditing: boolean, { columns }: MarkedCells) {
  const onCopy = (event: ClipboardEvent) => {
    if (isEditing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', formatTsv(texts()));
  };
  const onCut = (event: ClipboardEvent) => {
    if (isEditing) return;
    onCopy(event);
    if (columns.from > 0) clear();
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
  { active, ids, move, markAll }: MarkedCells,
  { fillDown, clear }: WrittenCells,
  begin: (cell: Cell, text?: string) => void,
): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const act: Readonly<Record<string, () => void>> = {
      a: markAll,
      d: ids.length > 1 ? fillDown : () => duplicateAndShow(engineId, ids),
    };
    if (event.shiftKey || act[key] === undefined) return false;
    act[key]();
    return true;
  }
  const { height } = viewOf(event.currentTarget);
  const page = Math.max(1, Math.floor((height - headHeight) / rowHeight) - 1);
  const next = cellAfterKey(active, key, { rows: rows.length, columns: columns.length, page });
  if (next) move({ ...next, row: ruleRow(rows, active.row, next.row) }, event.shiftKey);
  else if (key === 'Delete' || key === 'Backspace') clear();
  else if (key === 'Escape') move(active, false);
  else if (isCellKey(key)) begin(active, key.length === 1 ? key : undefined);
  return next !== undefined || isCellKey(key);
}

const isCellKey = (key: string): boolean =>
  key.length === 1 || ['Enter', 'F2', 'Delete', 'Backspace', 'Escape'].includes(key);
