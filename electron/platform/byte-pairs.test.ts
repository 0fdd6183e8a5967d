import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { createSeededRandom } from '../../test/support/seeded-random.ts';
import { readBytePairs } from './byte-pairs.ts';
import { loadCounter } from './count-exact.ts';

const seed = 20_261_123;
/** Without U+FEFF, of which the other program drops some. */
const scripts = [
  [0x20, 0x7e],
  [0x00, 0x1f],
  [0xa0, 0x52f],
  [0x590, 0xdff],
  [0x2000, 0x206f],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0x1f300, 0x1faff],
] as const;

it(`counts texts of all scripts as another program does (seed ${seed})`, async () => {
  const random = createSeededRandom(seed);
  const letter = ([low, high]: readonly [number, number]) =>
    String.fromCodePoint(low + Math.floor(random.next() * (high - low + 1)));
  const texts = Array.from({ length: 600 }, (_, index) => {
    const script = scripts[index % scripts.length] ?? scripts[0];
    return Array.from({ length: 40 }, () => (random.next() < 0.15 ? ' ' : letter(script))).join('');
  });
  const theirs = { o200k_base: countO200k, cl100k_base: countCl100k };
  for (const estimator of ['o200k_base', 'cl100k_base'] as const) {
    const count = await loadCounter(estimator);
    const others = texts.map(text => theirs[estimator](text, { disallowedSpecial: new Set() }));
    expect(texts.map(count)).toEqual(others);
  }
});

it('merges the lowest number first, wherever it stands', () => {
  const table = ['a', 'b', 'c', 'bc', 'ab', 'abc'].map((token, rank) => `${btoa(token)} ${rank}\n`).join('');
  const tokens = readBytePairs(Buffer.from(table));
  expect(['abc', 'ab', 'abcb', 'abab', 'cab'].map(tokens.count)).toEqual([1, 1, 2, 2, 2]);
});
