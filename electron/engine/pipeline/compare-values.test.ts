import { afterEach, expect, it } from 'vitest';
import { compareDescending } from './compare-values.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it.each(['America/New_York', 'Asia/Tokyo', 'UTC'])(
  'a time without an offset is one in UTC, also in %s',
  name => {
    process.env.TZ = name;
    // Control: the machine's own clock would read it otherwise.
    expect(Date.parse('2026-01-01T10:00:00') === Date.parse('2026-01-01T10:00:00Z')).toBe(name === 'UTC');
    const times = ['2026-01-01T12:00:00Z', '2026-01-01T10:00:00', '2026-01-01', '2026-01-01T13:00:00+02:00'];
    expect(times.toSorted(compareDescending)).toEqual([
      '2026-01-01T12:00:00Z',
      '2026-01-01T13:00:00+02:00',
      '2026-01-01T10:00:00',
      '2026-01-01',
    ]);
  },
);
