import type { MemoryCall } from '../../../shared/model/assembled-context.ts';
import type { RuleEvaluation, Warning } from '../../../shared/model/evaluation.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import {
  mostSuggested,
  noUnreadable,
  type UnreadableFiles,
  unknownWords,
} from '../../../shared/rules/evaluation/unknown-words.ts';
import { definitionsById } from './definitions-by-id.ts';

type Requester = MemoryCall['requested_by'][number];

/** A memory of this assembly and who asked for it. Without a definition it is only an id (no memories known). */
export interface ResolvedMemory {
  readonly id: string;
  readonly memory: PersistentMemory | undefined;
  readonly requested_by: Requester[];
}

export interface Resolution {
  /** In resolved order. */
  readonly memories: readonly ResolvedMemory[];
  /** `unknown_memory` for what rules ask for and nobody defined, `deprecated_memory`. */
  readonly warnings: readonly Warning[];
}

/** Explicit memories in request order, then what rules add, in the order in which they matched, each once. */
export function resolveMemories(
  request: ContextRequest,
  evaluation: RuleEvaluation,
  memories: readonly PersistentMemory[] | undefined,
  unreadable: UnreadableFiles = noUnreadable,
): Resolution {
  const requesters = new Map<string, Requester[]>();
  const ask = (id: string, requester: Requester) => {
    const known = requesters.get(id);
    if (known === undefined) requesters.set(id, [requester]);
    else known.push(requester);
  };
  for (const id of new Set(request.explicit_memory)) ask(id, { kind: 'explicit' });
  for (const { engine_id, matched_rules } of evaluation.engineResults)
    for (const rule of matched_rules)
      for (const id of new Set(rule.memories)) ask(id, { kind: 'rule', engine_id, rule_id: rule.rule_id });

  const byId = memories && definitionsById(memories);
  const resolved = [...requesters].map(([id, requested_by]) => ({ id, memory: byId?.get(id), requested_by }));
  if (byId === undefined) return { memories: resolved, warnings: [] };
  const compared = resolved.filter(({ memory }) => memory === undefined).slice(0, mostSuggested);
  return {
    memories: resolved.filter(({ memory }) => memory !== undefined),
    warnings: resolved.flatMap(one =>
      warningsOf(one, unreadable, compared.includes(one) ? [...byId.keys()] : []),
    ),
  };
}

function warningsOf(
  { id, memory, requested_by }: ResolvedMemory,
  { memories }: UnreadableFiles,
  known: readonly string[],
): Warning[] {
  if (memory === undefined) {
    const asked = `${requesterWords(requested_by)} for "${id}"`;
    return [{ code: 'unknown_memory', message: `${asked}; ${unknownWords('memory', id, memories, known)}` }];
  }
  if (memory.status === 'deprecated')
    return [{ code: 'deprecated_memory', message: `memory "${id}" is deprecated and was used all the same` }];
  return [];
}

function requesterWords(requested_by: readonly Requester[]): string {
  const rules = requested_by.flatMap(by =>
    by.kind === 'rule' ? [`"${by.rule_id}" of ${by.engine_id}`] : [],
  );
  return rules.length === 0 ? 'the request asks' : `rule ${rules.join(' and ')} asks`;
}
