import { type RefObject, useEffect, useState } from 'react';
import { type Range, visibleRange } from './visible-range.ts';

/** So many rows cost nothing: a short list is there as a whole, for searching in the page and for the Tab key. */
const shortList = 60;

/**
 * Which of a list's equally high rows are in sight, for a list that stands among other things in a part that scrolls.
 * The part is the nearest element around the list that scrolls; rows are judged again when it or what stands in it
 * changes.
 */
export function useRowsInSight(list: RefObject<HTMLElement | null>, rowHeight: number, count: number): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: 0 });
  const isShort = count <= shortList;
  useEffect(() => {
    const element = list.current;
    const part = element && scrollerOf(element);
    if (!part || isShort) return;
    const frame = { id: 0 };
    const read = () => {
      frame.id = 0;
      const scrolled = part.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const next = visibleRange(scrolled, part.clientHeight, rowHeight, count);
      setRange(before => (before.from === next.from && before.to === next.to ? before : next));
    };
    const later = () => {
      frame.id ||= requestAnimationFrame(read);
    };
    const observer = new ResizeObserver(later);
    for (const sized of [part, ...part.children]) observer.observe(sized);
    part.addEventListener('scroll', later, { passive: true });
    read();
    return () => {
      cancelAnimationFrame(frame.id);
      observer.disconnect();
      part.removeEventListener('scroll', later);
    };
  }, [list, rowHeight, count, isShort]);
  return isShort ? { from: 0, to: count } : range;
}

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return undefined;
}
