import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { shareUnchanged } from '../../../stores/share-unchanged.ts';
import { useFindable } from '../../../ui/findable.ts';
import type { Range } from '../../../ui/visible-range.ts';

export interface View {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/**
 * What of a scrolling element is in sight, at most once a frame. It has the focus itself where something within had it that
 * is not drawn any more.
 */
export function useScroll(element: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, left: 0, width: 0, height: 0 });
  const focused = useRef<EventTarget>(undefined);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const note = ({ target }: FocusEvent) => {
      focused.current = target ?? undefined;
    };
    // What is taken away is left as well: that is known once it is gone.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (focused.current === target) focused.current = undefined;
      });
    const frame = { id: 0 };
    const read = () => {
      frame.id = 0;
      setView(before => shareUnchanged(before, viewOf(scroller)));
    };
    const later = () => {
      frame.id ||= requestAnimationFrame(read);
    };
    const observer = new ResizeObserver(later);
    observer.observe(scroller);
    scroller.addEventListener('scroll', later, { passive: true });
    scroller.addEventListener('focusin', note);
    scroller.addEventListener('focusout', forget);
    read();
    return () => {
      cancelAnimationFrame(frame.id);
      observer.disconnect();
      scroller.removeEventListener('scroll', later);
      scroller.removeEventListener('focusin', note);
      scroller.removeEventListener('focusout', forget);
    };
  }, [element]);
  useLayoutEffect(() => {
    if (!(focused.current instanceof HTMLElement) || focused.current.isConnected) return;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  return view;
}

export function viewOf({ scrollTop, scrollLeft, clientWidth, clientHeight }: HTMLElement): View {
  return { top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight };
}

/** The same object while nothing else comes into sight, so that rows need not be drawn again. */
export function useSameRange({ from, to }: Range): Range {
  return useMemo(() => ({ from, to }), [from, to]);
}

const mostFrames = 12;

/** Lets rows of equal height be found that a frame has not drawn; `texts` of all of them, in their order. */
export function useFindableFrame(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  texts: () => readonly string[],
  deps: readonly unknown[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are what they are made of
  const findable = useMemo(() => {
    const state: { places: readonly number[] } = { places: [] };
    return {
      find: (words: string) => {
        const wanted = words.toLowerCase();
        state.places = texts().flatMap((text, at) => (text.toLowerCase().includes(wanted) ? [at] : []));
        return state.places.length;
      },
      show: async (at: number) => {
        const place = state.places[at];
        const frame = scroller.current;
        if (place === undefined || !frame) return undefined;
        frame.scrollTop = (place + 0.5) * rowHeight - frame.clientHeight / 2;
        for (let tried = 0; tried < mostFrames; tried += 1) {
          await new Promise(resolve => requestAnimationFrame(resolve));
          const row = frame.querySelector(`[aria-rowindex="${place + 2}"], [data-place="${place}"]`);
          if (row) return row;
        }
        return undefined;
      },
    };
  }, [scroller, rowHeight, ...deps]);
  useFindable(scroller, findable);
}
