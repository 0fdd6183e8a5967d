import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRule } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import type { AuditRule, Found, Prepared } from '../audit-ground.ts';

/** A memory whose place another one took, and which is in every context all the same. */
export const superseded: AuditRule = {
  severity: 'warning',
  *find(ground) {
    const always = alwaysAdded(ground);
    const successors = successorsOf(ground.memories);
    const found: Found[] = [];
    for (const memory of ground.memories) {
      yield;
      if (memory.contribution.required !== true && !always.has(memory.id)) continue;
      const by = successorOf(memory.id, successors);
      if (by === undefined && memory.status !== 'deprecated') continue;
      found.push({
        memory_id: memory.id,
        message: `${by === undefined ? 'is deprecated' : `is superseded by "${by}"`}, and ${always.has(memory.id) ? 'a rule that always fires adds it' : 'is still required'}`,
        ...(by !== undefined && { other: { kind: 'memory', id: by } as const }),
        mend: { do: 'unpin' },
        mend_label: 'Unpin it',
      });
    }
    return found;
  },
};

/** Whether a rule fires for every request. */
export const isAlways = (rule: ContextRule): boolean => isRuleEnabled(rule) && rule.when.length === 0;

const alwaysAdded = ({ engines }: Prepared): Set<string> =>
  new Set(
    engines
      .filter(({ enabled }) => enabled)
      .flatMap(({ rules }) => rules.filter(isAlways))
      .flatMap(({ then }) => then.add_memories),
  );

/** By id, the ids of what took a memory's place, by keys that programs write beside our own: either side may say it. */
type Successors = ReadonlyMap<string, readonly string[]>;

function successorsOf(memories: readonly PersistentMemory[]): Successors {
  const pairs = memories.flatMap(({ id, supersedes, superseded_by }) => [
    ...namesIn(supersedes).map(before => [before, id] as const),
    ...namesIn(superseded_by).map(after => [id, after] as const),
  ]);
  const groups = [...Map.groupBy(pairs, ([before]) => before)];
  return new Map(groups.map(([before, named]) => [before, named.map(([, after]) => after)]));
}

/** Of those that supersede each other none has taken the place of the others. */
function successorOf(id: string, successors: Successors): string | undefined {
  return [...after(id, successors)].find(other => !after(other, successors).has(id));
}

/** All that come after one, the nearest first. */
function after(id: string, successors: Successors): Set<string> {
  const found = new Set(successors.get(id));
  // A set that grows is gone through to its end.
  for (const one of found) for (const next of successors.get(one) ?? []) found.add(next);
  return found;
}

function namesIn(value: unknown): string[] {
  const named: readonly unknown[] = Array.isArray(value) ? value : [value];
  return named.filter((name): name is string => typeof name === 'string' && name !== '');
}
