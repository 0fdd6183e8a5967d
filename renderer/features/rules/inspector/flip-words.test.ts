import { expect, it } from 'vitest';
import { flipsTitle, flipWords } from './flip-words.ts';

it.each([
  ['fired', ['a', 'b'], [], 'now gets a, b'],
  ['not_fired', [], ['a'], 'no longer gets a'],
  ['fired', ['a'], ['b'], 'now gets a and no longer gets b'],
  ['fired', [], [], 'fires now, and gets nothing new'],
  ['not_fired', [], [], 'no longer fires, and loses nothing'],
] as const)('says of %s with %j and %j: %s', (to, gains, loses, words) => {
  expect(flipWords({ to, gains, loses })).toBe(words);
});

const flip = { from: 'not_fired', to: 'fired' } as const;
const change = { from: 'fired', to: 'fired' } as const;

it.each([
  [[flip], 'This edit flips 1 sample'],
  [[flip, flip], 'This edit flips 2 samples'],
  [[flip, change], 'This edit changes 2 samples'],
  [[change], 'This edit changes 1 sample'],
])('counts %j: %s', (flips, title) => {
  expect(flipsTitle(flips)).toBe(title);
});
