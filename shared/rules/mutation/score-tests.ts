import type { ContextRequest } from '../../model/request.ts';
import type { ContextRule } from '../../model/rule.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { allHold } from '../evaluation/test-condition.ts';
import { outcomeOf, type PlacedRule, type RuleOutcome, ruleCase, ruleGround } from '../testing/rule-case.ts';
import { isNoticed, type TestCase } from '../testing/runnable-test.ts';
import { differingRequest } from './differing-request.ts';
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
