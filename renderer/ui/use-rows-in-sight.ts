import { type RefObject, useLayoutEffect, useState } from 'react';
import { scrollersOf } from './scrollers.ts';
import { type Range, visibleRange } from './visible-range.ts';

/** So many rows cost nothing: a short list is there as a whole, for searching in the page and for the Tab key. */
const shortList = 60;

/** As good as the other range: what is drawn beyond it, since what stands above the list came after it, is little. */
const holds = (range: Range, other: Range): boolean =>
  range.from <= other.from &&
  range.to >= other.to &&
  range.to - range.from - (other.to - other.from) <= fewMore;

const fewMore = 4;

/**
 * Which of a list's equally high rows are in sight, for a list that stands among other things in parts that scroll, one
 * within the other or not. Rows are judged again when one of these parts, or what stands in it, changes.
 */
export function useRowsInSight(list: RefObject<HTMLElement | null>, rowHeight: number, count: number): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: 0 });
  const isShort = count <= shortList;
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || isShort) return;
    const parts = scrollersOf(element);
    const frame = { id: 0 };
    const read = () => {
      frame.id = 0;
      const boxes = parts.map(part => ({ top: part.getBoundingClientRect().top, height: part.clientHeight }));
      const top = Math.max(0, ...boxes.map(box => box.top));
      const bottom = Math.min(window.innerHeight, ...boxes.map(box => box.top + box.height));
      const scrolled = top - element.getBoundingClientRect().top;
      const next = visibleRange(scrolled, Math.max(0, bottom - top), rowHeight, count);
      setRange(before => (holds(before, next) ? before : next));
    };
    const later = () => {
      frame.id ||= requestAnimationFrame(read);
    };
    const observer = new ResizeObserver(later);
    for (const part of parts) {
      for (const sized of [part, ...part.children]) observer.observe(sized);
      part.addEventListener('scroll', later, { passive: true });
    }
    read();
    return () => {
      cancelAnimationFrame(frame.id);
      observer.disconnect();
      for (const part of parts) part.removeEventListener('scroll', later);
    };
  }, [list, rowHeight, count, isShort]);
  return isShort ? { from: 0, to: count } : range;
}
