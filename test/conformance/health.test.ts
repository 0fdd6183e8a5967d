import { expect, it } from 'vitest';
import type { Input, Output } from '../../shared/contract/contract.ts';
import { startApp } from '../support/app-harness.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

// The file's shape is told in its README.
const { cases } = readGolden('health') as {
  cases: GoldenCase<Input<'health.assess'>, Partial<Output<'health.assess'>> & { utilization_pct: number }>[];
};

it.each(cases)('case "$name" agrees', async ({ input, expect: expected }) => {
  const { utilization_pct, ...named } = expected;
  const found = await startApp().call('health.assess', input);
  expect(found).toMatchObject(named);
  expect(found.utilization_pct).toBeCloseTo(utilization_pct, 9);
});
