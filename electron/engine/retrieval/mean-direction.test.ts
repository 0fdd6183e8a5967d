import { expect, it } from 'vitest';
import { meanDirection } from './mean-direction.ts';

it.each([
  ['none', [], []],
  ['one, as it is', [[0.6, 0.8]], [0.6, 0.8]],
  ['two, half way', [[1, 0], [0, 1]], [Math.SQRT1_2, Math.SQRT1_2]],
  ['opposite ones, of which the first counts', [[1, 0], [-1, 0]], [1, 0]],
])('finds the direction of %s', (_name, vectors, expected) => {
  const found = meanDirection(vectors.map(vector => Float32Array.from(vector)));
  expect(found).toEqual(Float32Array.from(expected));
}); // biome-ignore format: pairs
