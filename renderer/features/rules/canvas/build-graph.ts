import type { Edge, Node, NodeHandle } from '@xyflow/react';
import { Position } from '@xyflow/react';
import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { orderedRules } from '../edits/rule-edits.ts';
import {
  addsY,
  columns,
  conditionY,
  ghostHeight,
  memoryHeight,
  shownConditions,
  variableHeight,
} from './geometry.ts';
import { type Box, type Contributions, layoutCanvas } from './layout-canvas.ts';
import { addsEdgeId, memoryNodeId, ruleNodeId, usesEdgeId, variableNodeId } from './node-ids.ts';

/** Nodes carry ids only; each component reads its own slice of the stores. */
export type CanvasNode =
  | Node<{ engineId: string; ruleId: string }, 'rule'>
  | Node<{ field: string }, 'variable'>
  | Node<{ memoryId: string; fired: boolean }, 'memory'>
  | Node<{ text: string }, 'heading'>
  | Node<{ engineId: string }, 'ghost'>;

/** What an edge means: a variable is asked for, or a memory is added by a rule that fired, did not, or is muted. */
export type CanvasEdge = Edge<{ look: 'uses' | 'fired' | 'idle' | 'muted' }, 'link'>;

export interface Graph {
  readonly nodes: CanvasNode[];
  readonly edges: CanvasEdge[];
}

interface GraphInput {
  readonly engine: ContextRuleEngine;
  readonly memories: Contributions;
  /** Ids of the rules that fire in the current sample. */
  readonly fired: ReadonlySet<string>;
}

/** The canvas as React Flow draws it, computed from the document: nothing is stored beside it. */
export function buildGraph({ engine, memories, fired }: GraphInput): Graph {
  const layout = layoutCanvas(engine, memories);
  const rules = orderedRules(engine);
  const live = (rule: ContextRule) => engine.enabled && fired.has(rule.id);
  const wanted = new Set(rules.filter(live).flatMap(rule => rule.then.add_memories));
  const nodes: CanvasNode[] = [
    ...headings(),
    ...[...layout.variables].map(([field, box]) => variableNode(field, box)),
    ...rules.flatMap(rule => ruleNode(engine.id, rule, layout.rules.get(rule.id))),
    ...[...layout.memories].map(([id, box]) => memoryNode(id, box, wanted.has(id))),
    ...(rules.length === 0 ? [ghostNode(engine.id)] : []),
  ];
  const edges = rules.flatMap(rule => [...usesEdges(rule), ...addsEdges(rule, live(rule))]);
  return { nodes, edges };
}

/** Keeps the objects that did not change, so that React Flow redraws only what did. */
export function reuseUnchanged<Item extends { id: string }>(before: Item[], after: readonly Item[]): Item[] {
  const known = new Map(before.map(item => [item.id, item]));
  const merged = after.map(item => {
    const old = known.get(item.id);
    return old && JSON.stringify(old) === JSON.stringify(item) ? old : item;
  });
  const isSame = merged.length === before.length && merged.every((item, index) => item === before[index]);
  return isSame ? before : merged;
}

const headingTexts = {
  variable: 'Variables',
  rule: 'Rules, by priority',
  memory: 'Memories, by section',
} as const;

function headings(): CanvasNode[] {
  return (['variable', 'rule', 'memory'] as const).map(column => ({
    id: `heading-${column}`,
    type: 'heading' as const,
    data: { text: headingTexts[column] },
    ...placed({ ...columns[column], y: -36, height: 20 }),
  }));
}

function variableNode(field: string, box: Box): CanvasNode {
  return {
    id: variableNodeId(field),
    type: 'variable',
    data: { field },
    handles: [handle('source', 'value', box.width, variableHeight / 2)],
    ...placed(box),
  };
}

function ruleNode(engineId: string, rule: ContextRule, box: Box | undefined): CanvasNode[] {
  if (!box) return [];
  const rows = Math.max(1, Math.min(rule.when.length, shownConditions + 1));
  const targets = Array.from({ length: rows }, (_, index) =>
    handle('target', rowHandle(index), 0, conditionY(index)),
  );
  const handles = [handle('source', 'adds', box.width, addsY), ...targets];
  return [
    { id: ruleNodeId(rule.id), type: 'rule', data: { engineId, ruleId: rule.id }, handles, ...placed(box) },
  ];
}

function memoryNode(memoryId: string, box: Box, fired: boolean): CanvasNode {
  return {
    id: memoryNodeId(memoryId),
    type: 'memory',
    data: { memoryId, fired },
    handles: [handle('target', 'added', 0, memoryHeight / 2)],
    ...placed(box),
  };
}

function ghostNode(engineId: string): CanvasNode {
  return {
    id: 'ghost',
    type: 'ghost',
    data: { engineId },
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
    targetHandle: rowHandle(Math.min(index, shownConditions)),
    reconnectable: false,
    data: { look: 'uses' },
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
    targetHandle: 'added',
    reconnectable: 'target',
    data: { look },
  }));
}

/** Id of the handle in front of a condition's row. */
export const rowHandle = (index: number): string => `row-${index}`;

function placed({ x, y, width, height }: Box) {
  return { position: { x, y }, width, height, measured: { width, height } };
}

function handle(type: 'source' | 'target', id: string, x: number, y: number): NodeHandle {
  const position = type === 'source' ? Position.Right : Position.Left;
  return {
    id,
    type,
    position,
    x: x - handleSize / 2,
    y: y - handleSize / 2,
    width: handleSize,
    height: handleSize,
  };
}

const handleSize = 8;
