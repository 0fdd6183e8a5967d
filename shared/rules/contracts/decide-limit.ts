import { memoryOrigin } from '../../model/authority.ts';
import type { ContractLimit, ContractVerdict } from '../../model/context-contract.ts';
import { type ContextRequest, type Estimator, estimators } from '../../model/request.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { findRequest, type Question } from './find-request.ts';
import {
  type BringingRule,
  bothFixed,
  type FixedFields,
  fixedBy,
  inOrderOfFields,
  isApart,
  mostFrom,
} from './limit-bound.ts';

/** So many sets of rules are tried before it is said that there are too many. */
const mostSets = 20_000;

/** Whether some request makes rules add more tokens of what is counted than the limit, by any estimator that it may ask for. */
export function* decideLimit(state: ContractLimit, question: Question): Generator<void, ContractVerdict> {
  for (const estimator of question.estimators ?? estimators) {
    const verdict = yield* decideBy(estimator, state, question);
    if (verdict.answer !== 'proved') return verdict;
  }
  return { answer: 'proved', reason: `no request makes rules add more than ${state.tokens} tokens of it` };
}

function* decideBy(
  estimator: Estimator,
  { of, tokens: limit }: ContractLimit,
  question: Question,
): Generator<void, ContractVerdict> {
  const { rules, memories, tokensOf } = question;
  const byId = new Map(memories?.map(memory => [memory.id, memory]));
  const isWritten = (id: string) => tokensOf(id, defaultEstimator) !== undefined;
  const isCounted = (id: string) => {
    if ('memory' in of) return id === of.memory;
    const memory = byId.get(id);
    if (!memory || (of.section !== undefined && memory.contribution.section !== of.section)) return false;
    // Of what is stored nobody knows where it comes from.
    return !('origin' in of) || !isWritten(id) || memoryOrigin(memory) === of.origin;
  };
  const sizes = new Map<string, number>();
  for (const id of new Set(rules.flatMap(rule => rule.then.add_memories).filter(isCounted))) {
    const tokens = tokensOf(id, estimator);
    if (tokens === undefined)
      return {
        answer: 'open',
        reason: isWritten(id)
          ? `${estimator} could not count what "${id}" comes to`
          : `what "${id}" comes to hangs on the request or on what is stored`,
      };
    sizes.set(id, tokens);
  }
  return yield* new LimitSearch({ limit, estimator, sizes, question }).verdict();
}

/** Of requests that ask for none. */
const defaultEstimator: Estimator = 'chars4';

interface CountedLimit {
  readonly limit: number;
  readonly estimator: Estimator;
  readonly sizes: ReadonlyMap<string, number>;
  readonly question: Question;
}

/** Looks for rules that fire together and go over the limit; more of them only add. */
class LimitSearch {
  readonly #limit: number;
  readonly #estimator: Estimator;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #question: Question;
  #tried = 0;
  #doubt: string | undefined;

  constructor({ limit, estimator, sizes, question }: CountedLimit) {
    this.#limit = limit;
    this.#estimator = estimator;
    this.#sizes = sizes;
    this.#question = question;
  }

  *verdict(): Generator<void, ContractVerdict> {
    const { when, rules } = this.#question;
    const fixed = fixedBy(when);
    const bringing = rules
      .map(rule => ({ rule, ids: this.#countedOf(rule), fixed: fixedBy(rule.when) }))
      .filter(one => one.ids.length > 0);
    yield;
    const open = inOrderOfFields(bringing);
    const over = yield* this.#over({ open, fixed, holding: when, added: new Set() });
    if (over) return over;
    return this.#doubt === undefined
      ? { answer: 'proved', reason: `no request makes rules add more than ${this.#limit} tokens of it` }
      : { answer: 'open', reason: this.#doubt };
  }

  /** With the conditions of some rules, which added something, and any of those that may follow. */
  *#over(firing: FiringRules): Generator<void, ContractVerdict | undefined> {
    this.#tried += 1;
    if (this.#tried > mostSets) {
      this.#doubt = 'too many rules fire together';
      return undefined;
    }
    const { holding, added } = firing;
    const found = yield* findRequest({ holding, silent: [] }, this.#question.regexes);
    if (found.kind === 'none') return undefined;
    const size = this.#sizeOf(added);
    if (size > this.#limit && found.kind === 'found') return this.#refuted(size, found.request);
    if (size > this.#limit && found.kind === 'unknown') this.#doubt = found.reason;
    return yield* this.#overWithMore(firing, size);
  }

  #refuted(size: number, request: ContextRequest): ContractVerdict {
    const estimator = this.#estimator;
    const tokens = size.toLocaleString('en-US');
    if (estimator === defaultEstimator)
      return { answer: 'refuted', reason: `here it is ${tokens} tokens`, witness: request };
    return {
      answer: 'refuted',
      reason: `here it is ${tokens} tokens, by ${estimator}`,
      witness: { ...request, constraints: { estimator } },
    };
  }

  *#overWithMore(
    { open, fixed, holding, added }: FiringRules,
    size: number,
  ): Generator<void, ContractVerdict | undefined> {
    const possible = open.filter(one => !isApart(fixed, one.fixed));
    const most = mostFrom(possible, fixed, added, id => this.#sizes.get(id) ?? 0);
    for (const [index, { rule, ids, fixed: own }] of possible.entries()) {
      if (size + (most[index] ?? 0) <= this.#limit) return undefined;
      const more = new Set([...added, ...ids]);
      if (more.size === added.size) continue;
      const over = yield* this.#over({
        open: possible.slice(index + 1),
        fixed: bothFixed(fixed, own),
        holding: [...holding, ...rule.when],
        added: more,
      });
      if (over) return over;
    }
    return undefined;
  }

  #countedOf(rule: ContextRule): string[] {
    return rule.then.add_memories.filter(id => this.#sizes.has(id));
  }

  #sizeOf(ids: ReadonlySet<string>): number {
    return [...ids].reduce((sum, id) => sum + (this.#sizes.get(id) ?? 0), 0);
  }
}

interface FiringRules {
  /** Those that may fire as well. */
  readonly open: readonly BringingRule[];
  readonly holding: readonly Condition[];
  readonly fixed: FixedFields;
  readonly added: ReadonlySet<string>;
}
