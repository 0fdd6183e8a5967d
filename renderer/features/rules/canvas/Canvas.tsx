import '@xyflow/react/dist/base.css';
import { type NodeChange, ReactFlow, ReactFlowProvider, SelectionMode } from '@xyflow/react';
import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { showMemory } from '../../../stores/workspace.ts';
import { classNames } from '../../../ui/class-names.ts';
import { dropOnCanvas, startRule } from '../rule-actions.ts';
import { clearMarked, select, toggleSelected, useSelectedId, useSelectedIds } from '../selection.ts';
import { useDrop } from '../use-drop.ts';
import { AlternativesNode } from './AlternativesNode.tsx';
import type { CanvasEdge, CanvasNode } from './build-graph.ts';
import styles from './Canvas.module.css';
import { CanvasGround } from './CanvasGround.tsx';
import { CanvasMap } from './CanvasMap.tsx';
import { CanvasMenu } from './CanvasMenu.tsx';
import { CanvasToolbar } from './CanvasToolbar.tsx';
import { CanvasView } from './CanvasView.tsx';
import { type ConnectRequest, CreateAndConnect } from './CreateAndConnect.tsx';
import { useZoomLevel } from './canvas-view.ts';
import { describeSelected } from './describe-thing.ts';
import { drawnEdges } from './drawn-edges.ts';
import { EdgeBundles } from './EdgeBundles.tsx';
import { GhostNode } from './GhostNode.tsx';
import { HeadingNode } from './HeadingNode.tsx';
import { LinkEdge } from './LinkEdge.tsx';
import { MemoryNode } from './MemoryNode.tsx';
import { domIdOf, thingOf } from './node-ids.ts';
import { RuleNode } from './RuleNode.tsx';
import { isAdding, useBoxSelection } from './use-box-selection.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useCanvasMenu } from './use-canvas-menu.ts';
import { useConnections } from './use-connections.ts';
import { useFollowSelection } from './use-follow-selection.ts';
import { useGraph, useSelected } from './use-graph.ts';
import { useNodeMoves } from './use-node-moves.ts';
import { usePanLayer } from './use-pan-layer.ts';
import { useStartView } from './use-start-view.ts';
import { useSteadyHandlers } from './use-steady-handlers.ts';
import { VariableNode } from './VariableNode.tsx';

const nodeTypes = {
  rule: RuleNode,
  variable: VariableNode,
  memory: MemoryNode,
  heading: HeadingNode,
  ghost: GhostNode,
  alternatives: AlternativesNode,
};
const edgeTypes = { link: LinkEdge };
const panButtons = [1, 2];
const mapFrom = 50;

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

function CanvasBody({ engineId }: { readonly engineId: string }) {
  const root = useRef<HTMLDivElement>(null);
  const selected = useSelectedId();
  const selectedIds = useSelectedIds(engineId);
  const level = useZoomLevel();
  const { nodes, edges } = useGraph(engineId);
  const moves = useNodeMoves(engineId, useSelected(nodes, selectedIds));
  const box = useBoxSelection(engineId);
  const { single, bundled } = useMemo(
    () => drawnEdges(edges, selectedIds, level),
    [edges, selectedIds, level],
  );
  const shownEdges = useSelected(single, selectedIds);
  const panLayer = usePanLayer(root);
  const [request, setRequest] = useState<ConnectRequest>();
  const menu = useCanvasMenu();
  const connections = useConnections(engineId, setRequest);
  const { isOver, target } = useDrop(dragged => dropOnCanvas(engineId, dragged));
  const onKeyDown = useCanvasKeys({ engineId, nodes, edges, root });
  const handlers = useSteadyHandlers({
    onEdgeClick: (_: unknown, edge: CanvasEdge) => select(edge.id),
    onKeyDown,
    onNodeClick: (event: MouseEvent, node: CanvasNode) => choose(engineId, node.id, isAdding(event)),
    onNodeDoubleClick: (_: unknown, node: CanvasNode) => openMemory(node),
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
  useFollowSelection(selected, nodes);
  return (
    <div className={classNames(styles.canvas, isOver && styles.over)} {...target}>
      <ReactFlow<CanvasNode, CanvasEdge>
        aria-activedescendant={selected === undefined ? undefined : domIdOf(selected)}
        aria-label="Rule canvas: arrows walk, with Shift they select more, with Alt they move; Enter opens, A adds a condition, N makes a rule, P pins"
        className={classNames(styles.flow)}
        connectionRadius={16}
        deleteKeyCode={null}
        disableKeyboardA11y
        edges={shownEdges}
        edgesFocusable={false}
        edgeTypes={edgeTypes}
        maxZoom={1.75}
        minZoom={0.12}
        multiSelectionKeyCode={null}
        nodes={moves.nodes}
        nodesFocusable={false}
        nodeTypes={nodeTypes}
        onlyRenderVisibleElements={nodes.length > mapFrom}
        panOnDrag={panButtons}
        panOnScroll={false}
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
        <CanvasToolbar hasPins={nodes.some(isPinned)} />
      </ReactFlow>
      {request ? <CreateAndConnect onClose={() => setRequest(undefined)} request={request} /> : null}
      {menu.request ? <CanvasMenu engineId={engineId} onClose={menu.close} request={menu.request} /> : null}
      <div aria-live="polite" className={styles.announcement} role="status">
        {describeSelected(selectedIds, selected, engineId)}
      </div>
    </div>
  );
}

/** The library is credited among the licences that come with the program. */
const proOptions = { hideAttribution: true };

function choose(engineId: string, id: string, adds: boolean): void {
  if (!thingOf(id)) return;
  if (adds) toggleSelected(engineId, id);
  else select(id);
}

const isPinned = (node: CanvasNode): boolean => 'pinned' in node.data;

function openMemory(node: CanvasNode): void {
  if (node.type === 'memory') showMemory(node.data.memoryId);
}

function isPane(target: EventTarget): boolean {
  return target instanceof Element && target.classList.contains('react-flow__pane');
}
