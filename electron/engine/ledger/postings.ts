import { NumberList } from './number-list.ts';
import { type PostingBlock, sortPostings } from './posting-block.ts';

/** A posting is a place and a count in one number: 6 bits for the count. */
const countBits = 6;
const mostCounted = (1 << countBits) - 1;
/** Postings sorted at once: what that needs stays in the processor's cache, and takes a few milliseconds. */
const blockSize = 1 << 17;

/** Which terms stand in which texts, and how often. */
export interface Postings {
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
