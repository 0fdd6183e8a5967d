import { unreachable } from '../../contract/errors.ts';
import type { AssembledContext } from '../../model/assembled-context.ts';
import type { ContextContract, ContractState } from '../../model/context-contract.ts';
import type { Expectation } from '../../model/context-test.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import { withNearest } from '../../model/near-names.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import { atOnce } from '../../stretches.ts';
import { contractSentence } from '../contracts/contract-sentence.ts';
import { decideContract, unknownName } from '../contracts/decide-contract.ts';
import {
  breakOf,
  differenceOf,
  type FinalContext,
  finalContext,
  isReached,
} from '../contracts/final-context.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { allHold } from '../evaluation/test-condition.ts';
import {
  contractHolds,
  holdsHere,
  type Judgement,
  judgeExpectation,
  type Observed,
} from './judge-expectation.ts';
import { type PlacedRule, type RuleCase, ruleNameOf } from './rule-case.ts';

/** The contracts that tests may name, and what these speak of; without `memories` no name of one is unknown. */
export interface KnownContracts {
  readonly contracts: readonly ContextContract[];
  readonly engines: readonly ContextRuleEngine[];
  readonly memories?: readonly PersistentMemory[] | undefined;
}

/** What was assembled for a request: with all engines, and with each of those alone that a contract compares. */
export interface AssembledFor {
  readonly whole: AssembledContext;
  readonly alone: ReadonlyMap<string, FinalContext>;
}

/** What a contract comes to for one request of which these rules fire, in their order. */
export type ContractOf = (id: string, fired: readonly PlacedRule[], assembled?: AssembledFor) => Judgement;

/** Contracts as one request meets them. */
export function contractsMet(
  asked: Pick<RuleCase, 'request' | 'variables'>,
  known: KnownContracts,
  regexes: RegexCache,
): ContractOf {
  return (id, fired, assembled) => {
    const contract = known.contracts.find(one => one.id === id);
    if (contract === undefined)
      return { expected: contractHolds(id), ...failed(noContract(id, known.contracts)) };
    const { memories, engines } = known;
    const unknown = unknownName(contract.state, { engines, memories });
    const silence = silenceOf(contract, asked, regexes);
    const found =
      unknown !== undefined
        ? failed(`there is no ${unknown}`)
        : silence !== undefined
          ? passed(silence)
          : contract.after === 'budget'
            ? inContext(contract.state, assembled)
            : byRules(contract.state, { asked, known, regexes, fired, assembled });
    return { expected: `${contractHolds(id)}: ${contractSentence(contract)}`, ...found };
  };
}

/** As `judgeExpectation`, but that what there is not does not fire or is not there meets nothing: it would for ever. */
export function judgeOfKnown(
  expectation: Expectation,
  seen: Observed,
  { engines, memories }: Omit<KnownContracts, 'contracts'>,
): Judgement {
  const judged = judgeExpectation(expectation, seen);
  const state = judged.state === 'failed' ? undefined : absenceIn(expectation);
  const unknown = state && unknownName(state, { engines, memories });
  return unknown === undefined ? judged : { ...judged, ...failed(`there is no ${unknown}`) };
}

/** What is expected not to be there, or to be small, as contracts say it. */
function absenceIn(expectation: Expectation): ContractState | undefined {
  if (expectation.kind === 'silent') return { kind: 'reachable', rule: expectation.rule };
  if (expectation.kind === 'excluded') return { kind: 'never', memory: expectation.memory };
  const of = expectation.kind === 'tokens' ? expectation.of : undefined;
  return of && 'memory' in of ? { kind: 'never', memory: of.memory } : undefined;
}

const noContract = (id: string, contracts: KnownContracts['contracts']): string =>
  withNearest(
    `there is no contract "${id}"`,
    id,
    contracts.map(one => one.id),
  );

type Found = Pick<Judgement, 'state' | 'actual'>;
const passed = (actual: string): Found => ({ state: 'passed', actual });
const failed = (actual: string): Found => ({ state: 'failed', actual });
const notYet: Found = { state: 'open', actual: 'not assembled yet' };

const brokenBy = (reason: string | undefined): Found =>
  reason === undefined ? passed(holdsHere) : failed(reason);

/** Why a contract says nothing of a request; undefined where it does. */
function silenceOf(
  { when = [] }: ContextContract,
  { request, variables }: Pick<RuleCase, 'request' | 'variables'>,
  regexes: RegexCache,
): string | undefined {
  if (request.explicit_memory?.length || request.rule_engine_ids !== undefined)
    return 'it does not speak of requests that name memories or engines themselves';
  return allHold(when, variables, regexes) ? undefined : 'its conditions do not hold for this request';
}

interface RulesSeen {
  readonly asked: Pick<RuleCase, 'variables'>;
  readonly known: KnownContracts;
  readonly regexes: RegexCache;
  readonly fired: readonly PlacedRule[];
  readonly assembled: AssembledFor | undefined;
}

/** What holds for every request where exactly the rules act that fire for this one, without conditions, holds for it. */
function byRules(state: ContractState, seen: RulesSeen): Found {
  const { known, regexes, fired, assembled } = seen;
  if (state.kind === 'reachable')
    return brokenBy(
      fired.some(one => ruleNameOf(one) === state.rule) ? undefined : `"${state.rule}" does not fire here`,
    );
  if (state.kind === 'limit' && assembled === undefined) return notYet;
  const ground = {
    engines: known.engines.map(engine => ({ ...engine, rules: firingOf(engine, seen) })),
    rules: fired.map(unconditional),
    memories: known.memories,
    // Counted already, by the estimator that this one request asks for.
    tokensOf: (id: string) => assembled && tokensBrought(id, assembled.whole),
    estimators: ['chars4'] as const,
  };
  const { answer, reason } = atOnce(decideContract({ state }, ground, regexes));
  switch (answer) {
    case 'proved':
    case 'checked':
      return brokenBy(undefined);
    case 'refuted':
      return brokenBy(reason);
    case 'open':
      return { state: 'open', actual: reason };
    default:
      return unreachable(answer);
  }
}

const unconditional = ({ rule }: Pick<PlacedRule, 'rule'>) => ({ ...rule, when: [] });

/** Engines that are disabled may be compared too: of these none is among the rules that fired. */
function firingOf({ id, enabled, rules }: ContextRuleEngine, { asked, regexes, fired }: RulesSeen) {
  if (enabled) return fired.filter(({ engineId }) => engineId === id).map(unconditional);
  return rules
    .filter(rule => isRuleEnabled(rule) && allHold(rule.when, asked.variables, regexes))
    .map(rule => unconditional({ rule }));
}

/** Tokens that a memory brings before the budget takes some. */
function tokensBrought(id: string, { context, trace }: AssembledContext): number {
  const kept = Object.values(context).flat();
  const cut = trace.dropped.filter(({ reason }) => reason === 'budget');
  return [...kept, ...cut]
    .filter(({ memory_id }) => memory_id === id)
    .reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Of what is in the final context. */
function inContext(state: ContractState, assembled: AssembledFor | undefined): Found {
  if (assembled === undefined) return notYet;
  const { whole, alone } = assembled;
  switch (state.kind) {
    case 'equivalent': {
      const [left, right] = state.engines.map(id => alone.get(id));
      return left && right ? brokenBy(differenceOf(state.engines, left, right)) : notYet;
    }
    case 'reachable': {
      const isThere = isReached(state.rule, finalContext(whole));
      return brokenBy(
        isThere ? undefined : `"${state.rule}" does not fire here, or nothing that it adds is in the context`,
      );
    }
    case 'always':
    case 'never':
    case 'together':
    case 'implies':
    case 'order':
    case 'limit':
      return brokenBy(breakOf(state, finalContext(whole)));
    default:
      return unreachable(state);
  }
}
