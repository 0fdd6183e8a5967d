import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

it('the sample has a session of ten turns that was compacted once, each context shared out to the token', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const { flights } = await call('flights.list', {});
  expect(
    flights.map(({ title, turns, compactions, answers }) => [title, turns, compactions, answers]),
  ).toEqual([['Paid holds are released early when the webhook is late. Find out why.', 10, 1, 28]]);
  const { turns } = await call('flights.turns', { session_id: 'early-release' });
  const contexts = turns.map(({ origins }) =>
    Object.values(origins ?? {}).reduce((sum, part) => sum + part, 0),
  );
  expect(contexts.map(tokens => Math.round(tokens / 1000))).toEqual([
    0, 21, 26, 32, 38, 69, 89, 20, 26, 28, 37,
  ]);
  expect(
    turns.every(({ origins }) => origins === undefined || Object.values(origins).every(part => part >= 0)),
  ).toBe(true);
  expect(turns[6]?.origins?.tools).toBeGreaterThan(30_000);
  expect(turns[7]?.origins?.tools).toBeLessThan(5_000);
});
