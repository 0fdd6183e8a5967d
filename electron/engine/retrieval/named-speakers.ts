import { wordsOf } from '../../../shared/search/words-of.ts';

/** Places in `speakers` of those whom a query names, with all words of their names. */
export function namedSpeakers(speakers: readonly string[], query: string): number[] {
  const said = new Set(wordsOf(query));
  return speakers.flatMap((speaker, place) => {
    const name = wordsOf(speaker);
    return name.length > 0 && name.every(word => said.has(word)) ? [place] : [];
  });
}
