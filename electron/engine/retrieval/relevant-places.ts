import { type Calibration, relevanceOfCosine } from '../ledger/calibrate-meaning.ts';
import type { ChunkPlaces, ChunkSignals } from './rank-chunks.ts';

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
