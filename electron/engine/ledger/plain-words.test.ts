import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordsOf } from '../../../shared/search/words-of.ts';
import { createPlainWords } from './plain-words.ts';

const reader = () => {
  const plain = createPlainWords();
  const words: string[] = [];
  const learn = (word: string): number => words.push(word) - 1;
  return {
    words,
    read: (text: string): string[] =>
      Array.from(plain.read(text, learn).view(), number => words[number] ?? ''),
  };
};

it('finds the words that the pattern finds, and asks for the number of each once', () => {
  const text = fc.string({ unit: 'binary-ascii', maxLength: 60 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), texts => {
      const { words, read } = reader();
      for (const one of texts) expect(read(one)).toEqual(wordsOf(one));
      expect(words.length).toBe(new Set(texts.flatMap(wordsOf)).size);
    }),
  );
});

it('tells a hundred thousand words apart', () => {
  const { words, read } = reader();
  const texts = Array.from({ length: 1000 }, (_, at) =>
    Array.from({ length: 100 }, (_, word) => `Word${at * 100 + word}`).join(' '),
  );
  for (const text of texts) expect(read(text)).toEqual(wordsOf(text));
  for (const text of texts) read(text);
  expect(words.length).toBe(100_000);
});
