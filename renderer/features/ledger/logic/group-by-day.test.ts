import { expect, it } from 'vitest';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';
import { dayAndTime, groupByDay, timeOfDay } from './group-by-day.ts';

const at = (timestamp: string): LedgerRecord => ({
  kind: 'entry',
  entry: { id: timestamp, timestamp, entry_type: 'status', summary: 's' },
});
const late = at('2026-03-14T23:30:00Z');
const early = at('2026-03-14T00:30:00Z');
const before = at('2026-03-13T12:00:00+02:00');

it('puts what happened on one day under one heading, newest first', () => {
  expect(groupByDay([late, early, before], 'UTC')).toEqual([
    { day: '2026-03-14', heading: 'Saturday, 14 March 2026', records: [late, early] },
    { day: '2026-03-13', heading: 'Friday, 13 March 2026', records: [before] },
  ]);
});

it('takes the day of the reader, not of the writer', () => {
  expect(groupByDay([late, early], 'Asia/Tokyo').map(({ day }) => day)).toEqual(['2026-03-15', '2026-03-14']);
});

it('says day and time in short', () => {
  expect([timeOfDay('2026-03-14T05:07:09Z', 'UTC'), dayAndTime('2026-03-14T05:07:09Z', 'UTC')]).toEqual([
    '05:07',
    '14 Mar 2026, 05:07',
  ]);
});
