import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Canvas.module.css';
import { useCanvasZoom } from './canvas-view.ts';
import { groundPlace } from './ground-place.ts';

/**
 * The dots behind everything: a layer that is only moved, so that nothing is painted while the canvas is panned. While
 * it is zoomed they would be painted anew in every frame, which costs as much as all else, so they are gone until it rests.
 */
export function CanvasGround() {
  const dots = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  const zoom = useCanvasZoom();
  useLayoutEffect(() => {
    const place = ({ transform: [x, y, scale] }: ReactFlowState) => {
      const style = dots.current?.style;
      if (!style) return;
      const ground = groundPlace({ x, y, zoom: scale });
      style.transform = `translate(${ground.x}px, ${ground.y}px)`;
      style.backgroundSize = `${ground.gap}px ${ground.gap}px`;
      style.backgroundPosition = `${-ground.gap / 2}px ${-ground.gap / 2}px`;
      delete dots.current?.dataset.hidden;
    };
    // One step of zoom is shown at once, since the zoom hears of it after its parts; those that follow it closely are not.
    const stop = store.subscribe((now, before) => {
      if (now.transform === before.transform) return;
      if (!zoom.isMoving) place(now);
      else if (now.transform[2] !== before.transform[2] && dots.current) dots.current.dataset.hidden = '';
    });
    const stopAtRest = zoom.followAtRest(() => place(store.getState()));
    return () => {
      stop();
      stopAtRest();
    };
  }, [store, zoom]);
  return (
    <div aria-hidden className={classNames(styles.ground)}>
      <div className={styles.dots} ref={dots} />
    </div>
  );
}
