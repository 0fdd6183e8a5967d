import { expect, it } from 'vitest';
import { textHead } from './text-head.ts';

it('cuts wherever it is told, but never within a character', () => {
  const text = 'aé😀\u{20000}z';
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(most => textHead(text, most))).toEqual([
    '',
    'a',
    'aé',
    'aé',
    'aé😀',
    'aé😀',
    'aé😀\u{20000}',
    text,
    text,
  ]);
});
