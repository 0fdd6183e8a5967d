import { expect, it } from 'vitest';
import { instantMs } from './instant.ts';

const noon = Date.UTC(2026, 5, 1, 12);

it.each([
  ['2026-06-01T12:00:00Z', noon],
  ['2026-06-01T12:00:00.000Z', noon],
  ['2026-06-01T12:00:00', noon],
  ['2026-06-01T12:00', noon],
  ['2026-06-01 12:00:00Z', noon],
  ['2026-06-01T14:00:00+02:00', noon],
  ['2026-06-01T06:30:00-0530', noon],
  ['2026-06-01T13:00:00+01', noon],
  ['2026-06-01T12:00:00.123456Z', noon + 123],
  ['2026-06-01T12:00:00.5Z', noon + 500],
  ['2026-06-01', noon - 12 * 3_600_000],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['0001-01-01', -62135596800000],
])('understands %s', (text, expected) => {
  expect(instantMs(text)).toBe(expected);
});

it.each([
  '',
  'yesterday',
  '2026',
  '2026-13-01',
  '2026-02-30',
  '2023-02-29',
  '2026-06-01T24:00:00Z',
  '2026-06-01T12:60:00Z',
  '2026-06-01T12:00:60Z',
  '2026-06-01T12:00:00+24:00',
  '2026-06-01T12',
  '1780315200000',
])('takes %j for no moment', text => {
  expect(instantMs(text)).toBeUndefined();
});
