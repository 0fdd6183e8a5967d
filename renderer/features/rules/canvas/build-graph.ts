import type { Edge, Node, NodeHandle } from '@xyflow/react';
import { Position } from '@xyflow/react';
import { areSame } from '../../../../shared/lists.ts';
import { escapeInvisibleLine } from '../../../../shared/model/escape-invisible.ts';
import type { Layout } from '../../../../shared/model/layout.ts';
import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { t } from '../../../texts/texts.ts';
import { orderedRules } from '../edits/rule-edits.ts';
import { type AlternativeFrame, alternativeFrames } from './alternative-frames.ts';
import { addsY, columns, conditionY, ghostHeight, ruleHeight, variableHeight } from './geometry.ts';
import type { GroupCard, RulesInGroups } from './group-card.ts';
import { type Box, type Contributions, layoutCanvas, type Pins } from './layout-canvas.ts';
import { addsEdgeId, memoryNodeId, ruleNodeId, usesEdgeId, variableNodeId } from './node-ids.ts';

/** Nodes carry ids only; each component reads its own slice of the stores. */
export type CanvasNode =
  | Node<{ engineId: string; ruleId: string; pinned?: true }, 'rule'>
  | Node<{ field: string; pinned?: true }, 'variable'>
  | Node<{ memoryId: string; fired: boolean; pinned?: true }, 'memory'>
  | Node<GroupCard & { engineId: string }, 'ruleGroup'>
  | Node<{ gaps: readonly number[] }, 'alternatives'>
  | Node<{ text: string }, 'heading'>
  | Node<{ engineId: string }, 'ghost'>;

/**
 * What an edge means: a variable is asked for, or a memory is added by a rule that fired, did not, or is muted.
 * `row` is how far below the middle of its card it arrives: at its condition's row. A handle for each row would be
 * measured by the library whenever its card comes into sight.
 */
export type CanvasEdge = Edge<{ look: 'uses' | 'fired' | 'idle' | 'muted'; row?: number }, 'link'>;

export type GroupedRules = RulesInGroups<CanvasNode, CanvasEdge>;

export interface Graph {
  readonly nodes: CanvasNode[];
  readonly edges: CanvasEdge[];
}

/** What is kept of where things stand. */
interface Kept {
  readonly pins: Pins;
  readonly alternatives?: Layout['alternatives'];
}

interface GraphInput {
  readonly engine: ContextRuleEngine;
  readonly memories: Contributions;
  /** Ids of the rules that fire in the current sample. */
  readonly fired: ReadonlySet<string>;
  /** Where somebody put things; most engines have none. */
  readonly layout?: Kept | undefined;
  readonly grouped?: GroupedRules | undefined;
}

/** The canvas as React Flow draws it, computed from the document: nothing is stored beside it. */
export function buildGraph({
  engine,
  memories,
  fired,
  layout: { pins, alternatives = [] } = noLayout,
  grouped,
}: GraphInput): Graph {
  const { engine: shown, cards } = grouped ?? { engine, cards: undefined };
  const layout = layoutCanvas(shown, memories, pins, new Set(cards?.keys()));
  const rules = orderedRules(shown);
  const live = (rule: ContextRule) => engine.enabled && fired.has(rule.id);
  const wanted = new Set(engine.rules.filter(live).flatMap(rule => rule.then.add_memories));
  const frames = alternativeFrames(
    alternatives,
    rules.map(({ id }) => id),
    layout.rules,
  );
  const nodes: CanvasNode[] = [
    ...headings(),
    ...frames.map(frameNode),
    ...[...layout.variables].map(([field, box]) => variableNode(field, box)),
    ...rules.flatMap(rule => {
      const [card, box] = [cards?.get(rule.id), layout.rules.get(rule.id)];
      return card && box ? card.node(box) : ruleNode(engine.id, rule, box);
    }),
    ...[...layout.memories].map(([id, box]) => memoryNode(id, box, wanted.has(id))),
    ...(rules.length === 0 ? [ghostNode(engine.id)] : []),
  ];
  const edges = rules.flatMap(rule => {
    const card = cards?.get(rule.id);
    return card?.edges ?? [...usesEdges(rule), ...addsEdges(rule, live(rule))];
  });
  return { nodes: Object.keys(pins).length === 0 ? nodes : nodes.map(node => markPinned(node, pins)), edges };
}

const noLayout: Kept = { pins: {} };

function markPinned(node: CanvasNode, pins: Pins): CanvasNode {
  if (!pins[node.id]) return node;
  return { ...node, zIndex: 1, data: { ...node.data, pinned: true } } as CanvasNode; // only what can be pinned has a pin
}

/** Keeps the objects that did not change, so that React Flow redraws only what did. */
export function reuseUnchanged<Item extends { id: string }>(before: Item[], after: readonly Item[]): Item[] {
  const known = new Map(before.map(item => [item.id, item]));
  const merged = after.map(item => {
    const old = known.get(item.id);
    return old && JSON.stringify(old) === JSON.stringify(item) ? old : item;
  });
  return areSame(merged, before) ? before : merged;
}

const headingTexts = {
  variable: t('Variables'),
  rule: t('Rules, by priority'),
  memory: t('Memories, by section'),
} as const;

function headings(): CanvasNode[] {
  return (['variable', 'rule', 'memory'] as const).map(column => ({
    id: `heading-${column}`,
    type: 'heading' as const,
    data: { text: headingTexts[column] },
    ...fixed,
    ...placed({ ...columns[column], y: -36, height: 20 }),
  }));
}

/** Nothing of the documents: neither moved nor selected. */
const fixed = { draggable: false, selectable: false } as const;

function variableNode(field: string, box: Box): CanvasNode {
  return {
    id: variableNodeId(field),
    type: 'variable',
    data: { field },
    handles: [sourceHandle('value', box.width, variableHeight / 2)],
    ...placed(box),
  };
}

function ruleNode(engineId: string, rule: ContextRule, box: Box | undefined): CanvasNode[] {
  if (!box) return [];
  const handles = [sourceHandle('adds', box.width, addsY), cardHandle(box)];
  return [
    { id: ruleNodeId(rule.id), type: 'rule', data: { engineId, ruleId: rule.id }, handles, ...placed(box) },
  ];
}

function memoryNode(memoryId: string, box: Box, fired: boolean): CanvasNode {
  return {
    id: memoryNodeId(memoryId),
    type: 'memory',
    data: { memoryId, fired },
    handles: [cardHandle(box)],
    ...placed(box),
  };
}

/** Below the rules and their edges: it takes nothing that is meant for them. */
function frameNode({ ruleIds, box, gaps }: AlternativeFrame): CanvasNode {
  return {
    id: `alternatives-${ruleIds[0]}`,
    type: 'alternatives',
    data: { gaps },
    zIndex: -1,
    style: { pointerEvents: 'none' },
    ...fixed,
    ...placed(box),
  };
}

function ghostNode(engineId: string): CanvasNode {
  return {
    id: 'ghost',
    type: 'ghost',
    data: { engineId },
    ...fixed,
    ...placed({ ...columns.rule, y: 0, height: ghostHeight }),
  };
}

function usesEdges(rule: ContextRule): CanvasEdge[] {
  return rule.when.map((condition, index) => ({
    id: usesEdgeId(rule.id, index),
    type: 'link',
    source: variableNodeId(condition.field),
    sourceHandle: 'value',
    target: ruleNodeId(rule.id),
    targetHandle: cardId,
    ariaLabel: edgeLabel(condition.field, rule.id),
    reconnectable: false,
    data: { look: 'uses', row: conditionY(index) - ruleHeight(rule) / 2 },
  }));
}

function addsEdges(rule: ContextRule, isLive: boolean): CanvasEdge[] {
  const look = !isRuleEnabled(rule) ? 'muted' : isLive ? 'fired' : 'idle';
  return [...new Set(rule.then.add_memories)].map(memoryId => ({
    id: addsEdgeId(rule.id, memoryId),
    type: 'link',
    source: ruleNodeId(rule.id),
    sourceHandle: 'adds',
    target: memoryNodeId(memoryId),
    targetHandle: cardId,
    ariaLabel: edgeLabel(rule.id, memoryId),
    reconnectable: 'target',
    data: { look },
  }));
}

/** Ours, because the canvas would make one of the names as they are. */
export const edgeLabel = (from: string, to: string): string =>
  escapeInvisibleLine(t('Edge from {from} to {to}', { from, to }));

/** Id of the handle that a whole card is: edges arrive at its left side. */
export const cardId = 'card';

export function placed({ x, y, width, height }: Box) {
  return { position: { x, y }, width, height, measured: { width, height } };
}

export function cardHandle({ width, height }: Box): NodeHandle {
  return { id: cardId, type: 'target', position: Position.Left, x: 0, y: 0, width, height };
}

export function sourceHandle(id: string, x: number, y: number): NodeHandle {
  return {
    id,
    type: 'source',
    position: Position.Right,
    x: x - handleSize / 2,
    y: y - handleSize / 2,
    width: handleSize,
    height: handleSize,
  };
}

const handleSize = 8;
