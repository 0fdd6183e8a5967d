import { expect, it } from 'vitest';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';
import { noRecords, readAnew, withPage } from './record-pages.ts';

const record = (id: string, summary = id): LedgerRecord => ({
  kind: 'entry',
  entry: { id, timestamp: '2026-11-20T10:00:00.000Z', entry_type: 'finding', summary, detail: '' },
});
const page = (records: readonly LedgerRecord[], total = 9) => ({ records, resolved: [], total });
const first = readAnew(noRecords, page([record('c'), record('b')]));

it('has a record once that a post has moved to the next page', () => {
  const { records, total } = withPage(first, page([record('b'), record('a')], 10));
  expect([records, total]).toEqual([[record('c'), record('b'), record('a')], 10]);
});

it('keeps the objects of records that are as they were', () => {
  const { records } = readAnew(first, page([record('d'), record('c'), record('b', 'changed')]));
  expect(records.map(one => first.records.indexOf(one))).toEqual([-1, 0, -1]);
});
