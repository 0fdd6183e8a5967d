import { type RefObject, useEffect, useRef } from 'react';
import { type BudgetRow, crossedRow } from './budget-rows.ts';

/**
 * Scrolls a list whose rows bear their item's id as `data-item` to what another limit cut or let in again, and to nothing
 * when something else changed. The list alone: what is around it, and with it the slider under the pointer, stays.
 */
export function useShowCut(
  list: RefObject<HTMLElement | null>,
  rows: readonly BudgetRow[],
  limit: number | undefined,
): void {
  const before = useRef({ rows, limit });
  useEffect(() => {
    const was = before.current;
    const crossed = crossedRow(was.rows, rows);
    if (crossed === undefined) return;
    before.current = { rows, limit };
    if (limit !== was.limit && list.current) showRow(list.current, crossed.id);
  }, [list, rows, limit]);
}

function showRow(list: HTMLElement, itemId: string): void {
  const row = [...list.querySelectorAll<HTMLElement>('[data-item]')].find(
    ({ dataset }) => dataset.item === itemId,
  );
  if (!row) return;
  const [box, around] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += box.top - around.top - (around.height - box.height) / 2;
}
