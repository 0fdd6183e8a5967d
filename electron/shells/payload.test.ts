import { expect, it } from 'vitest';
import { isLargerThan } from './ipc.ts';

it.each([
  ['texts', ['aaaa', 'bbbb'], 11],
  ['keys', { aaaa: 1, bbbb: 2 }, 11],
  ['numbers and holes', [1, null, undefined, true], 5],
  ['nothing', undefined, 1],
])('%s count', (_, value, units) => {
  expect([isLargerThan(value, units), isLargerThan(value, units - 1)]).toEqual([false, true]);
});

it('a value that contains itself is larger than any limit', () => {
  const value: unknown[] = ['a'];
  value.push(value);
  expect(isLargerThan(value, 1_000_000)).toBe(true);
});

it('a value deeper than the stack is measured', () => {
  let value: unknown = 'end';
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect([isLargerThan(value, 200_000), isLargerThan(value, 50_000)]).toEqual([false, true]);
});
