import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { forgetPaneSize, keepPaneSize } from '../../../ui/SplitPane.tsx';
import styles from './PaletteGrip.module.css';

interface PaletteGripProps {
  /** Of what. */
  readonly label: string;
  readonly pane: string;
  /** What gets another height. */
  readonly box: RefObject<HTMLElement | null>;
}

/** A heading with two rows. */
const least = 96;
const step = 30;

/** Under a palette: dragged, or moved by arrows, it gives the palette a height, up to that of all that is in it. */
export function PaletteGrip({ label, pane, box }: PaletteGripProps) {
  const [now, setNow] = useState(0);
  const [drag, setDrag] = useState<{ readonly y: number; readonly height: number }>();
  useEffect(() => setNow(heightOf(box)), [box]);
  const resize = (wanted: number) => {
    const element = box.current;
    if (!element) return;
    const height = Math.max(least, Math.round(wanted));
    // As high as all of it, it grows with it again.
    const isWhole = height >= element.scrollHeight;
    element.style.height = isWhole ? '' : `${height}px`;
    if (isWhole) forgetPaneSize(pane);
    else keepPaneSize(pane, height);
    setNow(heightOf(box));
  };
  const whole = () => resize(Number.POSITIVE_INFINITY);
  const answer = (event: KeyboardEvent) => {
    const wanted = heightAfter(event.key, heightOf(box));
    if (wanted === undefined) return;
    event.preventDefault();
    resize(wanted);
  };
  const follow = (event: PointerEvent) => drag && resize(drag.height + event.clientY - drag.y);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no rule across the page.
    <div
      aria-label={t('Resize {label}', { label })}
      aria-orientation="horizontal"
      aria-valuemin={least}
      aria-valuenow={now}
      className={styles.grip}
      data-dragged={drag !== undefined}
      onDoubleClick={whole}
      onKeyDown={answer}
      onLostPointerCapture={() => setDrag(undefined)}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ y: event.clientY, height: heightOf(box) });
      }}
      onPointerMove={follow}
      role="separator"
      tabIndex={0}
      title={t('Drag to resize the {label}; a double click gives it back its size', { label })}
    />
  );
}

const heightOf = (box: RefObject<HTMLElement | null>): number =>
  Math.round(box.current?.getBoundingClientRect().height ?? 0);

/** What a key makes of a height. */
function heightAfter(key: string, now: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return now - step;
    case 'ArrowDown':
      return now + step;
    case 'Home':
      return least;
    case 'End':
    case 'Enter':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}
