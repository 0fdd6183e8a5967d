import { stopWords } from '../../../shared/search/stop-words.ts';

/** bm25's usual constants: how soon repeating a word stops to count, and how much long texts lose. */
const saturation = 1.2;
const lengthWeight = 0.75;
/** More words make a query slower and not better. */
const mostQueryWords = 48;
/** A posting is a place and a count in one number, so that a list of them stays compact: 6 bits for the count. */
const countBits = 6;
const mostCounted = (1 << countBits) - 1;

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
        const posting = (place << countBits) | Math.min(count, mostCounted);
        const list = postings.get(word);
        if (list === undefined) postings.set(word, [posting]);
        else list.push(posting);
      }
      lengths.push(words.length);
      total += words.length;
      return place;
    },
    search(query) {
      const scores = new Float64Array(lengths.length);
      const average = total / Math.max(1, lengths.length);
      const lists = queryWords(query).map(word => postings.get(word) ?? []);
      for (const list of lists) addScores(scores, list, lengths, average);
      return scores;
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
    const place = posting >>> countBits;
    const count = posting & mostCounted;
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
