import { ownValue } from '../../../shared/model/entries.ts';
import { dotProduct } from '../../../shared/search/dot-product.ts';

/** A cosine and the relevance that it stands for. */
interface CalibrationPoint {
  readonly cosine: number;
  readonly relevance: number;
}

/** Rising points, the first of relevance 0, the last of 1; straight lines between them. */
export type Calibration = readonly CalibrationPoint[];

/** With fewer texts, how alike unrelated ones are is a guess. */
export const fewestUnrelated = 12;

/** Standard deviations that one pair in six and one in forty is above, where cosines spread as chance has them. */
const oneOfSix = 1;
const oneOfForty = 2;
/** Of the way from the usual cosine to 1, so that a ledger about one thing does not put them out of reach. */
const highestFound = 0.4;
const highestInScope = 0.6;

/** Relevance in 0..1 of a cosine. */
export function relevanceOfCosine(cosine: number, calibration: Calibration): number {
  let before: CalibrationPoint | undefined;
  // By place: this is asked of every record.
  for (let at = 0; at < calibration.length; at += 1) {
    const point = calibration[at];
    if (point === undefined || cosine < point.cosine)
      return point && before ? between(before, point, cosine) : 0;
    before = point;
  }
  return before?.relevance ?? 0;
}

function between(before: CalibrationPoint, after: CalibrationPoint, cosine: number): number {
  const part = (cosine - before.cosine) / (after.cosine - before.cosine);
  return before.relevance + part * (after.relevance - before.relevance);
}

/**
 * Embedders that were measured. `use-lite`, on the 235 different texts of a real ledger and sentences about other
 * subjects: of a record with a sentence about something else, one cosine in a hundred is above 0.30; of two records
 * the middle one is 0.51; of a summary with its own explanation the middle one is 0.68 and the largest 0.89.
 */
const measured: Readonly<Record<string, Calibration>> = {
  'use-lite': [
    { cosine: 0.3, relevance: 0 },
    { cosine: 0.51, relevance: 0.35 },
    { cosine: 0.68, relevance: 0.5 },
    { cosine: 0.89, relevance: 1 },
  ],
};

/** The calibration of an embedder that was measured. */
export const measuredCalibration = (embedder: string): Calibration | undefined =>
  ownValue(measured, embedder);

/**
 * The calibration of an embedder nobody has measured, by texts of the ledger taken at random, most of which have little
 * to do with each other: vectors of unit length, of different texts. The usual cosine of two of them is relevance
 * 0; what one pair in six reaches by chance is 0.35, one in forty 0.5. The spread is taken from the lower half, since
 * the pairs that are related stand in the upper one. Undefined for fewer than `fewestUnrelated` texts.
 */
export function calibrateByUnrelated(vectors: readonly Float32Array[]): Calibration | undefined {
  return vectors.length < fewestUnrelated ? undefined : calibrateByChance(pairCosines(vectors));
}

/** The same by cosines of texts most of which have little to do with each other; undefined for too few of them. */
export function calibrateByChance(unsorted: Float32Array | Float64Array): Calibration | undefined {
  if (unsorted.length < fewestUnrelated) return undefined;
  const cosines = Float64Array.from(unsorted).sort();
  const usual = quantile(cosines, 0.5);
  // One standard deviation below the middle of a normal distribution.
  const spread = usual - quantile(cosines, 0.16);
  const room = Math.max(0, 1 - usual);
  const found = usual + Math.min(spread * oneOfSix, room * highestFound);
  const inScope = usual + Math.min(spread * oneOfForty, room * highestInScope);
  return [
    { cosine: usual, relevance: 0 },
    { cosine: found, relevance: 0.35 },
    { cosine: inScope, relevance: 0.5 },
    { cosine: 1, relevance: 1 },
  ];
}

function pairCosines(vectors: readonly Float32Array[]): Float64Array {
  const cosines = new Float64Array((vectors.length * (vectors.length - 1)) / 2);
  let size = 0;
  for (const [at, left] of vectors.entries())
    for (const right of vectors.slice(at + 1)) {
      cosines[size] = dotProduct(left, right);
      size += 1;
    }
  return cosines;
}

const quantile = (sorted: Float64Array, part: number): number =>
  sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
