import { expect, it } from 'vitest';
import { storedNameSchema } from './stored-name.ts';

it.each([
  ['a word', 'harbour', true],
  ['a smiling face', '😀', true],
  ['a character with code 0', 'a\u0000b', true],
  ['200 characters', 'x'.repeat(200), true],
  ['201 characters', 'x'.repeat(201), false],
  ['nothing', '', false],
  ['the first half of a face', 'a\ud83d', false],
  ['the second half of a face', '\ude00a', false],
  ['both halves the wrong way round', '\ude00\ud83d', false],
])('%s is a name or none', (_, name, isName) => {
  expect(storedNameSchema.safeParse(name).success).toBe(isName);
});
