import { useLayoutEffect, useRef, useState } from 'react';
import styles from './MiddleCut.module.css';

/** Letters at the end that always stand. */
const endLetters = 7;

/** An id on one line: where it has no room its middle gives way, since ids differ at their ends as often as at their beginnings. */
export function MiddleCut({ text }: { readonly text: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(text);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    // Styles cannot do it: a line that they cut is as wide as its room, with a gap behind the dots.
    const observer = new ResizeObserver(() => setShown(cutToFit(text, element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  return (
    <span className={styles.text} data-text={text} ref={place} title={text}>
      {shown}
    </span>
  );
}

const pen = new OffscreenCanvas(1, 1).getContext('2d');

/** As many letters of the beginning as there is room for beside the end. */
function cutToFit(text: string, element: HTMLElement): string {
  // The page says whether all of it fits, and how wide it draws what the pen measures.
  if (!pen || element.scrollWidth <= element.clientWidth) return text;
  // Its own `font` is empty, since that of the page has figures of one width.
  const { fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(element);
  Object.assign(pen, { font: `${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing });
  const drawn = element.scrollWidth / pen.measureText(text).width;
  const fits = (candidate: string) => pen.measureText(candidate).width * drawn <= element.clientWidth;
  const letters = [...text];
  const end = letters.slice(-endLetters).join('');
  const starts = letters.slice(0, -endLetters).map((_, count, all) => all.slice(0, count).join(''));
  return `${starts.findLast(start => fits(`${start}…${end}`)) ?? ''}…${end}`;
}
