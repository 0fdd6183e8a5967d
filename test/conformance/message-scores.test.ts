import { expect, it } from 'vitest';
import { scoreMessages } from '../../electron/engine/conversation/score-messages.ts';
import type { Message } from '../../shared/model/message.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

type Case = GoldenCase<{ messages: Message[] }, { scores: number[] }>;

// The file's shape is told in its README.
const { cases } = readGolden('message-scores') as { cases: Case[] };

it.each(cases)('case "$name" has the golden scores', ({ input, expect: expected }) => {
  const scores = scoreMessages(input.messages);
  expect(scores).toHaveLength(expected.scores.length);
  const wrong = scores.filter((score, at) => Math.abs(score - (expected.scores[at] ?? Number.NaN)) > 1e-9);
  expect(wrong).toEqual([]);
});
