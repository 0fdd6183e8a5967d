import { expect, it } from 'vitest';
import type { BudgetResult, LayerBudget } from '../../../../shared/model/layer-budget.ts';
import { type LayerName, layerNames } from '../../../../shared/model/layer-names.ts';
import { barScale, layerRows, shortages, totalGiven } from './layer-rows.ts';

const layer = (allocated: number, ideal = allocated, max = ideal): LayerBudget => ({
  min: 0,
  ideal,
  max,
  priority: 50,
  elasticity: 0.5,
  allocated,
  why: `got ${allocated}`,
});

function budget(some: Partial<Record<LayerName, LayerBudget>>, policy: BudgetResult['policy'] = 'fitted') {
  const layers = {
    L0_identity: layer(0),
    L1_global_prefs: layer(0),
    L2_topic: layer(0),
    L3_entity: layer(0),
    L4_conversation: layer(0),
    L5_jit: layer(0),
    L6_message_history: layer(0),
    L7_user_message: layer(0),
    ...some,
  };
  return { policy, layers, unused: 0, overflow_tokens: 0 };
}

it('has a row for each layer in their order, with what was used and what the other policy gives', () => {
  const other = budget({ L2_topic: layer(70) }, 'documented');
  const rows = layerRows(budget({ L2_topic: layer(100) }), { L2_topic: 40 }, other);
  expect(rows.map(({ name }) => name)).toEqual(layerNames);
  expect(rows[2]).toEqual({ name: 'L2_topic', layer: layer(100), used: 40, other: layer(70) });
  expect(rows[0]).toMatchObject({ used: 0 });
});

it.each([
  [{ L6_message_history: layer(600, 900) }, {}, undefined, 900],
  [{ L6_message_history: layer(600, 500) }, { L6_message_history: 700 }, undefined, 700],
  [{ L6_message_history: layer(600) }, {}, { L2_topic: layer(800) }, 800],
  [{}, {}, undefined, 1],
])('draws all bars on one scale: %#', (some, used, other, scale) => {
  expect(barScale(layerRows(budget(some), used, other && budget(other)))).toBe(scale);
});

it('tells which layers got less than ideal, the one that misses most first, and none that has nothing to say', () => {
  const rows = layerRows(
    budget({
      L2_topic: layer(100, 260),
      L3_entity: layer(0, 80, 0),
      L4_conversation: layer(50, 90),
      L5_jit: layer(9),
    }),
    {},
  );
  expect(shortages(rows)).toEqual([
    { name: 'L2_topic', missing: 160, why: 'got 100' },
    { name: 'L4_conversation', missing: 40, why: 'got 50' },
  ]);
  expect(totalGiven(rows)).toBe(159);
});
