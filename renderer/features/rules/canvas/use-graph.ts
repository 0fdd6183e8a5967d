import { useMemo, useRef } from 'react';
import { useDocuments } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { useEngine } from '../use-rule.ts';
import { buildGraph, type Graph, reuseUnchanged } from './build-graph.ts';

const nothing: Graph = { nodes: [], edges: [] };

/** The graph of an engine in the current sample; objects that did not change stay the same. */
export function useGraph(engineId: string): Graph {
  const engine = useEngine(engineId);
  const memories = useDocuments(state => state.working.memories);
  const layout = useDocuments(state => state.working.layouts[engineId]);
  const rules = useEvaluations(state => state.engines[engineId]?.rules);
  const last = useRef(nothing);
  return useMemo(() => {
    if (!engine) return nothing;
    const fired = new Set(rules?.flatMap(rule => (rule.outcome === 'fired' ? rule.rule_id : [])));
    const graph = buildGraph({ engine, memories, fired, layout });
    const nodes = reuseUnchanged(last.current.nodes, graph.nodes);
    const edges = reuseUnchanged(last.current.edges, graph.edges);
    last.current = { nodes, edges };
    return last.current;
  }, [engine, memories, rules, layout]);
}

/** The same things with some of them selected; all others keep their identity. */
export function useSelected<Item extends { id: string }>(items: Item[], selected: readonly string[]): Item[] {
  return useMemo(() => {
    const ids = new Set(selected);
    return items.map(item => (ids.has(item.id) ? { ...item, selected: true } : item));
  }, [items, selected]);
}
