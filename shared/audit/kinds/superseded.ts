import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRule } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import type { AuditRule, Found, Prepared } from '../audit-ground.ts';

/** A memory whose place another one took, and which is in every context all the same. */
export const superseded: AuditRule = {
  severity: 'warning',
  *find(ground) {
    const always = alwaysAdded(ground);
    const successors = new Map(
      ground.memories.flatMap(memory => supersededBy(memory).map(id => [id, memory.id] as const)),
    );
    const found: Found[] = [];
    for (const memory of ground.memories) {
      yield;
      const by = successors.get(memory.id) ?? textOf(memory.superseded_by);
      const isOver = by !== undefined || memory.status === 'deprecated';
      const isPinned = memory.contribution.required === true || always.has(memory.id);
      if (!isOver || !isPinned) continue;
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

/** Keys that programs write beside our own: `supersedes` names those that a memory takes the place of. */
function supersededBy({ supersedes }: PersistentMemory): string[] {
  const named: readonly unknown[] = Array.isArray(supersedes) ? supersedes : [supersedes];
  return named.filter(name => typeof name === 'string');
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
