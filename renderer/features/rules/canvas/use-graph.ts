import { useMemo, useRef } from 'react';
import { useDocuments } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { useEngine } from '../use-rule.ts';
import { buildGraph, type Graph, reuseUnchanged } from './build-graph.ts';
import { groupNodeId, ruleNodeId } from './node-ids.ts';
import type { HiddenRule } from './together.ts';
import { useGroups } from './use-groups.ts';

const nothing: Graph = { nodes: [], edges: [] };
const noneHidden: readonly HiddenRule[] = [];

/** The graph of an engine in the current sample, and the rules that closed groups hide; objects that did not change stay the same. */
export function useGraph(engineId: string, selected: string | undefined) {
  const engine = useEngine(engineId);
  const memories = useDocuments(state => state.working.memories);
  const layout = useDocuments(state => state.working.layouts[engineId]);
  const rules = useEvaluations(state => state.engines[engineId]?.rules);
  const fired = useMemo(
    () => new Set(rules?.flatMap(rule => (rule.outcome === 'fired' ? rule.rule_id : []))),
    [rules],
  );
  const { grouped, isComing } = useGroups({
    engine,
    layout,
    fired: rules?.length ? fired : undefined,
    selected,
  });
  const last = useRef(nothing);
  const graph = useMemo(() => {
    if (!engine || isComing) return nothing;
    const graph = buildGraph({ engine, memories, fired, layout, grouped });
    const nodes = reuseUnchanged(last.current.nodes, graph.nodes);
    const edges = reuseUnchanged(last.current.edges, graph.edges);
    last.current = { nodes, edges };
    return last.current;
  }, [engine, memories, fired, layout, grouped, isComing]);
  const hidden = useMemo(
    () =>
      grouped
        ? [...grouped.hidden].map(([id, key]) => ({ id: ruleNodeId(id), group: groupNodeId(key) }))
        : noneHidden,
    [grouped],
  );
  return { ...graph, hidden };
}

/** The same things with some of them selected; all others keep their identity. */
export function useSelected<Item extends { id: string }>(items: Item[], selected: readonly string[]): Item[] {
  return useMemo(() => {
    const ids = new Set(selected);
    return items.map(item => (ids.has(item.id) ? { ...item, selected: true } : item));
  }, [items, selected]);
}
