import { bm25 } from '../../../shared/search/bm25.ts';
import { tellingWords } from '../../../shared/search/telling-words.ts';
import { wordsOf } from '../../../shared/search/words-of.ts';
import { NumberList } from './number-list.ts';
import { createPlainWords } from './plain-words.ts';
import { countOfPosting, createPostings, placeOfPosting } from './postings.ts';
import { isAscii, stemOf } from './text-words.ts';

const { saturation, lengthWeight } = bm25;

/** Texts by place, 0 upwards, searched by any of a query's words. */
export interface WordIndex {
  /** Adds the text of the next place; returns the place. */
  add(text: string): number;
  readonly size: number;
  /** bm25 by place; 0 for texts that have none of the words. */
  search(query: string): Float64Array;
}

/** An index of words in memory: a query costs what its words' lists cost, however many texts there are. */
export function createWordIndex(): WordIndex {
  const terms = createTerms();
  const postings = createPostings();
  const lengths = new NumberList();
  let total = 0;
  // What lengths weigh depends on all of them; kept until there are more.
  let weights = new Float64Array();
  return {
    get size() {
      return lengths.size;
    },
    add(text) {
      const place = lengths.size;
      const found = terms.of(text);
      for (let at = 0; at < found.size; at += 1) postings.count(found.at(at), place);
      lengths.push(found.size);
      total += found.size;
      return place;
    },
    search(query) {
      const scores = new Float64Array(lengths.size);
      if (weights.length !== lengths.size) weights = lengthWeights(lengths, total);
      for (const stem of queryStems(query)) {
        const term = terms.find(stem);
        if (term !== undefined) addScores(scores, postings.of(term), weights);
      }
      return scores;
    },
  };
}

/** Numbers of words, one for all words of a stem. Each word is stemmed once, however often it stands in texts. */
function createTerms() {
  const plain = createPlainWords();
  const byWord = new Map<string, number>();
  const byStem = new Map<string, number>();
  const learn = (word: string): number => {
    const known = byWord.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word);
    const term = byStem.get(stem) ?? byStem.size;
    byStem.set(ownCopy(stem), term);
    byWord.set(ownCopy(word), term);
    return term;
  };
  return {
    /** Those of a text's words, in their order. */
    of(text: string): NumberList {
      if (isAscii(text)) return plain.read(text, learn);
      const found = new NumberList();
      for (const word of wordsOf(text)) found.push(learn(word));
      return found;
    },
    find: (stem: string): number | undefined => byStem.get(stem),
  };
}

/** A long word cut out of a text keeps all of the text in memory; one cut out of its own copy does not. */
const ownCopy = (word: string): string => ` ${word}`.slice(1);

function lengthWeights(lengths: NumberList, total: number): Float64Array<ArrayBuffer> {
  const average = total / Math.max(1, lengths.size);
  const weights = new Float64Array(lengths.size);
  for (let place = 0; place < weights.length; place += 1)
    weights[place] = saturation * (1 - lengthWeight + lengthWeight * (lengths.at(place) / average));
  return weights;
}

function addScores(scores: Float64Array, lists: readonly Int32Array[], weights: Float64Array): void {
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  // With the 1 inside, a word that stands almost everywhere still counts a little.
  const rarity = Math.log(1 + (scores.length - count + 0.5) / (count + 0.5));
  for (const list of lists)
    for (const posting of list) {
      const place = placeOfPosting(posting);
      const often = countOfPosting(posting);
      scores[place] =
        (scores[place] ?? 0) + (rarity * often * (saturation + 1)) / (often + (weights[place] ?? 0));
    }
}

const queryStems = (query: string): string[] => [
  ...new Set(tellingWords([...new Set(wordsOf(query))]).map(stemOf)),
];
