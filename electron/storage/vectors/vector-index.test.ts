import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { createVectorIndex } from './vector-index.ts';

const toUnit = (vector: number[]): Float32Array => {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, number => number / length);
};
const dot = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, number, at) => sum + number * (right[at] ?? 0), 0);

it.each([1, 3, 16, 100, 512])('gives the cosines of %i numbers within 0.01', dimensions => {
  const random = createSeededRandom(dimensions);
  const vectors = Array.from({ length: 300 }, () =>
    toUnit(Array.from({ length: dimensions }, () => random.next() - 0.5)),
  );
  const index = createVectorIndex(dimensions, vectors.length);
  for (const vector of vectors) index.add(vector);
  const query = vectors[7] ?? new Float32Array();
  const found = index.cosines(query);
  expect(index.size).toBe(300);
  const errors = vectors.map((vector, at) => Math.abs(dot(vector, query) - (found[at] ?? 9)));
  expect(Math.max(...errors)).toBeLessThan(0.01);
});

it('finds nothing like a vector of another length, none or zeros', () => {
  const index = createVectorIndex(4, 3);
  index.add(toUnit([1, 1, 1, 1]));
  index.add(new Float32Array(3));
  index.add(new Float32Array(4));
  expect([...index.cosines(toUnit([1, 1, 1, 1]))].map(value => Math.round(value * 100))).toEqual([100, 0, 0]);
  expect([...index.cosines(new Float32Array(3))]).toEqual([0, 0, 0]);
  expect([...createVectorIndex(4, 0).cosines(new Float32Array(4))]).toEqual([]);
});

it('orders any two vectors as their numbers do when their cosines differ by more than its tolerance', () => {
  const random = createSeededRandom(5);
  const vectors = Array.from({ length: 400 }, () =>
    toUnit(Array.from({ length: 96 }, () => random.next() - 0.5)),
  );
  const index = createVectorIndex(96, vectors.length);
  for (const vector of vectors) index.add(vector);
  expect(index.tolerance).toBeLessThan(0.015);
  for (const query of vectors.slice(0, 20)) {
    const found = index.cosines(query);
    const off = vectors.map((vector, at) => Math.abs(dot(vector, query) - (found[at] ?? 9)));
    expect(2 * Math.max(...off)).toBeLessThan(index.tolerance);
  }
});
