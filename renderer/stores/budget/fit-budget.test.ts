import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BudgetItem, fitBudget } from './fit-budget.ts';

const item = (id: string, tokens: number, required = false): BudgetItem => ({ id, tokens, required });
const items = [item('a', 50), item('b', 30, true), item('c', 20), item('d', 5)];

describe('fitBudget', () => {
  it.each([
    ['peel', 105, 105, []],
    ['peel', 100, 100, [{ id: 'd', over: 5 }]],
    [
      'peel',
      79,
      30,
      [
        { id: 'd', over: 26 },
        { id: 'c', over: 21 },
        { id: 'a', over: 1 },
      ],
    ],
    [
      'peel',
      10,
      0,
      [
        { id: 'd', over: 95 },
        { id: 'c', over: 90 },
        { id: 'a', over: 70 },
        { id: 'b', over: 20 },
      ],
    ],
    ['pack', 79, 55, [{ id: 'a', over: 1 }]],
    [
      'pack',
      35,
      35,
      [
        { id: 'a', over: 45 },
        { id: 'c', over: 15 },
      ],
    ],
  ] as const)('%s at %d tokens keeps %d of them', (strategy, limit, used, cut) => {
    expect(fitBudget(items, limit, strategy)).toEqual({ used, cut });
  });

  it('never exceeds the limit, and accounts for every token', () => {
    const anyItems = fc.array(fc.record({ tokens: fc.nat(40), required: fc.boolean() }), { maxLength: 12 });
    fc.assert(
      fc.property(anyItems, fc.nat(300), fc.constantFrom('peel', 'pack'), (drawn, limit, strategy) => {
        const all = drawn.map((entry, index) => ({ id: String(index), ...entry }));
        const { used, cut } = fitBudget(all, limit, strategy);
        const cutTokens = cut.reduce((sum, { id }) => sum + (all[Number(id)]?.tokens ?? 0), 0);
        return used <= limit && used + cutTokens === all.reduce((sum, { tokens }) => sum + tokens, 0);
      }),
    );
  });
});
