import { expect, it } from 'vitest';
import { createTurns, othersTurn } from './turns.ts';

it('lets everything else that waits run once a stretch is over, and not before', async () => {
  const time = { ms: 0 };
  const turn = createTurns(() => time.ms);
  const told: string[] = [];
  setImmediate(() => told.push('another'));
  time.ms = 3;
  expect(turn()).toBeUndefined();
  time.ms = 4;
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

it('lets one of all who wait go on at a time, and others in between', async () => {
  const told: string[] = [];
  const work = async (name: string) => {
    await othersTurn();
    told.push(name);
    setImmediate(() => told.push('another'));
  };
  await Promise.all([work('first'), work('second'), work('third')]);
  expect(told.indexOf('another')).toBeLessThan(told.indexOf('third'));
});
