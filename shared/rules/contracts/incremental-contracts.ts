import { areSame } from '../../lists.ts';
import type { ContextContract, ContractState, ContractVerdict } from '../../model/context-contract.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { decideContract } from './decide-contract.ts';
import type { ContractGround } from './find-request.ts';

export interface IncrementalContracts {
  /** Verdicts by id; stops often. */
  decide(
    contracts: readonly ContextContract[],
    ground: ContractGround,
  ): Generator<void, ReadonlyMap<string, ContractVerdict>>;
}

/**
 * Decides contracts again and again while rules are edited: a verdict stays as long as the contract and all rules that it
 * hangs on are the same objects. An edit of one rule touches the contracts that name a memory of it, and no others.
 */
export function createIncrementalContracts(regexes: RegexCache): IncrementalContracts {
  const known = new WeakMap<ContextContract, Known>();
  return {
    *decide(contracts, ground) {
      const verdicts = new Map<string, ContractVerdict>();
      for (const contract of contracts) {
        const hangsOn = thingsOf(contract.state, ground);
        const before = known.get(contract);
        const isSame = before !== undefined && areSame(before.hangsOn, hangsOn);
        const verdict = isSame ? before.verdict : yield* decideContract(contract, ground, regexes);
        known.set(contract, { hangsOn, verdict });
        verdicts.set(contract.id, verdict);
        yield;
      }
      return verdicts;
    },
  };
}

interface Known {
  readonly hangsOn: readonly unknown[];
  readonly verdict: ContractVerdict;
}

/** All that a verdict hangs on, to be compared thing by thing. */
function thingsOf(state: ContractState, ground: ContractGround): readonly unknown[] {
  const { engines, rules, memories } = ground;
  if (state.kind === 'limit') return [...rules, memories];
  if (state.kind === 'reachable') {
    const engine = engines.find(({ id }) => state.rule.startsWith(`${id}/`));
    return [engine?.enabled, ...(engine?.rules ?? [])];
  }
  if (state.kind === 'equivalent')
    return state.engines.flatMap(id => [id, ...(engines.find(engine => engine.id === id)?.rules ?? [null])]);
  const named = [state.memory, ...('other' in state && state.other !== undefined ? [state.other] : [])];
  return [
    ...named.map(id => memories?.some(memory => memory.id === id)),
    ...rules.filter(rule => named.some(id => rule.then.add_memories.includes(id))),
  ];
}
