import { expect, it } from 'vitest';
import { createPause, othersTurn } from './pause.ts';

it('lets everything else that waits run once a stretch is over, and not before', async () => {
  const time = { ms: 0 };
  const pause = createPause(() => time.ms);
  const told: string[] = [];
  setImmediate(() => told.push('another'));
  time.ms = 3;
  expect(pause()).toBeUndefined();
  time.ms = 4;
  await pause();
  told.push('we');
  expect(told).toEqual(['another', 'we']);
});

it('begins a new stretch when it is our turn again', async () => {
  const time = { ms: 0 };
  const pause = createPause(() => time.ms);
  time.ms = 100;
  const others = pause();
  // What the others took is not counted.
  time.ms = 5000;
  await others;
  expect(pause()).toBeUndefined();
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
