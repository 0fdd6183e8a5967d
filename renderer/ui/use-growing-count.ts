import { type RefCallback, useCallback, useState } from 'react';
import { useWhenFinding } from './findable.ts';

/**
 * How many of a long list's entries to draw: the first `step`, and another `step` each time the list's end comes into
 * sight. `end` goes onto an element behind the last entry.
 */
export function useGrowingCount(step: number): {
  readonly count: number;
  readonly end: RefCallback<HTMLElement>;
} {
  const [count, setCount] = useState(step);
  useWhenFinding(() => setCount(Number.POSITIVE_INFINITY));
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const observer = new IntersectionObserver(([entry]) => {
        if (entry?.isIntersecting) setCount(before => before + step);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [step],
  );
  return { count, end };
}
