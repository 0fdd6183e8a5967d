import { expect, it } from 'vitest';
import type { SavedRecord } from '../../../../shared/model/health.ts';
import { filterRecords, recordFiles } from './saved-rows.ts';

const record = (file: string, historical: boolean): SavedRecord => ({
  file,
  at: '2026-11-22T10:00:00Z',
  session_id: historical ? 'old' : 'new',
  historical,
  entries: [],
});
const records = [record('progress.md', false), record('decisions.md', false), record('decisions.md', true)];

it.each([
  [{ withHistorical: true }, [0, 1, 2]],
  [{ withHistorical: false }, [0, 1]],
  [{ file: 'decisions.md', withHistorical: true }, [1, 2]],
  [{ file: 'conventions.md', withHistorical: true }, []],
])('the filter %j leaves the records %j', (filter, left) => {
  expect(filterRecords(records, filter).map(one => records.indexOf(one))).toEqual(left);
});

it('counts the records of each file', () => {
  expect(recordFiles(records)).toEqual([
    { file: 'decisions.md', count: 2 },
    { file: 'progress.md', count: 1 },
  ]);
});
