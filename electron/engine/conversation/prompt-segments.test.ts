import { expect, it } from 'vitest';
import { compareSegments, type PromptSegment } from './prompt-segments.ts';

const part = (what: string, hash: string, tokens: number, at: number, sources?: string[]): PromptSegment => ({
  what,
  hash,
  tokens,
  at,
  ...(sources && { sources }),
});
const before = [
  part('L0_identity', 'i', 10, 0, ['memory:who@1', 'memory:where@1']),
  part('summary 1-40', 's', 20, 1),
  part('message 41', 'a', 5, 2),
  part('recall', 'r', 7, 3),
  part('question', 'q', 3, 4),
];
const turn = [...before.slice(0, 3), part('message 42', 'q', 3, 3), part('question', 'n', 4, 4)];

it('of a turn that goes on only what the last one asked is gone', () => {
  expect(compareSegments(before, turn, false)).toEqual({
    previous_tokens: 45,
    kept_tokens: 35,
    kept_messages: 3,
    new_tokens: 7,
    invalidated_tokens: 10,
    invalidated: [
      { what: 'recall', tokens: 7 },
      { what: 'question', tokens: 3 },
    ],
    broken: { by: 'turn', what: 'recall', why: 'Only what the last turn asked is no longer there.' },
  });
});

it('where all of it is kept, nothing is broken', () => {
  const more = [
    ...before.slice(0, 3),
    part('message 42', 'r', 7, 3),
    part('message 43', 'q', 3, 4),
    part('question', 'x', 1, 5),
  ];
  expect(compareSegments(before, more, false)).toMatchObject({
    kept_messages: 5,
    new_tokens: 1,
    broken: null,
  });
});

it.each([
  [
    'changed',
    0,
    part('L0_identity', 'j', 10, 0, ['memory:who@2', 'memory:where@1']),
    false,
    /by memory:who$/,
  ],
  ['edited', 2, part('message 41', 'b', 5, 2), false, /message 41 was edited/],
  ['step', 1, part('summary 1-60', 't', 20, 1), true, /full.*summary 1-40/],
  ['changed', 1, part('message 30', 'm', 20, 1), false, /summary 1-40 gave way to message 30/],
] as const)('says what broke it: %s at %d', (by, at, other, hasStepped, why) => {
  const now = turn.map((segment, index) => (index === at ? other : segment));
  const { broken, kept_messages } = compareSegments(before, now, hasStepped);
  expect(broken).toMatchObject({
    by,
    why: expect.stringMatching(new RegExp(`${why.source}`.replace('$', '\\.$'))),
  });
  expect(kept_messages).toBe(at);
});

it('without a prompt before all is new', () => {
  expect(compareSegments(undefined, before, false)).toMatchObject({
    previous_tokens: null,
    new_tokens: 45,
    broken: { by: 'first' },
  });
});
