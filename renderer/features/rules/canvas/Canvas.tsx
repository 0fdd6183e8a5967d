import '@xyflow/react/dist/base.css';
import {
  BaseEdge,
  type ConnectionState,
  type EdgeProps,
  getBezierPath,
  type NodeChange,
  type NodeProps,
  type OnMove,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useConnection,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { announce } from '../../../stores/announcements.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useFindable } from '../../../ui/findable.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { useSteadyHandlers } from '../../../ui/use-steady-handlers.ts';
import { dropOnCanvas, startRule } from '../rule-actions.ts';
import { clearMarked, select, useSelectedId, useSelectedIds } from '../selection.ts';
import { useDrop } from '../use-drop.ts';
import type { CanvasEdge, CanvasNode } from './build-graph.ts';
import styles from './Canvas.module.css';
import { CanvasGround } from './CanvasGround.tsx';
import { CanvasToolbar, useStartView } from './CanvasToolbar.tsx';
import type { ConnectRequest } from './CreateAndConnect.tsx';
import {
  CanvasViewContext,
  CanvasZoom,
  farthest,
  mapFrom,
  nearest,
  useRestingLevel,
  useZoomLevel,
} from './canvas-view.ts';
import { canvasLabel, canvasWords, describeSelected, findableNodes } from './describe-thing.ts';
import { drawnEdges } from './drawn-edges.ts';
import edgeStyles from './edges.module.css';
import { isInView } from './is-in-view.ts';
import { MemoryNode } from './MemoryNode.tsx';
import { domIdOf, thingOf } from './node-ids.ts';
import nodeStyles from './nodes.module.css';
import { RuleNode } from './RuleNode.tsx';
import { toggleNode } from './together.ts';
import { isAdding, useBoxSelection } from './use-box-selection.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useCanvasMenu } from './use-canvas-menu.ts';
import { useConnections } from './use-connections.ts';
import { useGraph, useSelected } from './use-graph.ts';
import { GroupNode, toggleGroup } from './use-groups.ts';
import { useNodeMoves } from './use-node-moves.ts';
import { VariableNode } from './VariableNode.tsx';

/** What a canvas of a few rules does not show comes when it is needed. */
const CanvasMap = lazyPart(async () => (await import('./CanvasMap.tsx')).CanvasMap);
const EdgeBundles = lazyPart(async () => (await import('./EdgeBundles.tsx')).EdgeBundles);
/** Loaded with the first press of the other button. */
const CanvasMenu = lazyPart(async () => (await import('./CanvasMenu.tsx')).CanvasMenu);
const CreateAndConnect = lazyPart(async () => (await import('./CreateAndConnect.tsx')).CreateAndConnect);
const GhostNode = lazyPart(async () => (await import('./GhostNode.tsx')).GhostNode);
const nodeTypes = {
  rule: RuleNode,
  ruleGroup: GroupNode,
  variable: VariableNode,
  memory: MemoryNode,
  heading: HeadingNode,
  ghost: GhostNode,
  alternatives: AlternativesNode,
};
const edgeTypes = { link: LinkEdge };
const panButtons = [1, 2];

/** Variables, rules and memories of one engine as a graph: seen, dropped on, connected, walked by keys. */
export function Canvas({ engineId }: { readonly engineId: string }) {
  return (
    <ReactFlowProvider>
      <CanvasView>
        <CanvasBody engineId={engineId} />
      </CanvasView>
    </ReactFlowProvider>
  );
}

const selectConnecting = ({ fromNode }: ConnectionState) => fromNode?.type;

/** Tells all nodes how much they show: one listener, where each node's own would be asked in every frame of a pan. */
export function CanvasView({ children }: { readonly children: ReactNode }) {
  const store = useStoreApi();
  const [zoom] = useState(() => new CanvasZoom());
  useLayoutEffect(() => {
    zoom.set(store.getState().transform[2]);
    return store.subscribe(({ transform: [, , now] }, { transform: [, , before] }) => {
      if (now !== before) zoom.move(now);
    });
  }, [zoom, store]);
  const connectingFrom = useConnection(selectConnecting);
  const view = useMemo(() => ({ zoom, connectingFrom }), [zoom, connectingFrom]);
  return <CanvasViewContext value={view}>{children}</CanvasViewContext>;
}

function CanvasBody({ engineId }: { readonly engineId: string }) {
  const root = useRef<HTMLDivElement>(null);
  const selected = useSelectedId();
  const selectedIds = useSelectedIds(engineId);
  const isFar = useRestingLevel() === 'far';
  const { nodes, edges, hidden } = useGraph(engineId, selected);
  const moves = useNodeMoves(engineId, useSelected(nodes, selectedIds));
  const box = useBoxSelection(engineId, hidden);
  const { single, bundled } = useMemo(
    () => drawnEdges(edges, selectedIds, isFar),
    [edges, selectedIds, isFar],
  );
  const shownEdges = useSelected(single, selectedIds);
  const panLayer = usePanLayer(root);
  const [request, setRequest] = useState<ConnectRequest>();
  const menu = useCanvasMenu();
  const connections = useConnections(engineId, setRequest);
  const { isOver, target } = useDrop(dragged => dropOnCanvas(engineId, dragged));
  const onKeyDown = useCanvasKeys({ engineId, nodes, edges, hidden, root });
  const handlers = useSteadyHandlers({
    onEdgeClick: (_: unknown, edge: CanvasEdge) => thingOf(edge.id) && select(edge.id),
    onKeyDown,
    onNodeClick: (event: MouseEvent, { id }: CanvasNode) => {
      if (!thingOf(id)) return;
      if (isAdding(event)) toggleNode(engineId, id, hidden);
      else select(id);
    },
    onNodeDoubleClick: (_: unknown, node: CanvasNode) => openNode(node),
    onNodesChange: (changes: NodeChange<CanvasNode>[]) => {
      moves.follow(changes);
      box.mark(changes);
    },
    onPaneClick: () => {
      clearMarked();
      root.current?.focus();
    },
    onDoubleClick: (event: MouseEvent) => isPane(event.target) && startRule(engineId),
    ...box.handlers,
    ...moves.handlers,
    ...connections,
    ...menu.handlers,
    ...panLayer,
  });
  useStartView(engineId);
  useAnnounced(describeSelected(selectedIds, selected, engineId, nodes));
  useFollowSelection(selected, nodes);
  useFindable(
    root,
    useMemo(() => findableNodes(engineId, [...nodes, ...hidden]), [engineId, nodes, hidden]),
  );
  return (
    <div className={classNames(styles.canvas, isOver && styles.over)} {...target}>
      <ReactFlow<CanvasNode, CanvasEdge>
        aria-activedescendant={selected === undefined ? undefined : domIdOf(selected)}
        ariaLabelConfig={canvasWords}
        aria-label={canvasLabel}
        className={classNames(styles.flow)}
        connectionRadius={16}
        deleteKeyCode={null}
        disableKeyboardA11y
        edges={shownEdges}
        edgesFocusable={false}
        edgeTypes={edgeTypes}
        maxZoom={nearest}
        minZoom={farthest}
        multiSelectionKeyCode={null}
        nodes={moves.nodes}
        nodesFocusable={false}
        nodeTypes={nodeTypes}
        onlyRenderVisibleElements={nodes.length > mapFrom}
        panOnDrag={panButtons}
        panOnScroll
        proOptions={proOptions}
        ref={root}
        selectionKeyCode={null}
        selectionMode={SelectionMode.Partial}
        selectionOnDrag
        tabIndex={0}
        zoomOnDoubleClick={false}
        {...handlers}
      >
        <CanvasGround />
        {bundled.length > 0 ? <EdgeBundles edges={bundled} nodes={nodes} /> : null}
        {nodes.length > mapFrom ? <CanvasMap nodes={nodes} /> : null}
        <CanvasToolbar engineId={engineId} hasPins={nodes.some(isPinned)} />
      </ReactFlow>
      {request ? <CreateAndConnect onClose={() => setRequest(undefined)} request={request} /> : null}
      {menu.request ? <CanvasMenu engineId={engineId} onClose={menu.close} request={menu.request} /> : null}
    </div>
  );
}

/**
 * While the canvas is panned it is a layer of its own, that is moved instead of painted again. Not while it is zoomed:
 * layers keep the sharpness they began with.
 */
function usePanLayer(root: RefObject<HTMLElement | null>): { onMoveStart: OnMove; onMoveEnd: OnMove } {
  const hint = (value: string) => {
    const viewport = root.current?.querySelector<HTMLElement>('.react-flow__viewport');
    if (viewport) viewport.style.willChange = value;
  };
  return {
    onMoveStart: event => hint(event === null || isZooming(event) ? '' : 'transform'),
    onMoveEnd: () => hint(''),
  };
}

/** Two fingers and the wheel pan; with Mod, which a pinch has as well, they zoom. */
const isZooming = (event: NonNullable<Parameters<OnMove>[0]>): boolean =>
  event.type === 'wheel' && (event.ctrlKey || event.metaKey);

/** Says what the arrow keys came to; what is selected as the canvas opens was said where it was selected. */
function useAnnounced(text: string): void {
  const told = useRef(text);
  useEffect(() => {
    if (told.current !== text) announce(text);
    told.current = text;
  }, [text]);
}

/** The library is credited among the licences that come with the program. */
const proOptions = { hideAttribution: true };

const isPinned = (node: CanvasNode): boolean => 'pinned' in node.data;

function openNode(node: CanvasNode): void {
  if (node.type === 'memory') showMemory(node.data.memoryId);
  if (node.type === 'ruleGroup') toggleGroup(node.data.engineId, node.data.key);
}

const isPane = (target: EventTarget): boolean =>
  target instanceof Element && target.classList.contains('react-flow__pane');

/** The title of a column. */
function HeadingNode({ data }: NodeProps & { readonly data: { readonly text: string } }) {
  const level = useZoomLevel();
  return <h3 className={classNames(nodeStyles.heading, nodeStyles[level])}>{data.text}</h3>;
}

/** A frame around rules of which any one is enough. The "or" between them is read out with each rule. */
function AlternativesNode({ data }: NodeProps & { readonly data: { readonly gaps: readonly number[] } }) {
  return (
    <div aria-hidden className={nodeStyles.alternatives}>
      {data.gaps.map(y => (
        <span className={nodeStyles.or} key={y} style={{ top: y }}>
          {t('or')}
        </span>
      ))}
    </div>
  );
}

/** A line that means "asks for" or "adds": thick and green when its rule fired, dashed when it is muted. */
function LinkEdge(props: EdgeProps<CanvasEdge>) {
  const [path] = getBezierPath({ ...props, targetY: props.targetY + (props.data?.row ?? 0) });
  return (
    <BaseEdge
      className={classNames(
        edgeStyles.link,
        edgeStyles[props.data?.look ?? 'idle'],
        props.selected && edgeStyles.selected,
      )}
      interactionWidth={18}
      path={path}
    />
  );
}

/** Brings what is selected into sight when it is not: a rule just added, or chosen from the palette or a trace. */
function useFollowSelection(selected: string | undefined, nodes: readonly CanvasNode[]): void {
  const { setCenter, getViewport } = useReactFlow();
  const pane = useStoreApi();
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const node = nodes.find(candidate => candidate.id === selected);
    const { width, height } = pane.getState();
    if (!node || width === 0 || followed.current === selected) return;
    followed.current = selected;
    const { x, y } = node.position;
    const box = { x, y, width: node.width ?? 0, height: node.height ?? 0 };
    const viewport = getViewport();
    if (isInView(box, viewport, { width, height })) return;
    void setCenter(x + box.width / 2, y + box.height / 2, { zoom: viewport.zoom });
  }, [selected, nodes, pane, getViewport, setCenter]);
}
