import { Panel, type ReactFlowState, useReactFlow, useStoreApi } from '@xyflow/react';
import { memo, type PointerEvent, useLayoutEffect, useMemo, useRef, type WheelEvent } from 'react';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { CanvasNode } from './build-graph.ts';
import styles from './Canvas.module.css';
import { farthest } from './canvas-view.ts';
import { mapOf } from './map-of.ts';

/** The whole canvas, small: where the pane is, and a press to go elsewhere. One path draws all nodes. */
export const CanvasMap = memo(function CanvasMap({ nodes }: { readonly nodes: readonly CanvasNode[] }) {
  const map = useMemo(() => mapOf(nodes), [nodes]);
  const frame = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  const { setCenter, zoomTo, getZoom } = useReactFlow();
  useLayoutEffect(() => {
    const place = (state: ReactFlowState) => {
      const [x, y, zoom] = state.transform;
      const box = map.toMap({ x: -x / zoom, y: -y / zoom, width: state.width, height: state.height });
      const style = frame.current?.style;
      if (!style) return;
      // Only moved and scaled, so that nothing is laid out while the canvas is zoomed: as large as it gets, then smaller.
      style.transform = `translate(${box.x}px, ${box.y}px) scale(${farthest / zoom})`;
      style.boxShadow = `inset 0 0 0 ${zoom / farthest}px var(--accent)`;
      style.width = `${box.width / farthest}px`;
      style.height = `${box.height / farthest}px`;
    };
    place(store.getState());
    return store.subscribe(place);
  }, [store, map]);
  const goTo = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { x, y } = map.toCanvas({ x: event.clientX - left, y: event.clientY - top });
    void setCenter(x, y, { zoom: getZoom() });
  };
  const zoom = (event: WheelEvent) => void zoomTo(getZoom() * 2 ** (-event.deltaY / 500));
  return (
    <Panel className={classNames(styles.map)} position="bottom-right">
      <div
        onPointerDown={goTo}
        onPointerMove={goTo}
        onWheel={zoom}
        style={{ width: map.width, height: map.height }}
      >
        <svg
          aria-label={t('Map of the canvas')}
          height={map.height}
          role="img"
          viewBox={map.viewBox}
          width={map.width}
          preserveAspectRatio="none"
        >
          <path d={map.path} />
        </svg>
        <div className={styles.mapFrame} ref={frame} />
      </div>
    </Panel>
  );
});
