import { isJsonEqual } from '../../model/json.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRequest, Estimator } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { demands, denial, type Literal } from '../analysis/literal.ts';
import { solveLiterals } from '../analysis/solve-literals.ts';
import { requestWith } from '../analysis/witness-request.ts';
import { buildLookup } from '../evaluation/build-lookup.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { allHold, type Variables } from '../evaluation/test-condition.ts';

/** What contracts are held against: every engine, since a contract may speak of one that is disabled. */
export interface ContractGround {
  readonly engines: readonly ContextRuleEngine[];
  /** Rules that act, of enabled engines, in the order in which they add. */
  readonly rules: readonly ContextRule[];
  /** Undefined where nobody knows which there are: then no name is unknown. */
  readonly memories: readonly PersistentMemory[] | undefined;
  /**
   * Tokens of what a memory brings for every request that asks for the estimator; undefined where they hang on the request
   * or on what is stored, or where nobody counted them.
   */
  readonly tokensOf: (memoryId: string, estimator: Estimator) => number | undefined;
  /** Those that the requests which are spoken of ask for; absent: any. */
  readonly estimators?: readonly Estimator[];
}

/** A contract's ground with what is the same for all kinds of statements. */
export interface Question extends ContractGround {
  readonly when: readonly Condition[];
  readonly regexes: RegexCache;
}

/** What is asked of a request: conditions that hold, and rules that do not fire. */
export interface Asked {
  readonly holding: readonly Condition[];
  readonly silent: readonly ContextRule[];
}

/** A request that was tried; none, which is proved; or not known, with the reason. */
export type FoundRequest =
  | { readonly kind: 'found'; readonly request: ContextRequest }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** So many sets of conditions are tried, of so many rules at once, before it is said that there are too many. */
const mostTried = 20_000;
const mostSilenced = 500;

/**
 * Finds a request in which all conditions hold and none of the rules fires. A rule is kept from firing by one of its
 * conditions, so each is tried in turn; a request at hand that keeps the rules silent already needs no trying. What is
 * found is true, since it was evaluated. Stops before each of them.
 */
export function* findRequest({ holding, silent }: Asked, regexes: RegexCache): Generator<void, FoundRequest> {
  // What asks for no more than what holds cannot be silent: rules that two engines share are never solved for.
  if (silent.some(rule => rule.when.every(condition => holding.some(other => isSame(condition, other)))))
    return { kind: 'none' };
  const search = { tried: 0, doubts: new Set<string>() };
  const found = yield* tryWith(demands(holding), [...silent]);
  if (found) return { kind: 'found', request: found };
  const [reason] = search.doubts;
  return reason === undefined ? { kind: 'none' } : { kind: 'unknown', reason };

  function* tryWith(
    literals: readonly Literal[],
    open: readonly ContextRule[],
  ): Generator<void, ContextRequest | undefined> {
    yield;
    if (isTooMuch(literals.length - holding.length)) return undefined;
    const solution = solveLiterals(literals, regexes);
    if (solution.kind === 'none') return undefined;
    const request = solution.kind === 'found' ? requestWith(solution.values) : undefined;
    const variables = request && variablesOf(request);
    const loud = open.find(rule => !variables || allHold(rule.when, variables, regexes));
    if (loud === undefined) return settled(request, variables);
    const rest = open.filter(rule => rule !== loud);
    for (const condition of loud.when) {
      const found = yield* tryWith([...literals, denial(condition)], rest);
      if (found || search.tried > mostTried) return found;
    }
    return undefined;
  }

  function isTooMuch(silenced: number): boolean {
    search.tried += 1;
    const isOver = search.tried > mostTried || silenced > mostSilenced;
    if (isOver) search.doubts.add('there are too many ways in which its rules can be silent');
    return isOver;
  }

  function settled(
    request: ContextRequest | undefined,
    variables: Variables | undefined,
  ): ContextRequest | undefined {
    const isTrue =
      variables !== undefined &&
      allHold(holding, variables, regexes) &&
      !silent.some(rule => allHold(rule.when, variables, regexes));
    if (isTrue) return request;
    search.doubts.add(
      request === undefined
        ? 'a pattern, or a number of a demanded shape, hides the answer'
        : 'no request was found that shows it',
    );
    return undefined;
  }
}

/**
 * A request that one of several questions finds: none where none of them does, unknown where that is so of one, or where
 * there are more than `most`. Stops as `findRequest` does.
 */
export function* findAny(
  asked: Iterable<Asked>,
  regexes: RegexCache,
  most = Infinity,
): Generator<void, FoundRequest> {
  let tried = 0;
  let doubt: string | undefined;
  for (const one of asked) {
    tried += 1;
    if (tried > most) return { kind: 'unknown', reason: 'too many rules add the same memories' };
    const found = yield* findRequest(one, regexes);
    if (found.kind === 'found') return found;
    if (found.kind === 'unknown') doubt ??= found.reason;
  }
  return doubt === undefined ? { kind: 'none' } : { kind: 'unknown', reason: doubt };
}

function isSame(one: Condition, other: Condition): boolean {
  if (one === other) return true;
  return one.field === other.field && one.operator === other.operator && isJsonEqual(one.value, other.value);
}

/** Undefined where a name is given twice, which no valid request does. */
function variablesOf(request: ContextRequest): Variables | undefined {
  const { variables, problems } = buildLookup(request);
  return problems.length === 0 ? variables : undefined;
}
