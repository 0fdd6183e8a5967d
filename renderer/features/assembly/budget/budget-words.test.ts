import { expect, it } from 'vitest';
import { assembled, call, dropped, item } from '../../../../test/support/assembled.ts';
import { budgetOf } from '../../../stores/budget/budget-of.ts';
import { cliffWords, nextWords, otherStrategyWords } from './budget-words.ts';

it.each([
  [{ limit: 2940, leaves: ['notes#7'], returns: [] }, 'notes#7 leaves below 2,940'],
  [{ limit: 10, leaves: ['a#1', 'b#1'], returns: [] }, '2 items leave below 10'],
  [{ limit: 80, leaves: ['b#0'], returns: ['c#0'] }, 'b#0 leaves below 80, c#0 returns'],
])('reads out the cliff %j', (cliff, expected) => expect(cliffWords(cliff)).toBe(expected));

const budgetAt = (limit: number | undefined, strategy: string, kept: string[], tokens: number[]) =>
  budgetOf({
    request: {
      constraints: { ...(limit === undefined ? {} : { max_tokens: limit }), budget_strategy: strategy },
    },
    limitOverride: undefined,
    memories: {},
    result: assembled({
      context: {
        history: tokens.flatMap((n, at) => (kept.includes(`m#${at}`) ? [item(`m#${at}`, `${at}`, n)] : [])),
      },
      trace: {
        memory_calls: [call('m')],
        dropped: tokens.flatMap((n, at) =>
          kept.includes(`m#${at}`) ? [] : [dropped(`m#${at}`, 'budget', { tokens: n })],
        ),
      },
    }),
  });

it.each([
  [undefined, ['m#0', 'm#1'], 'Next: m#1 leaves below 80.'],
  [79, ['m#0'], 'Next: m#0 leaves below 50.'],
  [10, [], undefined],
])('foretells what leaves next under a limit of %s', (limit, kept, expected) => {
  expect(nextWords(budgetAt(limit, 'peel', kept, [50, 30]))).toBe(expected);
});

it('says what the other strategy would keep and cut', () => {
  expect(otherStrategyWords(budgetAt(70, 'peel', ['m#0'], [50, 30, 20]))).toBe(
    'Pack would keep m#2, 70 tokens in all.',
  );
  expect(otherStrategyWords(budgetAt(70, 'pack', ['m#0', 'm#2'], [50, 30, 20]))).toBe(
    'Peel would cut m#2, 50 tokens in all.',
  );
  expect(otherStrategyWords(budgetAt(200, 'peel', ['m#0'], [50]))).toBeUndefined();
  expect(otherStrategyWords(budgetAt(undefined, 'peel', ['m#0'], [50]))).toBeUndefined();
});
