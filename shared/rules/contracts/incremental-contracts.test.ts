import { expect, it } from 'vitest';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import type { ContextContract, ContractState } from '../../model/context-contract.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { placedRules } from '../testing/rule-case.ts';
import { decideContract } from './decide-contract.ts';
import { createIncrementalContracts } from './incremental-contracts.ts';

const regexes = createRegexCache();
const asking: Condition = { field: 'addVar.p', operator: 'exists' };
const rule = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: memories },
});
const engine = (id: string, ...rules: ContextRule[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules,
});
const states: Readonly<Record<string, ContractState>> = {
  always: { kind: 'always', memory: 'm' },
  never: { kind: 'never', memory: 'm', other: 'n' },
  implies: { kind: 'implies', memory: 'n', other: 'm' },
  other: { kind: 'always', memory: 'o' },
  limit: { kind: 'limit', of: { section: 'knowledge' }, tokens: 9 },
  equivalent: { kind: 'equivalent', engines: ['e', 'f'] },
  reachable: { kind: 'reachable', rule: 'e/r' },
};
const contracts = Object.entries(states).map(
  ([id, state]): ContextContract => ({ id, name: id, severity: 'error', state }),
);
const memories = ['m', 'n', 'o'].map(id => memoryOf(id));
const ground = (engines: readonly ContextRuleEngine[], known: readonly PersistentMemory[] = memories) => ({
  engines,
  rules: placedRules(engines).map(one => one.rule),
  memories: known,
  tokensOf: () => 5,
});

const [r, s, t] = [rule('r', [], 'm'), rule('s', [asking], 'n', 'm'), rule('t', [], 'o')];
const before = [engine('e', r, s), engine('f', t)];

/** Which contracts are decided anew after a change, and whether all verdicts are those of deciding afresh. */
function decidedAnew(after: readonly ContextRuleEngine[], known = memories): string[] {
  const incremental = createIncrementalContracts(regexes);
  const first = atOnce(incremental.decide(contracts, ground(before)));
  const second = atOnce(incremental.decide(contracts, ground(after, known)));
  const afresh = contracts.map(one => atOnce(decideContract(one, ground(after, known), regexes)));
  expect([...second.values()]).toEqual(afresh);
  return [...second].filter(([id, verdict]) => first.get(id) !== verdict).map(([id]) => id);
}

it.each<[string, readonly ContextRuleEngine[], string[]]>([
  ['nothing', before, []],
  ['nothing but an equal engine', [engine('e', r, s), engine('f', t)], []],
  [
    'a rule that adds one of two',
    [engine('e', { ...r, when: [asking] }, s), engine('f', t)],
    ['always', 'never', 'implies', 'limit', 'equivalent', 'reachable'],
  ],
  [
    'a rule of another memory',
    [engine('e', r, s), engine('f', { ...t, when: [asking] })],
    ['other', 'limit', 'equivalent'],
  ],
  [
    'an engine that is switched off',
    [engine('e', r, s), { ...engine('f', t), enabled: false }],
    ['other', 'limit'],
  ],
  [
    'an engine that is switched off with its rule',
    [{ ...engine('e', r, s), enabled: false }, engine('f', t)],
    ['always', 'never', 'implies', 'limit', 'reachable'],
  ],
  [
    'a rule less',
    [engine('e', r), engine('f', t)],
    ['always', 'never', 'implies', 'limit', 'equivalent', 'reachable'],
  ],
  [
    'another order',
    [engine('e', s, r), engine('f', t)],
    ['always', 'never', 'implies', 'limit', 'equivalent', 'reachable'],
  ],
  ['an engine less', [engine('e', r, s)], ['other', 'limit', 'equivalent']],
])('an edit of %s is decided by what it touches', (_what, after, anew) => {
  expect(decidedAnew(after)).toEqual(anew);
});

it('memories that come or go are asked for by their names, and all of them by a limit', () => {
  expect(decidedAnew(before, memories.slice(0, 2))).toEqual(['other', 'limit']);
  expect(decidedAnew(before, [...memories, memoryOf('x')])).toEqual(['limit']);
});

it('a contract that is written anew is decided anew', () => {
  const incremental = createIncrementalContracts(regexes);
  const [always] = contracts;
  if (always === undefined) throw new Error('there is no contract');
  const verdict = (contract: ContextContract) =>
    atOnce(incremental.decide([contract], ground(before))).get(contract.id);
  expect(verdict(always)).toBe(verdict(always));
  expect(verdict({ ...always, state: { kind: 'never', memory: 'm' } })).toMatchObject({ answer: 'refuted' });
  expect([...incremental.decide(contracts, ground(before))].length).toBeGreaterThanOrEqual(contracts.length);
});
