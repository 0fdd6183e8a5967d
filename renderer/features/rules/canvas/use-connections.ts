import type { Connection, FinalConnectionState, HandleType } from '@xyflow/react';
import { useRef } from 'react';
import { edit } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { addRuleMemory, removeRuleMemory, swapRuleMemory } from '../edits/memory-edits.ts';
import { suggestForVariable } from '../edits/suggest-condition.ts';
import { actualOf, dropOnCanvas, startCondition } from '../rule-actions.ts';
import type { CanvasEdge } from './build-graph.ts';
import type { ConnectRequest } from './CreateAndConnect.tsx';
import { thingOf } from './node-ids.ts';

/** What dragging from handle to handle, into the empty, and edge ends off their memory does to the document. */
export function useConnections(engineId: string, askForMemory: (request: ConnectRequest) => void) {
  // A dragged edge end also ends as a connection, and must not ask which memory to create.
  const isMovingEnd = useRef(false);
  return {
    isValidConnection: (link: Connection | CanvasEdge) => meaningOf(link) !== undefined,
    onConnect: (link: Connection) => connect(engineId, link),
    onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      if (!isMovingEnd.current && !state.isValid && !state.toNode)
        connectToEmpty(engineId, event, state, askForMemory);
    },
    onReconnectStart: () => {
      isMovingEnd.current = true;
    },
    onReconnect: (edge: CanvasEdge, link: Connection) => reconnect(engineId, edge, link),
    onReconnectEnd: (
      _: MouseEvent | TouchEvent,
      edge: CanvasEdge,
      __: HandleType,
      state: FinalConnectionState,
    ) => {
      isMovingEnd.current = false;
      if (!state.isValid) disconnect(engineId, edge);
    },
  };
}

/** A rule adds a memory, or a variable is asked for by a rule; nothing else can be connected. */
function meaningOf({ source, target }: { source: string; target: string }): 'adds' | 'uses' | undefined {
  const [from, to] = [thingOf(source)?.kind, thingOf(target)?.kind];
  if (from === 'rule' && to === 'memory') return 'adds';
  return from === 'variable' && to === 'rule' ? 'uses' : undefined;
}

function connect(engineId: string, link: Connection): void {
  const [from, to] = [thingOf(link.source), thingOf(link.target)];
  if (from?.kind === 'rule' && to?.kind === 'memory')
    edit(t('add memory'), draft => addRuleMemory(draft, { engineId, ruleId: from.ruleId }, to.memoryId));
  if (from?.kind === 'variable' && to?.kind === 'rule')
    startCondition({ engineId, ruleId: to.ruleId }, suggestForVariable(from.field, actualOf(from.field)));
}

function connectToEmpty(
  engineId: string,
  event: MouseEvent | TouchEvent,
  state: FinalConnectionState,
  askForMemory: (request: ConnectRequest) => void,
): void {
  const from = thingOf(state.fromNode?.id ?? '');
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  if (from?.kind === 'variable') dropOnCanvas(engineId, { kind: 'variable', field: from.field });
  if (from?.kind === 'rule' && point)
    askForMemory({ at: { engineId, ruleId: from.ruleId }, x: point.clientX, y: point.clientY });
}

function reconnect(engineId: string, edge: CanvasEdge, link: Connection): void {
  const [old, to] = [thingOf(edge.id), thingOf(link.target)];
  if (old?.kind !== 'adds' || to?.kind !== 'memory') return;
  const at: RuleRef = { engineId, ruleId: old.ruleId };
  edit(t('move connection'), draft => swapRuleMemory(draft, at, old.memoryId, to.memoryId));
}

function disconnect(engineId: string, edge: CanvasEdge): void {
  const thing = thingOf(edge.id);
  if (thing?.kind !== 'adds') return;
  edit(t('remove memory'), draft =>
    removeRuleMemory(draft, { engineId, ruleId: thing.ruleId }, thing.memoryId),
  );
}
