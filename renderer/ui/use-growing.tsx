import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useWhenFinding } from './findable.ts';

/**
 * What to draw of a long list: the first `step` entries, and as many more each time the end comes into sight. `end` goes
 * behind the last entry; it is a `Tag`, and null once all are drawn.
 */
export function useGrowing<Entry>(
  entries: readonly Entry[],
  step: number,
  Tag: 'li' | 'div' = 'li',
): { readonly shown: readonly Entry[]; readonly end: ReactNode } {
  const [count, setCount] = useState(step);
  useWhenFinding(() => setCount(Number.POSITIVE_INFINITY));
  const follow = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      // On a busy machine one call tells of several moments.
      const observer = new IntersectionObserver(moments => {
        if (moments.some(({ isIntersecting }) => isIntersecting)) setCount(before => before + step);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [step],
  );
  const shown = useMemo(() => entries.slice(0, count), [entries, count]);
  // Another element for each count: one that stays in sight is told of anew.
  return { shown, end: count < entries.length ? <Tag aria-hidden key={count} ref={follow} /> : null };
}
