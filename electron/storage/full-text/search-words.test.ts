import { expect, it } from 'vitest';
import { matchAnyWord } from './search-words.ts';

it.each([
  ['How do we roll back a deploy?', '"roll" OR "back" OR "deploy"'],
  ['NEAR(a b) AND "x" OR col:y* ^z -w', '"near" OR "b" OR "x" OR "col" OR "y" OR "z" OR "w"'],
  ['refund Refund REFUND', '"refund"'],
  ['what is this', '"what" OR "is" OR "this"'],
  ['Überfahrt 東京 v2', '"überfahrt" OR "東京" OR "v2"'],
  ['"; DROP TABLE chunk; --', '"drop" OR "table" OR "chunk"'],
  ['?!', undefined],
  ['', undefined],
])('asks for %j as %s', (text, match) => {
  expect(matchAnyWord(text)).toBe(match);
});

it('asks for a bounded number of words', () => {
  const words = Array.from({ length: 1000 }, (_, index) => `word${index}`).join(' ');
  expect(matchAnyWord(words)?.split(' OR ').length).toBe(48);
});
