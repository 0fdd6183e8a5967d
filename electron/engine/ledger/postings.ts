import { NumberList } from './number-list.ts';

/** A posting is a place and a count in one number: 6 bits for the count. */
const countBits = 6;
const mostCounted = (1 << countBits) - 1;
/** Postings sorted at once: what that needs stays in the processor's cache, and takes a few milliseconds. */
const blockSize = 1 << 17;

/** Which terms stand in which texts, and how often. */
interface Postings {
  /** Counts a term once more in the text of a place; places come in ascending order. */
  count(term: number, place: number): void;
  /** All postings of a term, in ascending order of places, in pieces. */
  of(term: number): Int32Array[];
  /** All of them by term, each list in one piece; what is counted next must be of another text. */
  sorted(): { of(term: number): Int32Array };
}

export const placeOfPosting = (posting: number): number => posting >>> countBits;
export const countOfPosting = (posting: number): number => posting & mostCounted;

/**
 * Postings in the order of texts, the last of them, and in blocks by term. A list for each term from the beginning would
 * be one place in memory for each word that is read, and most of the time would go into fetching it.
 */
export function createPostings(): Postings {
  const blocks: PostingBlock[] = [];
  const terms = new NumberList();
  const postings = new NumberList();
  /** Of each term, the last text that has it and 1, and where that posting stands. */
  const lastPlaces = new NumberList();
  const lastPostings = new NumberList();
  const close = (): void => {
    blocks.push(sortPostings(terms.view(), postings.view(), lastPlaces.size));
    terms.clear();
    postings.clear();
  };
  return {
    count(term, place) {
      while (lastPlaces.size <= term) {
        lastPlaces.push(0);
        lastPostings.push(0);
      }
      if (lastPlaces.at(term) === place + 1) {
        const at = lastPostings.at(term);
        const posting = postings.at(at);
        if (countOfPosting(posting) < mostCounted) postings.set(at, posting + 1);
        return;
      }
      // Between two texts, so that no text stands in two blocks.
      if (postings.size >= blockSize && placeOfPosting(postings.at(postings.size - 1)) !== place) close();
      lastPlaces.set(term, place + 1);
      lastPostings.set(term, postings.size);
      terms.push(term);
      postings.push((place << countBits) | 1);
    },
    of(term) {
      const recent: number[] = [];
      const view = terms.view();
      for (let at = view.indexOf(term); at >= 0; at = view.indexOf(term, at + 1))
        recent.push(postings.at(at));
      return [...blocks.map(block => block.of(term)), Int32Array.from(recent)];
    },
    sorted() {
      if (postings.size > 0) close();
      return { of: term => joined(blocks.map(block => block.of(term))) };
    },
  };
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Postings of some texts by term. */
interface PostingBlock {
  /** In the order in which they were given. */
  of(term: number): Int32Array;
}

/**
 * Sorts postings by their terms, of which there are `termCount`, numbered from 0: by counting, in linear time. Only terms
 * that occur are kept, so that a block takes the memory of its postings, however many words a ledger has.
 */
function sortPostings(terms: Int32Array, postings: Int32Array, termCount: number): PostingBlock {
  // First how many, then where the next one goes.
  const places = new Int32Array(termCount);
  for (const term of terms) places[term] = (places[term] ?? 0) + 1;
  const own = new Int32Array(places.reduce((count, size) => (size > 0 ? count + 1 : count), 0));
  const starts = new Int32Array(own.length + 1);
  let known = 0;
  for (let term = 0, start = 0; term < termCount; term += 1) {
    const size = places[term] ?? 0;
    if (size === 0) continue;
    own[known] = term;
    places[term] = start;
    known += 1;
    start += size;
    starts[known] = start;
  }
  const sorted = new Int32Array(terms.length);
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] ?? 0;
    const place = places[term] ?? 0;
    sorted[place] = postings[at] ?? 0;
    places[term] = place + 1;
  }
  // All of them are asked for in their order, more often than one alone.
  let next = 0;
  return {
    of(term) {
      const isNext = (own[next - 1] ?? -1) < term && term <= (own[next] ?? Number.POSITIVE_INFINITY);
      const at = isNext ? next : firstNotBelow(own, term);
      if (own[at] === term) next = at + 1;
      return own[at] === term ? sorted.subarray(starts[at], starts[at + 1]) : sorted.subarray(0, 0);
    },
  };
}

/** The first place of a number not below the given one, in ascending numbers. */
function firstNotBelow(numbers: Int32Array, least: number): number {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
