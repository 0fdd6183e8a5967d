import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { announce } from '../../../stores/announcements.ts';
import { t } from '../../../texts/texts.ts';
import { moveRuleBy } from '../rule-actions.ts';
import { rowOf, ruleAt } from './table-rows.ts';
import type { TableInSight } from './use-marked-cells.ts';

/** A row that is dragged is meant for this table alone. */
const mime = 'application/x-weft-row';
const byOfKey: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Where a dragged row would come to stand: at the place of another, before or behind it. */
export interface DropPlace {
  readonly row: number;
  readonly isBehind: boolean;
}

/**
 * Rows are moved by Mod with arrows, as in the outline and on the canvas, and dragged by their grips: one step each.
 * Only where all stand as they count, since in another order a place says nothing of priority.
 */
export function useRowMoves({ engineId, rows }: TableInSight, isInOrder: boolean) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<number>();
  const from = rowOf(rows, dragged);
  const moveTo = (ruleId: string, row: number) => {
    const at = rowOf(rows, ruleId);
    const by = row - at;
    if (at < 0 || by === 0 || !ruleAt(rows, row)) return;
    moveRuleBy({ engineId, ruleId }, by);
  };
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  /** Says whether the key moved the row, or would where rows stand as they count. */
  const onKey = ({ key, shiftKey, altKey }: KeyboardEvent, row: number): boolean => {
    const by = byOfKey[key];
    const rule = ruleAt(rows, row);
    if (!by || shiftKey || altKey || !rule) return false;
    if (isInOrder) moveTo(rule.id, row + by);
    else announce(t('Rules are moved where all stand as they count.'));
    return true;
  };
  const onDragStart = (event: DragEvent) => {
    const id = ruleAt(rows, rowUnder(event.target) ?? -1)?.id;
    if (!isInOrder || id === undefined) return;
    event.dataTransfer.setData(mime, id);
    event.dataTransfer.effectAllowed = 'move';
    setDragged(id);
  };
  const onDragOver = (event: DragEvent) => {
    const row = rowUnder(event.target);
    if (!isInOrder || row === undefined || !event.dataTransfer.types.includes(mime)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(row);
  };
  const onDrop = (event: DragEvent) => {
    const row = rowUnder(event.target);
    const id = event.dataTransfer.getData(mime);
    end();
    if (!isInOrder || id === '' || row === undefined) return;
    event.preventDefault();
    moveTo(id, row);
  };
  const place: DropPlace | undefined =
    from < 0 || over === undefined || over === from ? undefined : { row: over, isBehind: over > from };
  return { isInOrder, place, onKey, handlers: { onDragStart, onDragOver, onDrop, onDragEnd: end } };
}

function rowUnder(target: EventTarget): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell ? Number(cell.dataset.row) : undefined;
}
