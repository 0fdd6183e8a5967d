import { expect, it } from 'vitest';
import { dotProduct } from './dot-product.ts';

it.each([
  [[], [], 0],
  [[1, 0], [0, 1], 0],
  [[0.5, -2, 3], [4, 0.25, 2], 7.5],
])('%j times %j is %d', (left, right, expected) => {
  expect(dotProduct(Float32Array.from(left), Float32Array.from(right))).toBe(expected);
});
