import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Canvas.module.css';
import { groundPlace } from './ground-place.ts';

/** The dots behind everything: a layer that is only moved, so that nothing is painted while the canvas is panned. */
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
    };
    place(store.getState());
    return store.subscribe((now, before) => {
      if (now.transform !== before.transform) place(now);
    });
  }, [store]);
  return (
    <div aria-hidden className={classNames(styles.ground)}>
      <div className={styles.dots} ref={dots} />
    </div>
  );
}
