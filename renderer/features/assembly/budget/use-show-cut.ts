import { type RefObject, useEffect, useRef } from 'react';
import { scrollersOf } from '../../../ui/scrollers.ts';
import { type BudgetRow, crossedRow } from './budget-rows.ts';

/**
 * Scrolls a list whose rows bear their item's id as `data-item` to what another limit cut or let in again, and to nothing
 * when something else changed. Only what scrolls next around the rows: the slider under the pointer stays.
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
  const scroller = row && scrollersOf(row).find(part => part.scrollHeight > part.clientHeight);
  if (!row || !scroller || takesAway(scroller, document.activeElement)) return;
  const [box, around] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  // Below the middle: what is held at its top may take the upper half.
  scroller.scrollTop += box.top - around.top - (around.height - box.height) * 0.7;
}

/** Whether what has the focus would go with the rows, since nothing holds it where it is. */
function takesAway(scroller: HTMLElement, focused: Element | null): boolean {
  if (!focused || focused === scroller || !scroller.contains(focused)) return false;
  for (let at: Element | null = focused; at && at !== scroller; at = at.parentElement)
    if (getComputedStyle(at).position === 'sticky') return false;
  return true;
}
