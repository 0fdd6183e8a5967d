import type { MemoryCall, Trace } from '../../../shared/model/assembled-context.ts';
import type { RuleEvaluation, Warning } from '../../../shared/model/evaluation.ts';
import type { CalledMemory } from './call-memories.ts';
import type { PlacedItem } from './merge-items.ts';

/** What an assembly did with every candidate. What was dropped and `stages` are added at the end. */
interface TraceParts {
  readonly shadowed: Trace['shadowed_variables'];
  readonly evaluation: RuleEvaluation;
  readonly calls: readonly CalledMemory[];
  readonly kept: readonly PlacedItem[];
  readonly warnings: readonly Warning[];
}

export function buildTrace({
  shadowed,
  evaluation,
  calls,
  kept,
  warnings,
}: TraceParts): Omit<Trace, 'dropped' | 'stages'> {
  return {
    memory_calls: callsWithKept(calls, kept),
    rules_applied: evaluation.engineResults.flatMap(({ engine_id, matched_rules }) =>
      matched_rules.map(rule => ({ engine_id, ...rule })),
    ),
    variables_used: evaluation.variablesUsed,
    missing_variables: missingVariables(calls),
    shadowed_variables: shadowed,
    warnings: [...warnings, ...stepNotes(calls)],
  };
}

function callsWithKept(calls: readonly CalledMemory[], kept: readonly PlacedItem[]): MemoryCall[] {
  const counts = new Map<string, number>();
  for (const { item } of kept) counts.set(item.memory_id, (counts.get(item.memory_id) ?? 0) + 1);
  return calls.map(({ call }) => ({ ...call, kept: counts.get(call.memory_id) ?? 0 }));
}

/** Names nobody provided, in the order they were missed, and the memories that needed them. */
function missingVariables(calls: readonly CalledMemory[]): Trace['missing_variables'] {
  const neededBy = new Map<string, string[]>();
  for (const { memory, outcome } of calls)
    for (const name of outcome.run.missing) neededBy.set(name, [...(neededBy.get(name) ?? []), memory.id]);
  return [...neededBy].map(([name, needed_by]) => ({ name, needed_by }));
}

function stepNotes(calls: readonly CalledMemory[]): Warning[] {
  return calls.flatMap(({ call }) =>
    call.steps.flatMap(({ note, alias }) =>
      note === undefined
        ? []
        : [{ code: note.code, message: `memory "${call.memory_id}", step "${alias}": ${note.message}` }],
    ),
  );
}
