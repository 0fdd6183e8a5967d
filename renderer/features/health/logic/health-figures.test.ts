import { expect, it } from 'vitest';
import type { SessionHealth } from '../../../../shared/model/health.ts';
import { figuresOf } from './health-figures.ts';

const session: SessionHealth = {
  session_id: 's',
  assessment: {
    utilization_pct: 1.4,
    status: 'GREEN',
    recommendation: 'continue',
    tokens: 2800,
    window: 200_000,
    basis: 'estimated',
    warnings: [],
  },
  tool_calls: { low: 1, medium: 0, high: 1 },
  message_tokens: 300,
  blocked: false,
  notes: {},
  conflicts: [],
  compactions: 0,
  history: [
    { at: 'a', tokens: 500, message_tokens: 0, tool_calls: { low: 1, medium: 0, high: 0 } },
    { at: 'b', tokens: 2800, message_tokens: 300, tool_calls: { low: 1, medium: 0, high: 1 } },
  ],
  updated_at: 'b',
};
const levels = [{ from: 0 }, { from: 50 }, { from: 85 }];

it('draws tokens against the window and its levels, calls and messages against their most', () => {
  expect(figuresOf(session, levels)).toEqual([
    {
      name: 'Tokens in use',
      now: '2,800',
      values: [500, 2800],
      top: 200_000,
      marks: [100_000, 170_000],
      words: 'Tokens in use: 500 at first, 2,800 at most, 2,800 now',
    },
    {
      name: 'Tool calls',
      now: '2',
      values: [1, 2],
      top: 2,
      marks: [],
      words: 'Tool calls: 1 at first, 2 at most, 2 now',
    },
    {
      name: 'Message tokens',
      now: '300',
      values: [0, 300],
      top: 300,
      marks: [],
      words: 'Message tokens: 0 at first, 300 at most, 300 now',
    },
  ]);
});

it('a session beyond its window is drawn whole, and one without history as nothing', () => {
  const over = {
    ...session,
    history: [{ at: 'a', tokens: 250_000, message_tokens: 0, tool_calls: session.tool_calls }],
  };
  expect(figuresOf(over, levels)[0]?.top).toBe(250_000);
  expect(figuresOf({ ...session, history: [] }, levels).map(({ values, top }) => [values, top])).toEqual([
    [[], 200_000],
    [[], 1],
    [[], 1],
  ]);
});
