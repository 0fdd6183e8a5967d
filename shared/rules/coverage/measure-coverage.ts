import type { ContextRequest } from '../../model/request.ts';
import { findAny } from '../contracts/find-request.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import type { PlacedRule, RuleCase } from '../testing/rule-case.ts';
import { type CoverageGoal, coverageGoals } from './coverage-goals.ts';

/** How a goal stands: shown by a case, missing though a request would show it, shown by no request, or nobody knows. */
type GoalState =
  | { readonly kind: 'covered'; readonly by: string }
  | { readonly kind: 'missing'; readonly request: ContextRequest }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'open'; readonly reason: string };

export interface JudgedGoal {
  readonly goal: CoverageGoal;
  readonly state: GoalState;
}

interface NamedCase extends RuleCase {
  readonly id: string;
}

/**
 * How every goal stands. `onMissing` hears of each that no case shows and may add a case that does: the goals that
 * follow count it. Stops after each goal.
 */
export function* measureCoverage(
  given: readonly NamedCase[],
  rules: readonly PlacedRule[],
  regexes: RegexCache,
  onMissing: (goal: CoverageGoal, request: ContextRequest) => NamedCase | undefined = () => undefined,
): Generator<void, JudgedGoal[]> {
  const cases = [...given];
  const judged: JudgedGoal[] = [];
  for (const goal of coverageGoals(rules, regexes)) {
    yield;
    const shown = cases.find(one => goal.isShownBy(one));
    if (shown) {
      judged.push({ goal, state: { kind: 'covered', by: shown.id } });
      continue;
    }
    const state = yield* stateOf(goal, regexes);
    const made = state.kind === 'missing' ? onMissing(goal, state.request) : undefined;
    if (made) cases.push(made);
    judged.push({ goal, state: made ? { kind: 'covered', by: made.id } : state });
  }
  return judged;
}

function* stateOf(goal: CoverageGoal, regexes: RegexCache): Generator<void, GoalState> {
  const found = yield* findAny(goal.asked(), regexes);
  if (found.kind === 'found') return { kind: 'missing', request: found.request };
  return found.kind === 'none' ? { kind: 'unreachable' } : { kind: 'open', reason: found.reason };
}
