import type { AssembledContext, ContextItem, DroppedItem } from '../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';

/** A small assembly for tests; every part may be replaced. */
export function assembled(parts: {
  context?: AssembledContext['context'];
  trace?: Partial<AssembledContext['trace']>;
  meta?: Partial<AssembledContext['meta']>;
}): AssembledContext {
  return {
    request_id: 'r-1',
    context: parts.context ?? {},
    trace: {
      memory_calls: [],
      rules_applied: [],
      variables_used: [],
      missing_variables: [],
      shadowed_variables: [],
      dropped: [],
      warnings: [],
      stages: [],
      ...parts.trace,
    },
    meta: {
      token_estimate: 0,
      estimator: 'chars4',
      section_tokens: {},
      total_items: 0,
      truncated: false,
      degraded: false,
      duration_ms: 1,
      ...parts.meta,
    },
  };
}

export function item(id: string, content = id, tokens = 10): ContextItem {
  return { id, memory_id: memoryIdOf(id), content, tokens, weight: 2, source: { kind: 'static' } };
}

export function dropped(
  id: string,
  reason: DroppedItem['reason'],
  more: Partial<DroppedItem> = {},
): DroppedItem {
  return { item_id: id, memory_id: memoryIdOf(id), section: 'history', tokens: 10, reason, ...more };
}

export function call(
  memoryId: string,
  more: Partial<AssembledContext['trace']['memory_calls'][number]> = {},
): AssembledContext['trace']['memory_calls'][number] {
  return {
    memory_id: memoryId,
    requested_by: [{ kind: 'explicit' }],
    status: 'ok',
    items: 1,
    kept: 1,
    started_ms: 0,
    duration_ms: 1,
    format: 'prose',
    steps: [],
    ...more,
  };
}

export function memory(
  id: string,
  contribution: Partial<PersistentMemory['contribution']>,
): PersistentMemory {
  return {
    id,
    label: id,
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: { pipeline: [] },
    contribution: { section: 'history', priority: 'medium', format: 'prose', ...contribution },
  };
}

function memoryIdOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}
