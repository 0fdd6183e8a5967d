import type { Finding } from '../../../../shared/model/finding.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import { createFiringGroup } from '../firing-group.ts';
import type { JudgedRule } from '../judged-rule.ts';
import { firingTogether } from '../rule-inclusion.ts';
import { requestWith } from '../witness-request.ts';

/** `unknown-memory`: a rule adds what the catalog does not have (A2). */
export function unknownMemories({ ref, rule, memories }: JudgedRule, known: ReadonlySet<string>): Finding[] {
  return [...memories]
    .filter(memory => !known.has(memory))
    .map(memory => ({
      code: 'unknown-memory',
      severity: 'error',
      possible: false,
      message: `"${rule.name}" adds "${memory}", and no memory has that id.`,
      rules: [ref],
      memories: [memory],
    }));
}

/** `unused-memory`: no rule that can be evaluated adds it; it can still be asked for by name. */
export function unusedMemories(
  rules: readonly JudgedRule[],
  memories: readonly PersistentMemory[],
): Finding[] {
  const used = new Set(rules.flatMap(rule => [...rule.memories]));
  return memories
    .filter(({ id, status }) => status === 'active' && !used.has(id))
    .map(({ id, label }) => ({
      code: 'unused-memory',
      severity: 'info',
      possible: false,
      message: `No rule adds "${label}" (${id}).`,
      rules: [],
      memories: [id],
    }));
}

/** Tokens that a memory is expected to bring, and the limit to hold them against. */
export interface TokenBudget {
  readonly limit: number;
  readonly tokensOf: (memoryId: string) => number;
}

/**
 * `co-fires-over-budget`: rules that can fire together and whose memories exceed the budget. Rules are gathered
 * from the most expensive one down as long as one request fires them all; what is not needed for the excess is
 * left out again. Every set told is true; sets that this order does not meet are not told.
 */
export function coFiresOverBudget(
  rules: readonly JudgedRule[],
  budget: TokenBudget,
  regexes: RegexCache,
): Finding[] {
  const costly = rules
    .filter(({ firing }) => firing.kind === 'found')
    .toSorted((left, right) => cost([right], budget) - cost([left], budget));
  const together = createFiringGroup(regexes);
  const brought = new Set<string>();
  let tokens = 0;
  for (const rule of costly) {
    const more = [...rule.memories].filter(memory => !brought.has(memory));
    const added = more.reduce((sum, memory) => sum + budget.tokensOf(memory), 0);
    if (added === 0 || !together.join(rule)) continue;
    for (const memory of more) brought.add(memory);
    tokens += added;
    if (tokens > budget.limit) return [overBudget(needed(together.rules, budget), budget, regexes)];
  }
  return [];
}

function needed(rules: readonly JudgedRule[], budget: TokenBudget): JudgedRule[] {
  return rules.reduce<JudgedRule[]>(
    (kept, rule) => {
      const without = kept.filter(other => other !== rule);
      return cost(without, budget) > budget.limit ? without : kept;
    },
    [...rules],
  );
}

function overBudget(rules: readonly JudgedRule[], budget: TokenBudget, regexes: RegexCache): Finding {
  const memories = [...new Set(rules.flatMap(rule => [...rule.memories]))];
  const names = rules.map(({ rule }) => `"${rule.name}"`).join(', ');
  const together = firingTogether(rules, regexes);
  return {
    code: 'co-fires-over-budget',
    severity: 'warning',
    possible: false,
    message: `${names} ${rules.length === 1 ? 'alone can' : 'can fire together and'} bring ${cost(rules, budget)} tokens; the budget is ${budget.limit}.`,
    rules: rules.map(({ ref }) => ref),
    memories,
    ...(together.kind === 'found' && { witness: requestWith(together.values) }),
  };
}

function cost(rules: readonly JudgedRule[], { tokensOf }: TokenBudget): number {
  const memories = new Set(rules.flatMap(rule => [...rule.memories]));
  return [...memories].reduce((sum, memory) => sum + tokensOf(memory), 0);
}
