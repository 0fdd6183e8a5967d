import { bm25 } from '../../../shared/search/bm25.ts';
import { stopWords } from '../../../shared/search/stop-words.ts';
import { tellingWords } from '../../../shared/search/telling-words.ts';
import { wordsOf } from '../../../shared/search/words-of.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { NumberList } from './number-list.ts';
import { createPlainWords } from './plain-words.ts';
import { countOfPosting, createPostings, placeOfPosting } from './postings.ts';

const { saturation, lengthWeight } = bm25;

/** Lists that were read are kept up to this many numbers, the last used ones. */
const mostKeptNumbers = 12_000_000;

/** Reads the postings of a stem that are kept elsewhere, by rising places. */
export type ReadPostings = (stem: string) => Int32Array;

/** Words of new texts, as they are to be kept elsewhere. */
interface NewWords {
  /** Words of each text from the first new place on. */
  readonly lengths: Int32Array<ArrayBuffer>;
  /** Stems with their postings, by rising places. */
  readonly postings: Iterable<readonly [string, Int32Array]>;
}

/** Texts by place, 0 upwards, searched by any of a query's words. */
interface WordIndex {
  /** Adds the text of the next place; returns the place. */
  add(text: string): number;
  readonly size: number;
  /** bm25 by place; 0 for texts that have none of the words. `readKept` is asked for postings of places that were given away. */
  search(query: string, readKept?: ReadPostings): Float64Array;
  /** Adds texts of which only the lengths are known here; their postings are kept elsewhere. */
  addKept(lengths: Int32Array<ArrayBuffer>): void;
  /** The words of all texts that are not kept elsewhere yet. */
  unkept(): NewWords;
  /** What `unkept` gave is kept now: from here on it is asked for. Nothing may have been added in between. */
  markKept(): void;
}

/** An index of words in memory: a query costs what its words' lists cost, however many texts there are. */
export function createWordIndex(): WordIndex {
  let terms = createTerms();
  let postings = createPostings();
  const lengths = new GrowingNumbers(size => new Int32Array(size));
  const kept = createKeptLists();
  let keptSize = 0;
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
      lengths.set(place, found.size);
      total += found.size;
      return place;
    },
    search(query, readKept) {
      const scores = new Float64Array(lengths.size);
      if (weights.length !== lengths.size) weights = lengthWeights(lengths.view(), total);
      for (const stem of queryStems(query)) {
        const lists = keptSize === 0 || readKept === undefined ? [] : [kept.of(stem, readKept, keptSize)];
        const term = terms.find(stem);
        if (term !== undefined) lists.push(...postings.of(term));
        addScores(scores, lists, weights);
      }
      return scores;
    },
    addKept(more) {
      lengths.append(more);
      for (const length of more) total += length;
      keptSize = lengths.size;
    },
    unkept: () => ({
      lengths: lengths.view().slice(keptSize),
      postings: listsOf(terms.stems(), postings.sorted()),
    }),
    markKept() {
      [terms, postings, keptSize] = [createTerms(), createPostings(), lengths.size];
      kept.clear();
    },
  };
}

function* listsOf(
  stems: Iterable<string>,
  { of }: { of(term: number): Int32Array },
): Generator<readonly [string, Int32Array]> {
  let term = 0;
  for (const stem of stems) {
    yield [stem, of(term)];
    term += 1;
  }
}

/** Lists that were read, the last used ones. */
function createKeptLists() {
  const lists = new Map<string, Int32Array>();
  let numbers = 0;
  return {
    of(stem: string, read: ReadPostings, size: number): Int32Array {
      const known = lists.get(stem);
      const list = known ?? upTo(read(stem), size);
      lists.delete(stem);
      lists.set(stem, list);
      if (known === undefined) numbers += list.length;
      for (const [oldest, { length }] of lists) {
        if (numbers <= mostKeptNumbers || oldest === stem) break;
        lists.delete(oldest);
        numbers -= length;
      }
      return list;
    },
    clear(): void {
      lists.clear();
      numbers = 0;
    },
  };
}

/** Another process may have kept more by now, which this one still has itself. */
function upTo(list: Int32Array, size: number): Int32Array {
  let end = list.length;
  while (end > 0 && placeOfPosting(list[end - 1] ?? 0) >= size) end -= 1;
  return list.subarray(0, end);
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
    /** By number. */
    stems: (): Iterable<string> => byStem.keys(),
  };
}

/** A long word cut out of a text keeps all of the text in memory; one cut out of its own copy does not. */
const ownCopy = (word: string): string => ` ${word}`.slice(1);

function lengthWeights(lengths: Int32Array, total: number): Float64Array<ArrayBuffer> {
  const average = total / Math.max(1, lengths.length);
  const weights = new Float64Array(lengths.length);
  for (let place = 0; place < weights.length; place += 1)
    weights[place] = saturation * (1 - lengthWeight + lengthWeight * ((lengths[place] ?? 0) / average));
  return weights;
}

function addScores(scores: Float64Array, lists: readonly Int32Array[], weights: Float64Array): void {
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  if (count === 0) return;
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

/**
 * Takes off the commonest English endings and marks over letters, so that `Stores` finds `storing`. Stop words stay as they
 * are, and no other word becomes one: `notes` are found by `note`, and not by `not`.
 */
function stemOf(word: string): string {
  const plain = isAscii(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '');
  if (plain.length < 4 || stopWords.has(plain)) return plain;
  const stem = plain.length === 4 ? stemOfShort(plain) : stemOfLong(plain);
  return stopWords.has(stem) ? `${stem}e` : stem;
}

/** Of four letters. */
const stemOfShort = (plain: string): string =>
  plain.replace(/(?<![aeiou])y$/, 'i').replace(/(?:e|(?<!s)s)$/, '');

const stemOfLong = (plain: string): string =>
  plain.replace(/(?:ies|ied|(?<![aeiou])y)$/, 'i').replace(/(?:ing|ed|es|e|(?<!s)s)$/, '');

/** True for texts of the first 128 characters alone. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
