import { expect, it } from 'vitest';
import { companionWords } from './companion-words.ts';

it('takes words of the best chunks that the query has not, those of several good chunks first', () => {
  const best = [
    { content: '[8 May] Ann: We adopted a puppy', score: 1 },
    { content: '[9 May] Bob: The puppy chewed my shoes', score: 0.5 },
  ];
  expect(companionWords('Which dog was adopted?', best)).toEqual(['puppy', 'chewed', 'shoes']);
  expect(companionWords('anything', [])).toEqual([]);
});

it('takes 15 at most', () => {
  const content = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  expect(companionWords('', [{ content, score: 1 }])).toHaveLength(15);
});
