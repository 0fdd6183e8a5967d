import { expect, it } from 'vitest';
import { inUtc } from './in-utc.ts';

it.each([
  ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
  ['2026-01-01T00:00:00.1239Z', '2026-01-01T00:00:00.123Z'],
  ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00+12:00', '0000-01-01T00:00:00.000Z'],
])('writes %s as %s, so that texts sort as times do', (time, written) => {
  expect(inUtc(time)).toBe(written);
});

it('says what a time looks like', () => {
  expect(() => inUtc('yesterday')).toThrow('"yesterday" is no time; write it like 2026-11-21T10:00:00Z');
});
