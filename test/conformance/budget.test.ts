import { expect, it } from 'vitest';
import { shareLayers } from '../../electron/engine/budget/share-layers.ts';
import type { BudgetInput } from '../../shared/model/layer-budget.ts';
import type { BudgetPolicy, LayerName } from '../../shared/model/layer-names.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

interface Expected {
  readonly layers: Readonly<Partial<Record<LayerName, number>>>;
  readonly unused?: number;
  readonly overflow_tokens?: number;
}
type Case = GoldenCase<{ input: BudgetInput; policy?: BudgetPolicy }, Expected>;

// The file's shape is told in its README.
const { cases } = readGolden('budget') as { cases: Case[] };

it.each(cases)('budget case "$name" has the golden shares', ({ input, expect: expected }) => {
  const { layers, unused, overflow_tokens } = shareLayers(input.input, input.policy);
  const allocated = Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [name, layer.allocated]),
  );
  expect({ layers: allocated, unused, overflow_tokens }).toMatchObject(expected);
});
