import type { Finding } from '../../../model/finding.ts';
import type { PersistentMemory } from '../../../model/memory.ts';
import type { RegexCache } from '../../evaluation/regex-cache.ts';
import { mostFindings } from '../gather-findings.ts';
import { dotted, hasRelated, type JudgedRule } from '../judged-rule.ts';
import type { Literal } from '../literal.ts';
import { firingTogether } from '../rule-inclusion.ts';
import { solveField } from '../solve-field.ts';
import { requestWith } from '../witness-request.ts';

/** `unknown-memory`: a rule adds what the catalog does not have. */
export function unknownMemories({ ref, rule, memories }: JudgedRule, known: ReadonlySet<string>): Finding[] {
  return [...memories]
    .filter(memory => !known.has(memory))
    .slice(0, mostFindings + 1)
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
export function* coFiresOverBudget(
  rules: readonly JudgedRule[],
  budget: TokenBudget,
  regexes: RegexCache,
): Generator<void, Finding[]> {
  const costly = rules
    .filter(({ firing }) => firing.kind === 'found')
    .map(rule => ({ rule, cost: cost([rule], budget) }))
    .toSorted((left, right) => right.cost - left.cost);
  const together = createFiringGroup(regexes);
  const brought = new Set<string>();
  let tokens = 0;
  for (const { rule } of costly) {
    yield;
    const more = [...rule.memories].filter(memory => !brought.has(memory));
    const added = more.reduce((sum, memory) => sum + budget.tokensOf(memory), 0);
    if (added === 0 || !together.join(rule)) continue;
    for (const memory of more) brought.add(memory);
    tokens += added;
    if (tokens > budget.limit) return [overBudget(needed(together.rules, budget), budget, regexes)];
  }
  return [];
}

function needed(rules: readonly JudgedRule[], { tokensOf, limit }: TokenBudget): JudgedRule[] {
  const uses = new Map<string, number>();
  for (const { memories } of rules)
    for (const memory of memories) uses.set(memory, (uses.get(memory) ?? 0) + 1);
  let tokens = [...uses.keys()].reduce((sum, memory) => sum + tokensOf(memory), 0);
  return rules.filter(({ memories }) => {
    const lost = [...memories].filter(memory => uses.get(memory) === 1);
    const without = lost.reduce((rest, memory) => rest - tokensOf(memory), tokens);
    if (without <= limit) return true;
    tokens = without;
    for (const memory of memories) uses.set(memory, (uses.get(memory) ?? 0) - 1);
    return false;
  });
}

function overBudget(rules: readonly JudgedRule[], budget: TokenBudget, regexes: RegexCache): Finding {
  const memories = [...new Set(rules.flatMap(rule => [...rule.memories]))];
  const names = rules.map(({ rule }) => `"${rule.name}"`).join(', ');
  const together = firingTogether(rules, regexes);
  return {
    code: 'co-fires-over-budget',
    severity: 'warning',
    possible: false,
    message: `${names} ${rules.length === 1 ? 'alone can' : 'can fire together and'} bring ${cost(rules, budget).toLocaleString('en-US')} tokens; the budget is ${budget.limit.toLocaleString('en-US')}.`,
    rules: rules.map(({ ref }) => ref),
    memories,
    ...(together.kind === 'found' && { witness: requestWith(together.values) }),
  };
}

function cost(rules: readonly JudgedRule[], { tokensOf }: TokenBudget): number {
  const memories = new Set(rules.flatMap(rule => [...rule.memories]));
  return [...memories].reduce((sum, memory) => sum + tokensOf(memory), 0);
}

/** Rules that one request fires all together. */
interface FiringGroup {
  readonly rules: readonly JudgedRule[];
  /** Takes a rule in when a request still fires all of them, and says whether it did. */
  join(rule: JudgedRule): boolean;
}

/**
 * A group that grows rule by rule: only the fields of the newcomer are solved again, since fields are independent, and
 * of these only where it asks something new. What contradicted the group once does so for good, because it only grows.
 */
function createFiringGroup(regexes: RegexCache): FiringGroup {
  const rules: JudgedRule[] = [];
  const byField = new Map<string, Literal[]>();
  const asked = new Map<string, Set<string>>();
  const contradicted = new Map<string, Set<string>>();
  const ancestors = new Set<string>();
  const fits = (rule: JudgedRule): boolean => {
    const fields = [...rule.byField.keys()].map(dotted);
    // An object and what lies in it have to be chosen together.
    const isApart = fields.every(
      field => !hasRelated({ byField, ancestors }, field) && !hasRelated(rule, field),
    );
    const liesAround = [...byField.keys()].some(field => rule.ancestors.has(field));
    if (!isApart || liesAround) return firingTogether([...rules, rule], regexes).kind === 'found';
    return [...rule.byField].every(([field, literals]) => fitsField(field, literals));
  };
  const fitsField = (field: string, literals: readonly Literal[]): boolean => {
    const before = byField.get(field);
    const more = literals.filter(literal => !asked.get(field)?.has(keyOf(literal)));
    if (before && more.length === 0) return true;
    const key = more.map(keyOf).join();
    if (contradicted.get(field)?.has(key)) return false;
    const { kind } = solveField(field, [...(before ?? []), ...more], regexes);
    if (kind === 'none') contradicted.set(field, (contradicted.get(field) ?? new Set()).add(key));
    return kind === 'found';
  };
  return {
    rules,
    join(rule) {
      if (!fits(rule)) return false;
      rules.push(rule);
      for (const [field, literals] of rule.byField) {
        const keys = asked.get(field) ?? new Set<string>();
        const more = literals.filter(literal => !keys.has(keyOf(literal)));
        byField.set(field, [...(byField.get(field) ?? []), ...more]);
        asked.set(field, new Set([...keys, ...more.map(keyOf)]));
      }
      for (const ancestor of rule.ancestors) ancestors.add(ancestor);
      return true;
    },
  };
}

/** The same for literals that ask the same. */
const keyOf = ({ condition, holds }: Literal): string => JSON.stringify([condition, holds]);
