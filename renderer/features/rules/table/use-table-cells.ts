import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react';
import { ruleNodeId } from '../canvas/node-ids.ts';
import { type Cell, cellAfterKey, scrollTo } from '../matrix/cell-moves.ts';
import type { View } from '../matrix/use-scroll.ts';
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
  readonly view: View;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Moving, marking, editing, filling, copying and pasting cells. */
export function useTableCells({ engineId, columns, rows, view, scroller }: TableInSight) {
  const [anchor, setAnchor] = useState<Cell>({ row: 0, column: 0 });
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing>();
  const [refused, setRefused] = useState<readonly RefusedCell[]>([]);
  const area = areaOf(anchor, active);
  const ruleAt = (row: number) => {
    const found = rows[row];
    return found?.kind === 'rule' ? found.rule : undefined;
  };
  const idsIn = ({ from, to }: CellArea) =>
    rows.slice(from.row, to.row + 1).flatMap(row => (row.kind === 'rule' ? row.rule.id : []));

  const move = (cell: Cell, isExtending: boolean) => {
    const next = isExtending ? areaOf(anchor, cell) : areaOf(cell, cell);
    setActive(cell);
    if (!isExtending) setAnchor(cell);
    const lead = ruleAt(cell.row)?.id;
    const ids = idsIn(next);
    if (ids.length > 1) selectTogether(engineId, ids.map(ruleNodeId), lead && ruleNodeId(lead));
    else if (lead !== undefined) selectRule({ engineId, ruleId: lead });
    scroller.current?.scrollTo({
      top: scrollTo(view.top, view.height - headHeight, rowHeight, cell.row),
      left:
        cell.column === 0
          ? view.left
          : scrollTo(view.left, view.width - nameWidth, cellWidth, cell.column - 1),
    });
  };

  /** Writes cells as one step; says which were refused. */
  const write = (label: string, cells: readonly CellText[]): readonly RefusedCell[] => {
    const answer = answerOf(label, draft => writeCells(draft, engineId, cells)) ?? [];
    setRefused(answer);
    return answer;
  };
  const textsOf = ({ from, to }: CellArea): string[][] =>
    rows
      .slice(from.row, to.row + 1)
      .flatMap(row =>
        row.kind === 'rule'
          ? [columns.slice(from.column, to.column + 1).map(column => column.read(row.rule))]
          : [],
      );
  /** The same texts again and again over the area, from its upper left. */
  const spread = (texts: readonly (readonly string[])[], over: CellArea): CellText[] =>
    idsIn(over).flatMap((ruleId, row) =>
      columns.slice(over.from.column, over.to.column + 1).flatMap((column, place) => {
        const line = texts[row % texts.length];
        const text = line?.[place % line.length];
        return text === undefined ? [] : [{ ruleId, column, text }];
      }),
    );

  const begin = (cell: Cell, text?: string) => {
    const rule = ruleAt(cell.row);
    const column = columns[cell.column];
    if (rule && column) setEditing({ ...cell, text: text ?? column.read(rule) });
  };
  /** With a step the next cell is in sight then, and what cannot be read stays in the field; without one it is left. */
  const commit = (step?: Cell): void => {
    if (!editing) return;
    const [rule, column] = [ruleAt(editing.row), columns[editing.column]];
    const [no] = rule && column ? write('edit cell', [{ ruleId: rule.id, column, text: editing.text }]) : [];
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
    setRefused([]);
    scroller.current?.focus();
  };

  const fillDown = () => {
    const [first] = textsOf(area);
    if (first) write('fill down', spread([first], area));
  };
  const clear = () => {
    if (area.from.column === 0) deleteAndStep(engineId, idsIn(area));
    else write('clear cells', spread([['']], area));
  };
  const paste = (text: string) => {
    const texts = parseTsv(text);
    const width = Math.max(...texts.map(line => line.length));
    const whole = {
      from: area.from,
      to: {
        row: Math.max(area.to.row, area.from.row + texts.length - 1),
        column: Math.max(area.to.column, area.from.column + width - 1),
      },
    };
    write(texts.length * width === 1 ? 'paste cell' : 'paste cells', spread(texts, whole));
  };
  const clipboard = {
    onCopy: (event: ClipboardEvent) => {
      if (editing) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', formatTsv(textsOf(area)));
    },
    onCut: (event: ClipboardEvent) => {
      if (editing) return;
      clipboard.onCopy(event);
      if (area.from.column > 0) clear();
    },
    onPaste: (event: ClipboardEvent) => {
      if (editing) return;
      event.preventDefault();
      paste(event.clipboardData.getData('text/plain'));
    },
  };

  const modKeys: Readonly<Record<string, () => void>> = {
    d: () => (area.to.row > area.from.row ? fillDown() : duplicateAndShow(engineId, idsIn(area))),
    a: () => {
      setAnchor({ row: 0, column: 0 });
      move({ row: rows.length - 1, column: columns.length - 1 }, true);
    },
  };
  /** Says whether the key meant something here. */
  const press = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey) {
      const act = event.shiftKey ? undefined : modKeys[event.key];
      act?.();
      return act !== undefined;
    }
    const page = Math.max(1, Math.floor((view.height - headHeight) / rowHeight) - 1);
    const next = cellAfterKey(active, event.key, { rows: rows.length, columns: columns.length, page });
    if (next) move(next, event.shiftKey);
    else pressIn(event.key);
    return next !== undefined || isCellKey(event.key);
  };
  const pressIn = (key: string) => {
    if (key === 'Delete' || key === 'Backspace') clear();
    else if (key === 'Escape') move(active, false);
    else if (isCellKey(key)) begin(active, key.length === 1 ? key : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.altKey || event.target !== event.currentTarget) return;
    // What the browser copies and pastes comes as an event of its own.
    if ((event.ctrlKey || event.metaKey) && ['c', 'x', 'v'].includes(event.key)) event.stopPropagation();
    else if (press(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0 || editing) return;
    move(cell, event.shiftKey);
  };
  const onMouseOver = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell && event.buttons === 1 && !editing) move(cell, true);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell) begin(cell);
  };
  return {
    active,
    area,
    editing,
    refused,
    fillDown,
    edit: {
      commit,
      cancel,
      type: (text: string) => setEditing(now => now && { ...now, text, reason: undefined }),
    },
    handlers: { onKeyDown, onMouseDown, onMouseOver, onDoubleClick, ...clipboard },
  };
}

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
