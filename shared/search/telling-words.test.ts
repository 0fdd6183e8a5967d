import { expect, it } from 'vitest';
import { tellingWords } from './telling-words.ts';

it.each([
  [['what', 'about', 'the', 'harbour'], ['harbour']],
  [
    ['what', 'about', 'it'],
    ['what', 'about', 'it'],
  ],
  [[], []],
])('of %j chooses %j', (words, telling) => {
  expect(tellingWords(words)).toEqual(telling);
});

it('takes no more than 48', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`);
  expect(tellingWords(['the', ...words])).toEqual(words.slice(0, 48));
});
