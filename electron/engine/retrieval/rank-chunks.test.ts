import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChunkPlaces, type ChunkSignals, rankChunks } from './rank-chunks.ts';

/** Two conversations of four turns, said by Ann and Bob in turns. */
const places: ChunkPlaces = {
  size: 8,
  seriesOf: place => Math.floor(place / 4),
  speakerOf: place => place % 2,
  speakers: ['Ann', 'Bob'],
};
const ask = (signals: ChunkSignals, options: { query?: string; neighbours?: number; limit?: number } = {}) =>
  rankChunks(places, signals, { query: '', neighbours: 0, limit: 100, ...options });
const order = (...given: Parameters<typeof ask>) => ask(...given).map(({ place }) => place);

it('ranks by words, the best one scoring 1; a word that stands everywhere ranks 0 and counts all the same', () => {
  expect(ask({ words: new Map([[2, 1], [5, 4]]) })).toEqual([
    { place: 5, score: 1 },
    { place: 2, score: 0.25 },
  ]); // biome-ignore format: pairs
  expect(order({ words: new Map([[3, 0], [1, 0]]) })).toEqual([1, 3]); // biome-ignore format: pairs
});

it('adds meaning to words, each measured by its best', () => {
  const cosines = Float32Array.from([0, 0.5, 0, 0, 0, 0, 0.4, -0.3]);
  expect(order({ words: new Map([[0, 3]]), cosines })).toEqual([0, 1, 6]);
  expect(order({ words: new Map([[1, 3], [0, 3]]), cosines })).toEqual([1, 0, 6]); // biome-ignore format: pairs
});

it('gives neighbours in the series their part, and nobody beyond it', () => {
  expect(order({ words: new Map([[3, 1]]) }, { neighbours: 1 })).toEqual([3, 2]);
  expect(order({ words: new Map([[3, 1]]) }, { neighbours: 2 })).toEqual([3, 2, 1]);
  expect(order({ words: new Map([[4, 1]]) }, { neighbours: 2 })).toEqual([4, 5, 6]);
});

it.each([
  ['what did ann say?', [2, 1]],
  ["Bob's boat", [1, 2]],
  ['Ann and Bob', [1, 2]],
  ['who is it?', [1, 2]],
  ['the annual report', [1, 2]],
])('favours the one speaker whom %j names', (query, expected) => {
  expect(order({ words: new Map([[1, 1.1], [2, 1]]) }, { query })).toEqual(expected); // biome-ignore format: pairs
});

it('gives no more than asked for, and the same first ones as without a limit', () => {
  const signalsOf = (ranks: readonly number[]) => ({
    words: new Map(ranks.map((rank, place) => [place, rank])),
  });
  const ranks = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(ranks, fc.integer({ min: 1, max: 8 }), (given, limit) => {
      const all = ask(signalsOf(given), { neighbours: 2 });
      expect(ask(signalsOf(given), { neighbours: 2, limit })).toEqual(all.slice(0, limit));
    }),
  );
});

it('finds nothing where nothing was found', () => {
  expect(ask({ words: new Map() }, { neighbours: 2 })).toEqual([]);
  expect(ask({ words: new Map(), cosines: new Float32Array(8) })).toEqual([]);
});
