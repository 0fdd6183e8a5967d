import { expect, it } from 'vitest';
import { flipWords, ownFlip } from './flip-words.ts';

it.each([
  ['fired', ['a', 'b'], [], 'now gets a, b'],
  ['not_fired', [], ['a'], 'no longer gets a'],
  ['fired', ['a'], ['b'], 'now gets a and no longer gets b'],
  ['fired', [], [], 'fires now, and gets nothing new'],
  ['not_fired', [], [], 'no longer fires, and loses nothing'],
] as const)('says of %s with %j and %j: %s', (to, gains, loses, words) => {
  expect(flipWords({ to, gains, loses })).toBe(words);
});

it('leaves out what other edits give and take', () => {
  const flip = {
    sampleId: 's',
    from: 'not_fired',
    to: 'fired',
    gains: ['a', 'x'],
    loses: ['b', 'y'],
  } as const;
  expect(ownFlip(flip, ['a'], ['b'])).toEqual({ ...flip, gains: ['a'], loses: ['b'] });
});
