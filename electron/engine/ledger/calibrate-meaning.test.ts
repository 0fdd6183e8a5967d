import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import {
  calibrateByUnrelated,
  fewestUnrelated,
  measuredCalibration,
  relevanceOfCosine,
} from './calibrate-meaning.ts';

const useLite = measuredCalibration('use-lite') ?? [];
const round = (value: number): number => Math.round(value * 1e9) / 1e9;

/** Vectors of unit length that share a direction, more or less. */
function randomVectors(count: number, shared: number): Float32Array[] {
  const random = createSeededRandom(count);
  return Array.from({ length: count }, () => {
    const numbers = Array.from({ length: 64 }, (_, at) => random.next() - 0.5 + (at === 0 ? shared : 0));
    const length = Math.hypot(...numbers);
    return Float32Array.from(numbers, number => number / length);
  });
}

describe('semantic relevance', () => {
  it.each([
    ['what is about something else', -0.2, 0],
    ['the first point', 0.3, 0],
    ['half of the way to the second', 0.405, 0.175],
    ['two records of one ledger', 0.51, 0.35],
    ['a summary and its explanation', 0.68, 0.5],
    ['half of the way to the last', 0.785, 0.75],
    ['nothing is more alike', 0.89, 1],
    ['the same text', 1, 1],
  ])('of the built-in embedder, for %s', (_, cosine, expected) => {
    expect(round(relevanceOfCosine(cosine, useLite))).toBe(expected);
  });

  it('grows with the cosine and stays in 0..1', () => {
    const cosine = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(cosine, cosine, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const found = [low, high].map(value => relevanceOfCosine(value, useLite));
        expect(0 <= (found[0] ?? -1) && (found[0] ?? 1) <= (found[1] ?? 0) && (found[1] ?? 2) <= 1).toBe(
          true,
        );
      }),
    );
  });

  it('is not known of an embedder that nobody measured, whatever it is called', () => {
    expect([measuredCalibration('openai:x'), measuredCalibration('constructor')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('an embedder nobody measured', () => {
  it('is not calibrated by too few texts', () => {
    expect(calibrateByUnrelated(randomVectors(fewestUnrelated - 1, 0))).toBeUndefined();
    expect(calibrateByUnrelated(randomVectors(fewestUnrelated, 0))).toHaveLength(4);
  });

  it.each([0, 2, 8])('reaches 0.35 and 0.5 by chance one time in six and in forty (%i shared)', shared => {
    const vectors = randomVectors(96, shared);
    const calibration = calibrateByUnrelated(vectors) ?? [];
    const relevance = vectors.flatMap((left, at) =>
      vectors.slice(at + 1).map(right => {
        const cosine = left.reduce((sum, number, place) => sum + number * (right[place] ?? 0), 0);
        return relevanceOfCosine(cosine, calibration);
      }),
    );
    const partAbove = (least: number) => relevance.filter(value => value >= least).length / relevance.length;
    expect(partAbove(Number.MIN_VALUE)).toBeCloseTo(0.5, 1);
    expect(Math.abs(partAbove(0.35) - 1 / 6)).toBeLessThan(0.06);
    expect(Math.abs(partAbove(0.5) - 1 / 40)).toBeLessThan(0.025);
    expect(relevanceOfCosine(1, calibration)).toBe(1);
  });

  it('rises to 1 also where texts are about one thing or are all the same', () => {
    const same = Array.from({ length: 20 }, () => Float32Array.from([1, 0]));
    expect(relevanceOfCosine(1, calibrateByUnrelated(same) ?? [])).toBe(1);
    const [, found, inScope] = calibrateByUnrelated(randomVectors(40, 0.3)) ?? [];
    expect((found?.cosine ?? 1) < (inScope?.cosine ?? 0) && (inScope?.cosine ?? 1) < 1).toBe(true);
  });
});
