/** Postings of some texts by term. */
export interface PostingBlock {
  /** In the order in which they were given. */
  of(term: number): Int32Array;
}

/**
 * Sorts postings by their terms, of which there are `termCount`, numbered from 0: by counting, in linear time. Only terms
 * that occur are kept, so that a block takes the memory of its postings, however many words a ledger has.
 */
export function sortPostings(terms: Int32Array, postings: Int32Array, termCount: number): PostingBlock {
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
  return {
    of(term) {
      const at = firstNotBelow(own, term);
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
