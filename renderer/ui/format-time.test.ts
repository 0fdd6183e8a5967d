import { expect, it } from 'vitest';
import { formatAgo, formatDay, formatDayTime, formatSpan } from './format-time.ts';

it.each([
  [0, 'moments'],
  [59_999, 'moments'],
  [60_000, '1 minute'],
  [3_599_999, '59 minutes'],
  [3_600_000, '1 hour'],
  [86_399_999, '23 hours'],
  [86_400_000, '1 day'],
  [86_400_000 * 400, '400 days'],
])('%i ms are %s', (milliseconds, text) => {
  expect(formatSpan(milliseconds)).toBe(text);
});

it('says how long ago, also of a clock that goes ahead', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect([
    formatAgo('2026-11-22T09:30:00Z', now),
    formatAgo('2026-11-22T11:00:00+01:00', now),
    formatAgo('2027-01-01T00:00:00Z', now),
  ]).toEqual(['2 hours ago', '2 hours ago', 'moments ago']);
});

it('shows a text that is no time as it is', () => {
  expect([formatDayTime('soon'), formatDay('soon')]).toEqual(['soon', 'soon']);
});
