import { expect, it } from 'vitest';
import type { Input } from '../../shared/contract/contract.ts';
import { startApp } from '../support/app-harness.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

// The files' shape is told in their README.
const zones = readGolden('zones') as { cases: GoldenCase<Input<'zones.classify'>, { usage_pct: number }>[] };
const packages = readGolden('packages') as {
  cases: GoldenCase<Input<'packages.rank'>, { ranked: { id: number; score: number }[] }>[];
};

it.each(zones.cases)('zone case "$name" agrees', async ({ input, expect: expected }) => {
  const { usage_pct, ...named } = expected;
  const found = await startApp().call('zones.classify', input);
  expect(found).toMatchObject(named);
  expect(found.usage_pct).toBeCloseTo(usage_pct, 9);
});

it.each(packages.cases)('rank case "$name" agrees', async ({ input, expect: expected }) => {
  const { ranked, ...named } = expected;
  const found = await startApp().call('packages.rank', input);
  expect(found).toMatchObject(named);
  expect(found.ranked.map(({ id }) => id)).toEqual(ranked.map(({ id }) => id));
  for (const [index, { score }] of ranked.entries()) expect(found.ranked[index]?.score).toBeCloseTo(score, 9);
});
