import {
  Panel,
  type ReactFlowState,
  useReactFlow,
  useStore,
  useStoreApi,
  type Viewport,
} from '@xyflow/react';
import { AlignVerticalSpaceAround, Maximize, Minus, Plus, UndoDot } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { runCommand, useProvideCommands } from '../../../stores/commands.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import styles from './Canvas.module.css';
import { canvasWidth } from './geometry.ts';
import { useEngineSize } from './use-groups.ts';

const percentOf = (state: ReactFlowState) => Math.round(state.transform[2] * 100);
const fitOptions = { padding: 0.06, maxZoom: 1 };

/** Offered once there are so many rules that one looks for them. */
const groupable = 12;
const GroupMenu = lazyPart(async () => (await import('./GroupMenu.tsx')).GroupMenu);

interface CanvasToolbarProps {
  readonly engineId: string;
  readonly hasPins: boolean;
}

/** Zoom, fit, back to the start, and arranging where something is pinned; the same by keys. */
export const CanvasToolbar = memo(function CanvasToolbar({ engineId, hasPins }: CanvasToolbarProps) {
  const isLarge = useEngineSize(engineId) >= groupable;
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow();
  const goToStart = useGoToStart();
  useProvideCommands({
    'canvas.zoomIn': { run: () => void zoomIn() },
    'canvas.zoomOut': { run: () => void zoomOut() },
    'canvas.zoomReset': { run: () => void zoomTo(1) },
    'canvas.fit': { run: () => void fitView(fitOptions) },
  });
  return (
    <Panel position="bottom-left">
      <Toolbar aria-label={t('Canvas')} className={classNames(styles.toolbar)}>
        <IconButton icon={Minus} keys="-" name={t('Zoom out')} onPress={() => void zoomOut()} size="s" />
        <Percent />
        <IconButton icon={Plus} keys="+" name={t('Zoom in')} onPress={() => void zoomIn()} size="s" />
        <IconButton
          icon={Maximize}
          keys="1"
          name={t('Fit all rules')}
          onPress={() => void fitView(fitOptions)}
          size="s"
        />
        <IconButton icon={UndoDot} name={t('Back to the first rule')} onPress={goToStart} size="s" />
        {isLarge ? <GroupMenu engineId={engineId} /> : null}
        {hasPins ? (
          <IconButton
            icon={AlignVerticalSpaceAround}
            keys="L"
            name={t('Arrange around what is pinned')}
            onPress={() => runCommand('canvas.arrange')}
            size="s"
          />
        ) : null}
      </Toolbar>
    </Panel>
  );
});

/** Shows an engine from its start when it is opened, and goes on doing so while its place changes, until somebody moves it. */
export function useStartView(engineId: string): void {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore(selectWidth);
  const shown = useRef<{ readonly engineId: string; readonly view: Viewport }>(undefined);
  useEffect(() => {
    if (width === 0) return;
    const isShown = shown.current?.engineId === engineId;
    if (isShown && !isSameView(getViewport(), shown.current?.view)) return;
    const view = startView(width);
    shown.current = { engineId, view };
    void setViewport(view);
  }, [engineId, width, getViewport, setViewport]);
}

/** Nobody reads more of them. */
const percentEveryMs = 100;

/** By itself, so that buttons are not drawn again, and not in every frame of a zoom: a text is laid out. */
function Percent() {
  const store = useStoreApi();
  const [percent, setPercent] = useState(() => percentOf(store.getState()));
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      waiting = undefined;
      setPercent(percentOf(store.getState()));
    };
    show();
    const stop = store.subscribe((now, before) => {
      if (percentOf(now) !== percentOf(before)) waiting ??= setTimeout(show, percentEveryMs);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [store]);
  return <span className={styles.percent}>{percent}%</span>;
}

const margin = 24;
const top = 54;

/** Where the canvas opens: as wide as it fits, never larger than life, first rules in sight. */
function startView(width: number): Viewport {
  const zoom = Math.min(1, Math.max(0.66, (width - 2 * margin) / canvasWidth));
  const x = Math.max(margin, (width - canvasWidth * zoom) / 2);
  return { x, y: top * Math.max(zoom, 0.85), zoom };
}

function isSameView(left: Viewport, right: Viewport | undefined): boolean {
  if (right === undefined) return false;
  return Math.hypot(left.x - right.x, left.y - right.y, left.zoom - right.zoom) < 1e-6;
}

/** Moves the view back to the start. */
function useGoToStart(): () => void {
  const { setViewport } = useReactFlow();
  const width = useStore(selectWidth);
  return useCallback(() => {
    void setViewport(startView(width));
  }, [setViewport, width]);
}

const selectWidth = (state: ReactFlowState) => state.width;
