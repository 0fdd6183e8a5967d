import { expect, it } from 'vitest';
import type { ContextContract, ContractState } from '../../model/context-contract.ts';
import { contractFinding, contractSentence, isOfRulesAlone } from './contract-sentence.ts';

const when = [{ field: 'addVar.phase', operator: 'eq' as const, value: 'hotfix' }];
const sentences: readonly (readonly [ContractState, string])[] = [
  [{ kind: 'always', memory: 'm' }, 'always m'],
  [{ kind: 'never', memory: 'm' }, 'never m'],
  [{ kind: 'never', memory: 'm', other: 'n' }, 'never m with n'],
  [{ kind: 'together', memory: 'm', other: 'n' }, 'm and n together, or neither'],
  [{ kind: 'implies', memory: 'm', other: 'n' }, 'm implies n'],
  [{ kind: 'order', memory: 'm', other: 'n' }, 'm before n'],
  [{ kind: 'limit', of: { section: 'knowledge' }, tokens: 9 }, 'at most 9 tokens of knowledge'],
  [{ kind: 'limit', of: { memory: 'm' }, tokens: 0 }, 'at most 0 tokens of m'],
  [{ kind: 'limit', of: { section: 'working_memory' }, tokens: 9 }, 'at most 9 tokens of working memory'],
  [{ kind: 'limit', of: { origin: 'web' }, tokens: 9 }, 'at most 9 tokens of the web'],
  [
    { kind: 'limit', of: { origin: 'tool', section: 'history' }, tokens: 9 },
    'at most 9 tokens of output of a tool in history',
  ],
  [{ kind: 'equivalent', engines: ['e', 'f'] }, 'e and f add the same'],
  [{ kind: 'reachable', rule: 'e/r' }, 'e/r fires for some request'],
];

it.each(sentences)('%j is said as %s, with the requests that it speaks of', (state, words) => {
  expect(contractSentence({ state })).toBe(words);
  expect(contractSentence({ state, when, after: 'budget' })).toBe(
    `${words} when phase is hotfix, within the budget`,
  );
});

it('rules alone say all of it where it needs no text and no budget', () => {
  const asked = sentences.map(([state]) => [state.kind, isOfRulesAlone({ state })]);
  expect(asked).toEqual(sentences.map(([{ kind }]) => [kind, kind !== 'limit']));
  const state: ContractState = { kind: 'always', memory: 'm' };
  expect((['rules', 'budget'] as const).map(after => isOfRulesAlone({ state, after }))).toEqual([
    true,
    false,
  ]);
});

it('is a finding where it is broken, not provable, or names what is not there', () => {
  const contract: ContextContract = {
    id: 'c',
    name: 'C',
    severity: 'warning',
    state: { kind: 'always', memory: 'm' },
    when,
  };
  const sentence = '"C" (always m when phase is hotfix)';
  const witness = { scope_variables: {} };
  const broken = {
    severity: 'warning',
    code: 'contract-broken',
    message: `${sentence} is broken: here no rule adds "m"`,
  };
  const reason = 'here no rule adds "m"';
  expect(contractFinding(contract, { answer: 'refuted', reason, witness })).toEqual({ ...broken, witness });
  expect(contractFinding(contract, { answer: 'refuted', reason })).toEqual(broken);
  expect(contractFinding({ ...contract, severity: 'error' }, { answer: 'refuted', reason })?.severity).toBe(
    'error',
  );
  expect(contractFinding(contract, { answer: 'open', reason: 'why' })).toEqual({
    severity: 'info',
    code: 'contract-open',
    message: `${sentence} is not provable: why`,
  });
  expect(contractFinding(contract, { answer: 'open', reason: 'there is no x', unknown: 'x' })).toEqual({
    severity: 'warning',
    code: 'contract-unknown-name',
    message: `${sentence}: there is no x`,
  });
  expect(contractFinding(contract, { answer: 'proved', reason })).toBeUndefined();
  expect(contractFinding(contract, { answer: 'checked', reason })).toBeUndefined();
});
