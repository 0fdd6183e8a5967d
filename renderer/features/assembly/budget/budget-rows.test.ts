import { expect, it } from 'vitest';
import { assembled, call, dropped, item } from '../../../../test/support/assembled.ts';
import { budgetOf } from '../../../stores/budget/budget-of.ts';
import { type BudgetRow, budgetRows, crossedRow } from './budget-rows.ts';

it('sums up what is kept and numbers the cuts in their order', () => {
  const budget = budgetOf({
    request: { constraints: { max_tokens: 55 } },
    limitOverride: undefined,
    memories: {},
    result: assembled({
      context: { state: [item('now#0', 'n', 5)], history: [item('old#0', 'o', 50)] },
      trace: {
        memory_calls: [call('now'), call('old')],
        dropped: [
          dropped('old#2', 'budget', { tokens: 20, cut_order: 0 }),
          dropped('old#1', 'budget', { tokens: 30, cut_order: 1 }),
        ],
      },
    }),
  });
  expect(budgetRows(budget).map(({ id, sum, cut }) => ({ id, sum, cut }))).toEqual([
    { id: 'now#0', sum: 5, cut: undefined },
    { id: 'old#0', sum: 55, cut: undefined },
    { id: 'old#1', sum: undefined, cut: { order: 2, over: 30 } },
    { id: 'old#2', sum: undefined, cut: { order: 1, over: 50 } },
  ]);
});

it('says which row the cut moved to', () => {
  const row = (id: string, order?: number): BudgetRow => ({
    id,
    memoryId: id,
    text: id,
    section: 'state',
    tokens: 1,
    required: false,
    sum: undefined,
    cut: order === undefined ? undefined : { order, over: 1 },
  });
  const kept = [row('a'), row('b'), row('c'), row('d')];
  const one = [row('a'), row('b'), row('c'), row('d', 1)];
  const three = [row('a'), row('b', 3), row('c', 2), row('d', 1)];
  const moves = [
    crossedRow(kept, one),
    crossedRow(one, three),
    crossedRow(three, one),
    crossedRow(one, kept),
  ];
  const ids = [...moves, crossedRow(one, one), crossedRow([], one)].map(crossed => crossed?.id);
  expect(ids).toEqual(['d', 'b', 'c', 'd', undefined, undefined]);
});
