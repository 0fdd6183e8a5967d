import { expect, it } from 'vitest';
import type { ListedPattern } from '../handoff-store.ts';
import { confidenceWords, expiryWords, filterPatterns, patternStanding } from './pattern-rows.ts';

const pattern = (more: Partial<ListedPattern> = {}): ListedPattern => ({
  pattern_hash: 'h',
  project_id: 'default',
  signature: {
    error_type: 'TypeError',
    message_pattern: 'x is undefined',
    context_hints: ['build'],
    stack_pattern: '',
  },
  solution: 'Wait for the load',
  confidence: 0.5,
  occurrences: 1,
  last_seen: '2026-11-01T00:00:00Z',
  created_at: '2026-11-01T00:00:00Z',
  ttl_days: 30,
  expired: false,
  shown: false,
  history: [],
  ...more,
});

it.each([
  [{ expired: false, shown: true }, 'shown'],
  [{ expired: false, shown: false }, 'misled'],
  [{ expired: true, shown: false }, 'expired'],
])('%j stands as %s', (state, standing) => {
  expect(patternStanding(pattern(state))).toBe(standing);
});

it.each([
  ['2026-11-02T00:00:00Z', 'expires in 29 days'],
  ['2026-11-30T12:00:00Z', 'expires in 12 hours'],
  ['2026-12-05T00:00:00Z', 'expired 4 days ago'],
])('at %s a pattern of 30 days %s', (now, words) => {
  expect(expiryWords(pattern(), Date.parse(now))).toBe(words);
});

it.each([
  ['', 1],
  ['typeerror LOAD', 1],
  ['build', 1],
  ['ferry', 0],
])('the search "%s" finds %i', (text, count) => {
  expect(filterPatterns([pattern()], text).length).toBe(count);
});

const history = [
  { at: 'a', confidence: 0.5, cause: 'recorded' },
  { at: 'b', confidence: 0.6, cause: 'helped' },
  { at: 'c', confidence: 0.4, cause: 'misled' },
] as const;

it('says the line in words', () => {
  expect(confidenceWords(history)).toBe('Confidence over time: 0.50 recorded, 0.60 helped, 0.40 misled');
});
