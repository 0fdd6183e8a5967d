import type { ContextRequest } from '../../model/request.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { mapInSteps } from '../../stretches.ts';
import { type Asked, type FoundRequest, findRequest } from '../contracts/find-request.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { type PlacedRule, ruleNameOf } from '../testing/rule-case.ts';

/** Whether two lists of rules do the same for every request; `different` by a request that was evaluated. */
export type BehaviourVerdict =
  | { readonly answer: 'equivalent' }
  | { readonly answer: 'different'; readonly witness: ContextRequest }
  | { readonly answer: 'open'; readonly reason: string };

/** So many steps are made, fewer with many rules since each looks at more, before it is said that there are too many. */
const stepsFor = (rules: number): number =>
  Math.max(20_000, Math.min(1_000_000, 1_000_000_000 / (rules + 1)));

/**
 * Decides whether every request gets the same memories in the same order, and with `fired` also the same rules. Requests
 * that name engines themselves are not spoken of. Stops again and again.
 */
export function* decideBehaviour(
  before: readonly PlacedRule[],
  after: readonly PlacedRule[],
  regexes: RegexCache,
  fired = false,
): Generator<void, BehaviourVerdict> {
  const left = yield* mapInSteps(before, ({ rule }, place) => keyed(rule, place));
  const right = yield* mapInSteps(after, ({ rule }, place) => keyed(rule, place));
  const search = { steps: stepsFor(left.length + right.length), regexes };
  // In this order: what is asked of the order of memories holds only where both sides add the same ones.
  for (const asked of [
    addedByOne(left, right),
    overtaken(left, right),
    fired ? firedByOne(before, after) : [],
  ]) {
    const verdict = yield* unlessFound(asked, search);
    if (verdict.answer !== 'equivalent') return verdict;
  }
  return { answer: 'equivalent' };
}

/** Equivalent where none of the requests exists. */
function* unlessFound(
  asked: Iterable<Asked | undefined>,
  search: { steps: number; readonly regexes: RegexCache },
): Generator<void, BehaviourVerdict> {
  let doubt: string | undefined;
  for (const found of findEach(asked, search.regexes)) {
    yield;
    search.steps -= 1;
    if (search.steps < 0) return { answer: 'open', reason: 'too many rules add the same memories' };
    if (found?.kind === 'found') return { answer: 'different', witness: found.request };
    if (found?.kind === 'unknown') doubt ??= found.reason;
  }
  return doubt === undefined ? { answer: 'equivalent' } : { answer: 'open', reason: doubt };
}

/** What each search found, and undefined for each step on the way. */
function* findEach(
  asked: Iterable<Asked | undefined>,
  regexes: RegexCache,
): Generator<FoundRequest | undefined, void> {
  for (const one of asked) {
    yield undefined;
    if (one === undefined) continue;
    const search = findRequest(one, regexes);
    let step = search.next();
    for (; !step.done; step = search.next()) yield undefined;
    yield step.value;
  }
}

/** A rule with what it asks, written so that rules that ask the same are told by a glance. */
interface KeyedRule {
  readonly rule: ContextRule;
  readonly place: number;
  readonly asks: string;
  readonly memories: readonly string[];
}

const keyed = (rule: ContextRule, place: number): KeyedRule => ({
  rule,
  place,
  asks: asksOf(rule.when),
  memories: [...new Set(rule.then.add_memories)],
});

/** The order of conditions is nothing that a rule asks. */
function asksOf(conditions: readonly Condition[]): string {
  const each = conditions.map(({ field, operator, value }) => JSON.stringify([field, operator, value]));
  return [...new Set(each)].sort().join();
}

function byMemory(rules: readonly KeyedRule[]): Map<string, KeyedRule[]> {
  const found = new Map<string, KeyedRule[]>();
  for (const one of rules)
    for (const memory of one.memories) {
      const adding = found.get(memory);
      if (adding) adding.push(one);
      else found.set(memory, [one]);
    }
  return found;
}

/** Requests in which rules of one side add what no rule of the other does. Undefined stands for a step without one. */
function* addedByOne(
  left: readonly KeyedRule[],
  right: readonly KeyedRule[],
): Generator<Asked | undefined, void> {
  for (const [mine, theirs] of [
    [left, right],
    [right, left],
  ] as const) {
    const adding = byMemory(theirs);
    yield undefined;
    const same = new Set(theirs.flatMap(({ asks, memories }) => memories.map(memory => `${memory} ${asks}`)));
    for (const { rule, asks, memories } of mine) {
      yield undefined;
      for (const memory of memories)
        if (!same.has(`${memory} ${asks}`))
          yield { holding: rule.when, silent: (adding.get(memory) ?? []).map(one => one.rule) };
    }
  }
}

/** The first that fires of the rules that add one of two memories says which of them comes first. */
interface LabelledRule extends KeyedRule {
  readonly first: string;
}

/** Requests in which two memories that both sides add stand in another order. */
function* overtaken(
  left: readonly KeyedRule[],
  right: readonly KeyedRule[],
): Generator<Asked | undefined, void> {
  const [mine, theirs] = [byMemory(left), byMemory(right)];
  const touched = touchedMemories(left, right);
  const done = new Set<string>();
  for (const one of touched) {
    done.add(one);
    for (const other of mine.keys()) {
      if (done.has(other) || !theirs.has(other)) continue;
      yield undefined;
      const [here, there] = [labelled(mine, one, other), labelled(theirs, one, other)];
      if (!isSameOrder(here, there)) yield* overtakenOf(here, there);
    }
  }
}

function* overtakenOf(
  left: readonly LabelledRule[],
  right: readonly LabelledRule[],
): Generator<Asked | undefined, void> {
  for (const [at, mine] of left.entries())
    for (const [place, theirs] of right.entries()) {
      if (mine.first === theirs.first) continue;
      yield undefined;
      const silent = [...before(left, at), ...before(right, place)];
      if (silent.some(({ asks }) => asks === mine.asks || asks === theirs.asks)) continue;
      yield {
        holding: [...mine.rule.when, ...theirs.rule.when],
        silent: silent.map(({ rule }) => rule),
      };
    }
}

/** Rules before this one that would put the other memory first; those of its own kind may fire as well. */
function before(rules: readonly LabelledRule[], at: number): LabelledRule[] {
  return rules.slice(0, at).filter(({ first }) => first !== rules[at]?.first);
}

function isSameOrder(left: readonly LabelledRule[], right: readonly LabelledRule[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ asks, first }, at) => asks === right[at]?.asks && first === right[at]?.first)
  );
}

/** Rules that add one of two memories, in their order. */
function labelled(
  adding: ReadonlyMap<string, readonly KeyedRule[]>,
  one: string,
  other: string,
): LabelledRule[] {
  const rules = new Set([...(adding.get(one) ?? []), ...(adding.get(other) ?? [])]);
  return [...rules]
    .sort((left, right) => left.place - right.place)
    .map(rule => ({
      ...rule,
      first: rule.memories.find(memory => memory === one || memory === other) ?? one,
    }));
}

/** Memories of rules that stand neither at the beginning nor at the end that both sides share: only they can change places. */
function touchedMemories(left: readonly KeyedRule[], right: readonly KeyedRule[]): Set<string> {
  const isSame = (one: KeyedRule | undefined, other: KeyedRule | undefined) =>
    one !== undefined &&
    one.asks === other?.asks &&
    one.memories.length === other.memories.length &&
    one.memories.every((memory, at) => memory === other.memories[at]);
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && isSame(left[start], right[start])) start += 1;
  let end = 0;
  while (end < most - start && isSame(left.at(-1 - end), right.at(-1 - end))) end += 1;
  const middle = [left, right].flatMap(rules => rules.slice(start, rules.length - end));
  return new Set(middle.flatMap(({ memories }) => memories));
}

/** Requests in which a rule fires on one side only. */
function* firedByOne(
  before: readonly PlacedRule[],
  after: readonly PlacedRule[],
): Generator<Asked | undefined, void> {
  for (const [mine, others] of [
    [before, after],
    [after, before],
  ] as const) {
    const theirs = new Map(others.map(one => [ruleNameOf(one), one.rule]));
    for (const one of mine) {
      const { rule } = one;
      const other = theirs.get(ruleNameOf(one));
      const isSame = other !== undefined && asksOf(other.when) === asksOf(rule.when);
      yield isSame ? undefined : { holding: rule.when, silent: other === undefined ? [] : [other] };
    }
  }
}
