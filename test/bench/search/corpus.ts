import { createSeededRandom, type SeededRandom } from '../../support/seeded-random.ts';

/** Words as often as in a language: a few very frequent ones, a long tail. */
const vocabulary = 20_000;
const wordsInChunk = 60;

/** Each collection holds as many of all chunks. */
export const chunksInCollection = 1000;

export function createCorpus(seed: number) {
  const random = createSeededRandom(seed);
  return {
    chunk: (): string => Array.from({ length: wordsInChunk }, () => word(random)).join(' '),
    /** Three words that people would ask for: neither in every chunk nor in hardly any. */
    query: (): string => Array.from({ length: 3 }, () => asked(random)).join(' '),
  };
}

const word = (random: SeededRandom): string => spelled(Math.floor(vocabulary ** random.next()));
const asked = (random: SeededRandom): string => spelled(random.between(20, 600));
const spelled = (rank: number): string => `w${rank.toString(36)}x`;
