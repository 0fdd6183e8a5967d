import type { ContextRequest } from '../../model/request.ts';
import type { ContextRule } from '../../model/rule.ts';
import { type Asked, type FoundRequest, findAny } from '../contracts/find-request.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { allHold } from '../evaluation/test-condition.ts';
import { outcomeOf, type PlacedRule, type RuleOutcome, ruleCase, ruleGround } from '../testing/rule-case.ts';
import { isNoticed, type TestCase } from '../testing/runnable-test.ts';
import { type Mutant, makeMutants, mutated } from './make-mutants.ts';

/** How a mutant fares: a test fails under it; none does though a request comes out otherwise; it changes nothing; or nobody knows. */
export type MutantFate =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived'; readonly request: ContextRequest }
  | { readonly kind: 'equivalent' }
  | { readonly kind: 'open'; readonly reason: string };

export interface JudgedMutant {
  readonly mutant: Mutant;
  readonly fate: MutantFate;
}

/** What becomes of every mutant of the rules; stops now and then. */
export function* scoreTests(
  cases: readonly TestCase[],
  rules: readonly PlacedRule[],
  regexes: RegexCache,
): Generator<void, JudgedMutant[]> {
  const judged: JudgedMutant[] = [];
  for (const mutant of makeMutants(rules))
    judged.push({ mutant, fate: yield* fateOf(mutant, cases, rules, regexes) });
  return judged;
}

export function* fateOf(
  mutant: Mutant,
  cases: readonly TestCase[],
  rules: readonly PlacedRule[],
  regexes: RegexCache,
): Generator<void, MutantFate> {
  for (const one of cases) {
    const fired = firedUnder(mutant, one, regexes);
    if (fired !== undefined && isNoticed(one, fired)) return { kind: 'killed', by: one.id };
  }
  yield;
  const found = yield* differingRequest(mutant, rules, regexes);
  if (found.kind === 'none') return { kind: 'equivalent' };
  if (found.kind === 'unknown') return { kind: 'open', reason: found.reason };
  return { kind: 'survived', request: found.request };
}

/** The rules that fire under a mutant; undefined where nothing can have changed. */
function firedUnder(mutant: Mutant, one: TestCase, regexes: RegexCache): PlacedRule[] | undefined {
  const { at, change } = mutant;
  const { fired, rules } = one;
  if (change.kind === 'behind')
    return fired.has(at) && fired.has(change.next)
      ? mutated(rules, mutant).filter(rule => fired.has(rule))
      : undefined;
  const fires = change.by !== undefined && firesNow(change.by, change.isSameThen, one, at, regexes);
  if (!fires && !fired.has(at)) return undefined;
  if (fires && fired.has(at) && change.isSameThen) return undefined;
  return mutated(rules, mutant).filter(rule => (rule.rule === change.by ? fires : fired.has(rule)));
}

/** What a rule adds does not change when it fires. */
function firesNow(
  by: ContextRule,
  isSameThen: boolean,
  { fired, variables }: TestCase,
  at: PlacedRule,
  regexes: RegexCache,
): boolean {
  return isSameThen ? allHold(by.when, variables, regexes) : fired.has(at);
}

/** What a request comes to as the rules are, and under a mutant. */
export function outcomesOf(
  mutant: Mutant,
  request: ContextRequest,
  rules: readonly PlacedRule[],
  regexes: RegexCache,
): { readonly before: RuleOutcome; readonly after: RuleOutcome } {
  const under = (acting: readonly PlacedRule[]) =>
    outcomeOf(ruleCase(request, ruleGround([], acting), regexes).fired, request);
  return { before: under(rules), after: under(mutated(rules, mutant)) };
}

/** What a list of fates comes to; `score` is the part of mutants that change something which tests notice, 1 where there is none. */
export function mutationScore(fates: readonly MutantFate[]) {
  const count = (kind: MutantFate['kind']) => fates.filter(fate => fate.kind === kind).length;
  const [killed, survived] = [count('killed'), count('survived')];
  return {
    score: killed + survived === 0 ? 1 : killed / (killed + survived),
    killed,
    survived,
    equivalent: count('equivalent'),
    open: count('open'),
  };
}

/** So many sets of conditions are asked for, for one mutant. */
const mostAsked = 20_000;

/**
 * A request for which the rules come to something else under a mutant: another rule fires, or other memories are added,
 * or in another order. `none` proves that there is no such request.
 */
export function differingRequest(
  mutant: Mutant,
  rules: readonly PlacedRule[],
  regexes: RegexCache,
): Generator<void, FoundRequest> {
  return findAny(differences(mutant, rules), regexes, mostAsked);
}

function* differences({ at, change }: Mutant, rules: readonly PlacedRule[]): Iterable<Asked> {
  const { rule } = at;
  if (change.kind === 'behind') yield* overtaken(at, change.next, rules);
  else if (change.by === undefined) yield { holding: rule.when, silent: [] };
  else if (change.isSameThen) {
    yield { holding: rule.when, silent: [change.by] };
    yield { holding: change.by.when, silent: [rule] };
  } else yield* withoutMemories(at, change.by, rules);
}

const adds = ({ then }: ContextRule, id: string): boolean => then.add_memories.includes(id);

function* withoutMemories(at: PlacedRule, by: ContextRule, rules: readonly PlacedRule[]): Iterable<Asked> {
  const place = rules.indexOf(at);
  const before = ofThem(rules.slice(0, place));
  const behind = ofThem(rules.slice(place + 1));
  const removed = new Set(at.rule.then.add_memories.filter(id => !adds(by, id)));
  for (const memory of removed) {
    const earlier = before.filter(rule => adds(rule, memory));
    const later = behind.filter(rule => adds(rule, memory));
    yield { holding: at.rule.when, silent: [...earlier, ...later] };
    yield* addedLater({ memory, first: at.rule, before, behind });
  }
}

const ofThem = (places: readonly PlacedRule[]): ContextRule[] => places.map(({ rule }) => rule);

interface Removal {
  readonly memory: string;
  readonly first: ContextRule;
  readonly before: readonly ContextRule[];
  readonly behind: readonly ContextRule[];
}

/** Requests in which the memory is added by a later rule instead, and another memory comes before it by that. */
function* addedLater({ memory, first, before, behind }: Removal): Iterable<Asked> {
  const earlier = before.filter(rule => adds(rule, memory));
  const own = first.then.add_memories;
  const passed = new Set(own.slice(0, own.indexOf(memory)));
  for (const [place, second] of behind.entries()) {
    if (!adds(second, memory)) continue;
    const between = behind.slice(0, place);
    const silent = [...earlier, ...between.filter(rule => adds(rule, memory))];
    const theirs = second.then.add_memories;
    const overtaking: readonly (readonly [ContextRule, readonly string[]])[] = [
      [first, own.slice(own.indexOf(memory) + 1)],
      ...between.filter(rule => !adds(rule, memory)).map(rule => [rule, rule.then.add_memories] as const),
      [second, theirs.slice(0, theirs.indexOf(memory))],
    ];
    for (const [rule, ids] of overtaking)
      for (const id of ids)
        if (id !== memory && !passed.has(id))
          yield {
            holding: [...first.when, ...second.when, ...rule.when],
            silent: [...silent, ...before.filter(one => adds(one, id))],
          };
  }
}

/** Requests in which two rules that follow each other add memories that no rule before them did. */
function* overtaken(at: PlacedRule, next: PlacedRule, rules: readonly PlacedRule[]): Iterable<Asked> {
  const before = ofThem(rules.slice(0, rules.indexOf(at)));
  const [mine, theirs] = [at.rule.then.add_memories, next.rule.then.add_memories];
  const first = [...new Set([...mine, ...theirs])];
  const second = [...new Set([...theirs, ...mine])];
  for (const one of mine)
    for (const other of theirs) {
      const isTurned =
        first.indexOf(one) < first.indexOf(other) && second.indexOf(one) > second.indexOf(other);
      if (isTurned)
        yield {
          holding: [...at.rule.when, ...next.rule.when],
          silent: before.filter(rule => adds(rule, one) || adds(rule, other)),
        };
    }
}
