import { stopWords } from '../../../shared/search/stop-words.ts';

/** bm25's usual constants: how soon repeating a word stops to count, and how much long texts lose. */
const saturation = 1.2;
const lengthWeight = 0.75;
/** More words make a query slower and not better. */
const mostQueryWords = 48;
/** A posting is a place and a count in one number, so that a list of them stays compact. */
const countSteps = 64;

/** Texts by place, 0 upwards, searched by any of a query's words. */
export interface WordIndex {
  /** Adds the text of the next place; returns the place. */
  add(text: string): number;
  readonly size: number;
  /** bm25 by place, only of places that have any of the words; a place may be let out by `accepts`. */
  search(query: string, accepts: (place: number) => boolean): Map<number, number>;
}

/** An index of words in memory: a query costs what its words' lists cost, however many texts there are. */
export function createWordIndex(): WordIndex {
  const postings = new Map<string, number[]>();
  const lengths: number[] = [];
  let total = 0;
  return {
    get size() {
      return lengths.length;
    },
    add(text) {
      const place = lengths.length;
      const words = wordsOf(text);
      const counts = new Map<string, number>();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const [word, count] of counts) {
        const posting = place * countSteps + Math.min(count, countSteps - 1);
        const list = postings.get(word);
        if (list === undefined) postings.set(word, [posting]);
        else list.push(posting);
      }
      lengths.push(words.length);
      total += words.length;
      return place;
    },
    search(query, accepts) {
      const scores = new Float64Array(lengths.length);
      const average = total / Math.max(1, lengths.length);
      const lists = queryWords(query).map(word => postings.get(word) ?? []);
      for (const list of lists) addScores(scores, list, lengths, average);
      const found = new Map<number, number>();
      for (const [place, score] of scores.entries()) if (score > 0 && accepts(place)) found.set(place, score);
      return found;
    },
  };
}

function addScores(
  scores: Float64Array,
  list: readonly number[],
  lengths: readonly number[],
  average: number,
): void {
  // With the 1 inside, a word that stands almost everywhere still counts a little.
  const rarity = Math.log(1 + (lengths.length - list.length + 0.5) / (list.length + 0.5));
  for (const posting of list) {
    const place = Math.floor(posting / countSteps);
    const count = posting % countSteps;
    const size = 1 - lengthWeight + lengthWeight * ((lengths[place] ?? 0) / average);
    scores[place] = (scores[place] ?? 0) + (rarity * count * (saturation + 1)) / (count + saturation * size);
  }
}

/** The telling words of a query; when it has none, all of them: a question of stop words only is still a question. */
function queryWords(query: string): string[] {
  const all = [...new Set(query.toLowerCase().match(word) ?? [])];
  const telling = all.filter(one => !stopWords.has(one));
  const chosen = telling.length > 0 ? telling : all;
  return [...new Set(chosen.map(stemOf))].slice(0, mostQueryWords);
}

const word = /[\p{L}\p{N}\p{M}]+/gu;

const wordsOf = (text: string): string[] => (text.toLowerCase().match(word) ?? []).map(stemOf);

/** Takes off the commonest English endings and marks over letters, so that `Stores` finds `storing`. */
function stemOf(text: string): string {
  const plain = isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
  if (plain.length < 5) return plain.length === 4 && /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain;
  return plain.replace(/(?:ies|ied|y)$/, 'i').replace(/(?:ing|ed|es|e|(?<!s)s)$/, '');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/**
 * bm25 scores as relevance in 0..1: `s / (s + k)`, with `k` the median of the hits, so that the middle hit has 0.5
 * whatever the words and the ledger are (L4). Of an even number of hits the mean of the two middle ones is taken.
 */
export function relevanceOf<Key>(scores: ReadonlyMap<Key, number>): Map<Key, number> {
  const sorted = Float64Array.from(scores.values()).sort();
  const upper = sorted[sorted.length >> 1] ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0;
  const middle = (upper + lower) / 2;
  return new Map([...scores].map(([key, score]) => [key, score / (score + middle)]));
}
