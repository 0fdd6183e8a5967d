import { expect, it } from 'vitest';
import type { ContractState } from '../../model/context-contract.ts';
import { contractSentence } from './contract-sentence.ts';

const when = [{ field: 'addVar.phase', operator: 'eq' as const, value: 'hotfix' }];
const sentences: readonly (readonly [ContractState, string])[] = [
  [{ kind: 'always', memory: 'm' }, 'always m'],
  [{ kind: 'never', memory: 'm' }, 'never m'],
  [{ kind: 'never', memory: 'm', other: 'n' }, 'never m with n'],
  [{ kind: 'together', memory: 'm', other: 'n' }, 'm and n together, or neither'],
  [{ kind: 'implies', memory: 'm', other: 'n' }, 'm implies n'],
  [{ kind: 'order', memory: 'm', other: 'n' }, 'm before n'],
  [{ kind: 'limit', of: { section: 'knowledge' }, tokens: 9 }, 'at most 9 tokens of knowledge'],
  [{ kind: 'equivalent', engines: ['e', 'f'] }, 'e and f add the same'],
  [{ kind: 'reachable', rule: 'e/r' }, 'e/r fires for some request'],
];

it.each(sentences)('%j is said as %s, with the requests that it speaks of', (state, words) => {
  expect(contractSentence({ state })).toBe(words);
  expect(contractSentence({ state, when, after: 'budget' })).toBe(
    `${words} when phase is hotfix, within the budget`,
  );
});
