import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetCliffs, nextCliff } from './budget-cliffs.ts';
import { type BudgetItem, fitBudget } from './fit-budget.ts';

const item = (id: string, tokens: number, required = false): BudgetItem => ({ id, tokens, required });

describe('budgetCliffs', () => {
  it('marks under peel the sum at which each item leaves, required ones last', () => {
    const items = [item('a', 50), item('b', 30, true), item('c', 20)];
    expect(budgetCliffs(items, 'peel')).toEqual([
      { limit: 100, leaves: ['c'], returns: [] },
      { limit: 80, leaves: ['a'], returns: [] },
      { limit: 30, leaves: ['b'], returns: [] },
    ]);
  });

  it('shows under pack which smaller item comes back where a larger one leaves', () => {
    const items = [item('a', 50), item('b', 30), item('c', 20)];
    expect(budgetCliffs(items, 'pack')).toEqual([
      { limit: 100, leaves: ['c'], returns: [] },
      { limit: 80, leaves: ['b'], returns: ['c'] },
      { limit: 70, leaves: ['c'], returns: [] },
      { limit: 50, leaves: ['a'], returns: ['b'] },
      { limit: 30, leaves: ['b'], returns: ['c'] },
      { limit: 20, leaves: ['c'], returns: [] },
    ]);
  });

  it('has none where nothing has a cost', () => {
    expect(budgetCliffs([], 'peel')).toEqual([]);
    expect(budgetCliffs([item('empty', 0)], 'pack')).toEqual([]);
  });

  it('finds every change a scan over all limits finds, and no other', () => {
    const anyItems = fc.array(fc.record({ tokens: fc.nat(12), required: fc.boolean() }), { maxLength: 7 });
    fc.assert(
      fc.property(anyItems, fc.constantFrom('peel', 'pack'), (drawn, strategy) => {
        const items = drawn.map((entry, index) => ({ id: String(index), ...entry }));
        const total = items.reduce((sum, { tokens }) => sum + tokens, 0);
        const keptAt = (limit: number) =>
          fitBudget(items, limit, strategy)
            .cut.map(({ id }) => id)
            .join();
        const scanned = Array.from({ length: total }, (_, index) => total - index).filter(
          limit => keptAt(limit) !== keptAt(limit - 1),
        );
        expect(budgetCliffs(items, strategy).map(({ limit }) => limit)).toEqual(scanned);
      }),
    );
  });
});

describe('nextCliff', () => {
  const cliffs = budgetCliffs([item('a', 50), item('b', 30)], 'peel');

  it.each([
    [200, 80],
    [80, 80],
    [79, 50],
    [49, undefined],
  ])('below %d tokens the next change is at %s', (limit, expected) => {
    expect(nextCliff(cliffs, limit)?.limit).toBe(expected);
  });
});
