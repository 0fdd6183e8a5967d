import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Canvas.module.css';
import { groundPlace } from './ground-place.ts';

/** So long after the last change of zoom it is over. */
const zoomRestMs = 150;

/**
 * The dots behind everything: a layer that is only moved, so that nothing is painted while the canvas is panned. While
 * it is zoomed they would be painted anew in every frame, which costs as much as all else, so they are gone until it rests.
 */
export function CanvasGround() {
  const dots = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  useLayoutEffect(() => {
    const place = ({ transform: [x, y, zoom] }: ReactFlowState) => {
      const style = dots.current?.style;
      if (!style) return;
      const ground = groundPlace({ x, y, zoom });
      style.transform = `translate(${ground.x}px, ${ground.y}px)`;
      style.backgroundSize = `${ground.gap}px ${ground.gap}px`;
      style.backgroundPosition = `${-ground.gap / 2}px ${-ground.gap / 2}px`;
      delete dots.current?.dataset.hidden;
    };
    let resting: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      resting = undefined;
      place(store.getState());
    };
    /** One step of zoom is shown at once; those that follow it closely are not. */
    const follow = (now: ReactFlowState, isZoomed: boolean) => {
      if (resting === undefined) place(now);
      else if (isZoomed && dots.current) dots.current.dataset.hidden = '';
      if (!isZoomed) return;
      clearTimeout(resting);
      resting = setTimeout(rest, zoomRestMs);
    };
    place(store.getState());
    const stop = store.subscribe((now, before) => {
      if (now.transform !== before.transform) follow(now, now.transform[2] !== before.transform[2]);
    });
    return () => {
      clearTimeout(resting);
      stop();
    };
  }, [store]);
  return (
    <div aria-hidden className={classNames(styles.ground)}>
      <div className={styles.dots} ref={dots} />
    </div>
  );
}
