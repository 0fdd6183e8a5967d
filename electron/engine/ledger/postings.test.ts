import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { countOfPosting, createPostings, placeOfPosting } from './postings.ts';

it('counts terms as a table of texts does, over several blocks and what is not in one yet', () => {
  const random = createSeededRandom(3);
  const postings = createPostings();
  const expected = new Map<number, Map<number, number>>();
  // 500,000 words, a good part of them in the same text again.
  for (let place = 0; place < 5000; place += 1)
    for (let at = 0; at < 100; at += 1) {
      const term = Math.floor(2000 ** random.next());
      postings.count(term, place);
      const own = expected.get(term) ?? new Map<number, number>();
      expected.set(term, own.set(place, Math.min(63, (own.get(place) ?? 0) + 1)));
    }
  const found = (term: number) =>
    postings.of(term).flatMap(list => Array.from(list, one => [placeOfPosting(one), countOfPosting(one)]));
  for (const [term, texts] of expected) expect(found(term)).toEqual([...texts]);
  expect(found(5000)).toEqual([]);
  expect(postings.of(1).length).toBeGreaterThan(2);
});

it('counts up to 63 and stays there', () => {
  const postings = createPostings();
  for (let at = 0; at < 100; at += 1) postings.count(7, 4);
  expect(postings.of(7).flatMap(list => Array.from(list, countOfPosting))).toEqual([63]);
});
