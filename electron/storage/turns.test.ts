import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('lets everything else that waits run once a stretch is over, and not before', async () => {
  const time = { ms: 0 };
  const turn = createTurns(() => time.ms);
  const told: string[] = [];
  setImmediate(() => told.push('another'));
  time.ms = 7;
  expect(turn()).toBeUndefined();
  time.ms = 8;
  await turn();
  told.push('we');
  expect(told).toEqual(['another', 'we']);
});

it('begins a new stretch when it is our turn again', async () => {
  const time = { ms: 0 };
  const turn = createTurns(() => time.ms);
  time.ms = 100;
  const others = turn();
  // What the others took is not counted.
  time.ms = 5000;
  await others;
  expect(turn()).toBeUndefined();
});
