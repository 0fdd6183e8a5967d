import { expect, it } from 'vitest';
import { judgeJson } from './judge-json.ts';

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** Every level holds the one below twice: 64 objects that unfold to more values than there are atoms. */
function sharedBomb(): unknown {
  let value: unknown = 1;
  for (let level = 0; level < 60; level += 1) value = [value, value];
  return value;
}

const objectOf = (keys: number): unknown =>
  Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at]));

const cycle: { self?: unknown } = {};
cycle.self = cycle;

it.each([
  ['null', null, undefined],
  ['an odd but honest object', { __proto__x: 1, a: [undefined, -0, '\ud800'] }, undefined],
  ['64 levels', nested(64), undefined],
  ['65 levels', nested(65), 'the input is nested more than 64 levels deep'],
  ['a circle', cycle, 'the input is nested more than 64 levels deep'],
  ['shared objects without end', sharedBomb(), 'the input has more than 1,000,000 values'],
  ['20,000 keys', objectOf(20_000), undefined],
  [
    '20,001 keys',
    [objectOf(20_001)],
    'the input holds an object of more than 20,000 keys; give a list, or several objects',
  ],
  ['NaN', [Number.NaN], 'the input holds a number that is not finite (NaN), which is no JSON'],
  ['a big integer', { a: 1n }, 'the input holds a bigint, which is no JSON'],
  ['a function', () => 1, 'the input holds a function, which is no JSON'],
  ['a date', [new Date(0)], 'the input holds an object that is no plain JSON object'],
  ['a map', new Map(), 'the input holds an object that is no plain JSON object'],
])('judges %s', async (_, value, message) => {
  expect((await judgeJson(value, () => undefined))?.message).toBe(message);
});

it('lets others run while it looks at much', async () => {
  let asked = 0;
  await judgeJson(Array(100_000).fill({}), () => {
    asked += 1;
    return Promise.resolve();
  });
  expect(asked).toBeGreaterThan(10);
});
