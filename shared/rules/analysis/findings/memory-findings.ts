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

/** So many rules are looked at once more beside the first pass: enough for each choice of a few, and soon done for thousands. */
const mostTries = 5000;
/** So many sets are told: as many as eleven rules can make, and soon enough while somebody edits. */
const mostSets = 500;

/**
 * `co-fires-over-budget`: each set of rules that can fire together, whose memories exceed the budget, and of which none
 * can be spared. Rules are gathered from the most expensive one down as long as one request fires them all, up to the
 * limit; then it goes on without the last of them, and without each after whose choice another was refused. Every set
 * told is true; after `mostSets`, or where more rules would have to be looked at than `mostTries`, `not-all-told` says that
 * others may be.
 */
export function* coFiresOverBudget(
  rules: readonly JudgedRule[],
  budget: TokenBudget,
  regexes: RegexCache,
): Generator<void, Finding[]> {
  const costly = rules
    .filter(({ firing }) => firing.kind === 'found')
    .map(rule => ({ rule, cost: cost([rule], budget) }))
    .toSorted((left, right) => right.cost - left.cost)
    .map(({ rule }) => rule);
  const gathering = gatherRules(costly, budget, regexes);
  const findings: Finding[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    if (findings.length === mostSets || gathering.tries > costly.length + mostTries)
      return [...findings, ...costly.slice(0, 1).map(notAllSets)];
    if ((yield* gathering.fill(from)) && isNeeded(gathering.rules, budget))
      findings.push(overBudget([...gathering.rules], budget, regexes));
    from = gathering.next();
  }
  return findings;
}

const notAllSets = ({ ref }: JudgedRule): Finding => ({
  code: 'not-all-told',
  severity: 'info',
  possible: false,
  message: 'Other sets of rules than those told may exceed the budget together.',
  rules: [ref],
});

interface Gathering {
  /** Those that are taken. */
  readonly rules: readonly JudgedRule[];
  /** How many were looked at until now, those too that bring nothing more: that is what takes time. */
  readonly tries: number;
  /** Takes what fits from a place on, until the limit is passed: then it is true. */
  fill(from: number): Generator<void, boolean>;
  /** Takes choices back up to one that may have kept another out, and says where to go on without it. */
  next(): number | undefined;
}

function gatherRules(costly: readonly JudgedRule[], budget: TokenBudget, regexes: RegexCache): Gathering {
  const rest = tokensFrom(costly, budget);
  const together = createFiringGroup(regexes);
  const brought = new Set<string>();
  const choices: Choice[] = [];
  const count = { tokens: 0, tries: 0 };
  const refuse = () => {
    const last = choices.at(-1);
    if (last) last.hasRefused = true;
  };
  const take = (rule: JudgedRule, at: number): void => {
    count.tries += 1;
    const memories = [...rule.memories].filter(memory => !brought.has(memory));
    const added = memories.reduce((sum, memory) => sum + budget.tokensOf(memory), 0);
    if (added === 0) return;
    if (!together.join(rule)) {
      refuse();
      return;
    }
    for (const memory of memories) brought.add(memory);
    count.tokens += added;
    choices.push({ at, memories, added, hasRefused: false });
  };
  return {
    rules: together.rules,
    get tries() {
      return count.tries;
    },
    *fill(from) {
      for (let at = from; count.tokens + (rest[at] ?? 0) > budget.limit; at += 1) {
        yield;
        const rule = costly[at];
        if (rule === undefined) return false;
        take(rule, at);
        if (count.tokens > budget.limit) {
          // As if the limit had refused the next: without the last one, another may exceed it.
          refuse();
          return true;
        }
      }
      return false;
    },
    next() {
      for (let choice = choices.pop(); choice !== undefined; choice = choices.pop()) {
        together.leave();
        for (const memory of choice.memories) brought.delete(memory);
        count.tokens -= choice.added;
        if (!choice.hasRefused) continue;
        refuse();
        return choice.at + 1;
      }
      return undefined;
    },
  };
}

/** A rule that was taken, what it brings that no earlier one does, and whether another was refused since. */
interface Choice {
  readonly at: number;
  readonly memories: readonly string[];
  readonly added: number;
  hasRefused: boolean;
}

/** Tokens of all memories of the rules from each on: more than that never comes. */
function tokensFrom(rules: readonly JudgedRule[], { tokensOf }: TokenBudget): number[] {
  const seen = new Set<string>();
  const sums: number[] = [];
  let tokens = 0;
  for (const { memories } of rules.toReversed()) {
    for (const memory of memories) if (!seen.has(memory)) tokens += tokensOf(memory);
    for (const memory of memories) seen.add(memory);
    sums.push(tokens);
  }
  return sums.reverse();
}

/** Whether without any one of them the rest is within the budget. */
function isNeeded(rules: readonly JudgedRule[], { tokensOf, limit }: TokenBudget): boolean {
  const uses = new Map<string, number>();
  for (const { memories } of rules)
    for (const memory of memories) uses.set(memory, (uses.get(memory) ?? 0) + 1);
  const tokens = [...uses.keys()].reduce((sum, memory) => sum + tokensOf(memory), 0);
  return rules.every(({ memories }) => {
    const lost = [...memories].filter(memory => uses.get(memory) === 1);
    return lost.reduce((rest, memory) => rest - tokensOf(memory), tokens) <= limit;
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
  /** Gives up the one that joined last. */
  leave(): void;
}

/**
 * A group that grows rule by rule: only the fields of the newcomer are solved again, since fields are independent, and
 * of these only where it asks something new. What contradicted the group once does so as long as who was in it stays.
 */
function createFiringGroup(regexes: RegexCache): FiringGroup {
  const rules: JudgedRule[] = [];
  const byField = new Map<string, Literal[]>();
  const asked = new Map<string, Set<string>>();
  /** By field and what was asked of it: how many rules there were then. */
  const contradicted = new Map<string, Map<string, number>>();
  const ancestors = new Set<string>();
  const undo: (() => void)[] = [];
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
    if (kind === 'none')
      contradicted.set(field, (contradicted.get(field) ?? new Map<string, number>()).set(key, rules.length));
    return kind === 'found';
  };
  return {
    rules,
    join(rule) {
      if (!fits(rule)) return false;
      const fields = [...rule.byField].map(
        ([field]) => [field, byField.get(field), asked.get(field)] as const,
      );
      const newAncestors = [...rule.ancestors].filter(ancestor => !ancestors.has(ancestor));
      rules.push(rule);
      for (const [field, literals] of rule.byField) {
        const keys = asked.get(field) ?? new Set<string>();
        const more = literals.filter(literal => !keys.has(keyOf(literal)));
        byField.set(field, [...(byField.get(field) ?? []), ...more]);
        asked.set(field, new Set([...keys, ...more.map(keyOf)]));
      }
      for (const ancestor of newAncestors) ancestors.add(ancestor);
      undo.push(() => {
        rules.pop();
        for (const [field, literals] of fields) restore(byField, field, literals);
        for (const [field, , keys] of fields) restore(asked, field, keys);
        for (const ancestor of newAncestors) ancestors.delete(ancestor);
        for (const keys of contradicted.values()) forgetAbove(keys, rules.length);
      });
      return true;
    },
    leave: () => undo.pop()?.(),
  };
}

function forgetAbove(keys: Map<string, number>, rules: number): void {
  for (const [key, among] of keys) if (among > rules) keys.delete(key);
}

function restore<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/** The same for literals that ask the same. */
const keyOf = ({ condition, holds }: Literal): string => JSON.stringify([condition, holds]);
