import { bestPlaces } from '../../../shared/search/best-places.ts';
import { type Calibration, relevanceOfCosine } from '../ledger/calibrate-meaning.ts';
import { namedSpeakers } from './named-speakers.ts';

/** What ranking knows of a collection's chunks. Places count the chunks in reading order. */
export interface ChunkPlaces {
  readonly size: number;
  /** The conversation or document a chunk belongs to, as a number; its chunks lie side by side. */
  readonly seriesOf: (place: number) => number;
  /** Who says a chunk, as a place in `speakers`; -1 where nobody is named. */
  readonly speakerOf: (place: number) => number;
  readonly speakers: readonly string[];
}

/** What was found for one query. */
export interface ChunkSignals {
  /** bm25 by place, better is more; absent places have none of the words. */
  readonly words: ReadonlyMap<number, number>;
  /** bm25 of words that stand in the best chunks, not in the query. */
  readonly companions?: ReadonlyMap<number, number>;
  /** Cosine by place, of all chunks. */
  readonly cosines?: Float32Array;
}

interface RankOptions {
  readonly query: string;
  /** How many places on either side gain from a good chunk, 0 to 2. */
  readonly neighbours: number;
  /** How many chunks at most. */
  readonly limit: number;
}

export interface RankedChunk {
  readonly place: number;
  /** 1 for the best chunk, the others their part of it. */
  readonly score: number;
}

/**
 * How much meaning counts beside words. Cosines of unrelated texts are far above zero, so that their square is taken
 * to tell good ones apart.
 */
const meaningWeight = 0.8;
const companionWeight = 0.3;
/** What the chunk next to a good one, and the one after that, get of its score. */
const neighbourWeights = [0.45, 0.2] as const;
/** A turn of the one speaker whom the query names counts double. */
const speakerFactor = 2;
/** A series that holds several good chunks lifts all of its own. */
const seriesWeight = 0.3;
const bestOfSeries = 3;

/**
 * Ranks all chunks, best first, by words and meaning, each measured by its best, by what stands beside them and by who
 * says them. Equal scores keep reading order; chunks without any score are left out.
 */
export function rankChunks(places: ChunkPlaces, signals: ChunkSignals, options: RankOptions): RankedChunk[] {
  const own = ownScores(places.size, signals);
  const scores = spread(places, own, options.neighbours);
  favourSpeaker(places, scores, options.query);
  if (options.neighbours > 0) favourSeries(places, scores);
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  if (best === 0) return [];
  return bestPlaces(scores, options.limit).map(place => ({ place, score: (scores[place] ?? 0) / best }));
}

function ownScores(size: number, { words, companions, cosines }: ChunkSignals): Float64Array {
  const scores = new Float64Array(size);
  addWords(scores, words, 1);
  if (companions !== undefined) addWords(scores, companions, companionWeight);
  if (cosines !== undefined) {
    const best = cosines.reduce((most, cosine) => Math.max(most, cosine), 0);
    for (const [place, cosine] of cosines.entries())
      if (cosine > 0) scores[place] = (scores[place] ?? 0) + meaningWeight * (cosine / best) ** 2;
  }
  return scores;
}

function addWords(scores: Float64Array, words: ReadonlyMap<number, number>, weight: number): void {
  const best = [...words.values()].reduce((most, score) => Math.max(most, score), 0);
  for (const [place, score] of words) {
    // A word that stands everywhere ranks 0 throughout; having it is better than not having it.
    const part = best > 0 ? score / best : 1;
    scores[place] = (scores[place] ?? 0) + weight * part;
  }
}

/** Gives to each chunk's neighbours in its series a part of its score. */
function spread(places: ChunkPlaces, own: Float64Array, neighbours: number): Float64Array {
  const scores = Float64Array.from(own);
  for (const [index, weight] of neighbourWeights.slice(0, neighbours).entries()) {
    const distance = index + 1;
    for (let place = distance; place < own.length; place += 1) {
      const before = place - distance;
      if (places.seriesOf(place) !== places.seriesOf(before)) continue;
      scores[place] = (scores[place] ?? 0) + weight * (own[before] ?? 0);
      scores[before] = (scores[before] ?? 0) + weight * (own[place] ?? 0);
    }
  }
  return scores;
}

function favourSpeaker({ speakers, speakerOf }: ChunkPlaces, scores: Float64Array, query: string): void {
  const named = namedSpeakers(speakers, query);
  // With several names, or none, the question is not about what one of them said.
  if (named.length !== 1) return;
  for (const place of scores.keys())
    if (speakerOf(place) === named[0]) scores[place] = (scores[place] ?? 0) * speakerFactor;
}

function favourSeries({ seriesOf }: ChunkPlaces, scores: Float64Array): void {
  const bySeries = new Map<number, number[]>();
  for (let place = 0; place < scores.length; place += 1) {
    const series = bySeries.get(seriesOf(place)) ?? [];
    bySeries.set(seriesOf(place), series);
    keepBest(series, scores[place] ?? 0);
  }
  const strength = new Map([...bySeries].map(([series, best]) => [series, strengthOf(best)]));
  const best = [...strength.values()].reduce((most, value) => Math.max(most, value), 0);
  if (best === 0) return;
  for (let place = 0; place < scores.length; place += 1)
    scores[place] = (scores[place] ?? 0) * (1 + (seriesWeight * (strength.get(seriesOf(place)) ?? 0)) / best);
}

/** Of a series of any length only its best scores are kept, best first. */
function keepBest(best: number[], score: number): void {
  if (best.length === bestOfSeries && score <= (best.at(-1) ?? 0)) return;
  best.push(score);
  best.sort((left, right) => right - left);
  best.length = Math.min(best.length, bestOfSeries);
}

const strengthOf = (best: readonly number[]): number =>
  best.reduce((sum, score) => sum + score, 0) / bestOfSeries;

/** Of the best bm25: what makes a chunk worth telling, and what makes its neighbours worth it too. */
const leastWords = 0.2;
const strongWords = 0.6;
/** The same of what a cosine stands for. */
const leastMeaning = 0.1;
const strongMeaning = 0.35;
/** How many places on either side of a good chunk are its context. */
const reach = 2;

/**
 * Whether a chunk has to do with a query at all: by its words, by its meaning, or as what was said right beside one that
 * plainly has. Ranks are relative, so that without this the best of what is unrelated would be told. Without a
 * calibration a cosine is taken as it is.
 */
export function relevantPlaces(
  { size, seriesOf }: ChunkPlaces,
  { words, cosines }: ChunkSignals,
  calibrationAt: (place: number) => Calibration | undefined,
): (place: number) => boolean {
  const most = [...words.values()].reduce((best, score) => Math.max(best, score), 0);
  const meaningAt = (place: number): number => {
    const cosine = cosines?.[place] ?? 0;
    const calibration = calibrationAt(place);
    return calibration === undefined ? cosine : relevanceOfCosine(cosine, calibration);
  };
  const has = (place: number, wordsShare: number, meaning: number): boolean =>
    (words.has(place) && (words.get(place) ?? 0) >= wordsShare * most) || meaningAt(place) >= meaning;
  return place => {
    if (has(place, leastWords, leastMeaning)) return true;
    for (let near = Math.max(0, place - reach); near <= Math.min(size - 1, place + reach); near += 1)
      if (seriesOf(near) === seriesOf(place) && has(near, strongWords, strongMeaning)) return true;
    return false;
  };
}
