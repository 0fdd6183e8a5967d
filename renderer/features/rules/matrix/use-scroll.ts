import { type RefObject, useEffect, useState } from 'react';

export interface View {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** What of a scrolling element is in sight, at most once a frame. */
export function useScroll(element: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, left: 0, width: 0, height: 0 });
  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const frame = { id: 0 };
    const read = () => {
      frame.id = 0;
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = scroller;
      setView({ top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight });
    };
    const later = () => {
      frame.id ||= requestAnimationFrame(read);
    };
    const observer = new ResizeObserver(later);
    observer.observe(scroller);
    scroller.addEventListener('scroll', later, { passive: true });
    read();
    return () => {
      cancelAnimationFrame(frame.id);
      observer.disconnect();
      scroller.removeEventListener('scroll', later);
    };
  }, [element]);
  return view;
}
