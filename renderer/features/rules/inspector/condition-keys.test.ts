import { describe, expect, it } from 'vitest';
import type { DraftCondition } from '../../../../shared/model/layout.ts';
import { keepKeys } from './condition-keys.ts';

const is = (field: string, value: unknown): DraftCondition => ({ field, operator: 'eq', value });
const [a, b, c] = [is('a', 1), is('b', 2), is('c', 3)];

function keysAfter(before: readonly DraftCondition[], after: readonly DraftCondition[]): readonly number[] {
  const keysOf = keepKeys();
  expect(keysOf(before)).toEqual(before.map((_, row) => row));
  return keysOf(after);
}

describe('the key of a condition', () => {
  it.each([
    ['is its own though one comes before it', [a, b], [c, a, b], [2, 0, 1]],
    ['is its own though one before it goes', [a, b, c], [b, c], [1, 2]],
    ['is its own though it is moved', [a, b, c], [c, a, b], [2, 0, 1]],
    ['is its own though it is read anew', [a, b], [c, { ...a }, { ...b }], [2, 0, 1]],
    ['stays as its value changes', [a, b], [a, is('b', 5)], [0, 1]],
    ['stays as its field changes', [a, b], [a, is('d', 2)], [0, 1]],
    ['stays as its value changes while one comes before it', [a, b], [c, a, is('b', 5)], [2, 0, 1]],
    ['is one for each of two that are alike', [a, { ...a }], [b, a, { ...a }], [2, 0, 1]],
    ['of one that comes after another went is new', [a], [], []],
  ])('%s', (_, before, after, keys) => {
    expect(keysAfter(before, after)).toEqual(keys);
  });

  it('is never given again', () => {
    const keysOf = keepKeys();
    expect([keysOf([a]), keysOf([]), keysOf([b]), keysOf([b])]).toEqual([[0], [], [1], [1]]);
  });
});
