import { expect, it } from 'vitest';
import type { DamagedTable } from '../../../../shared/contract/backups.ts';
import { soughtIn } from './backup-words.ts';

const torn: DamagedTable = {
  table: 'event',
  read: 4,
  restored: 0,
  gone: [],
  gaps: 1,
  restored_rows: [],
  orphaned: 0,
};

it.each<[string, Partial<DamagedTable>]>([
  ['rows are gone', { gone: [{ id: 1 }] }],
  ['some may be gone', {}],
  ['all came back', { restored: 2 }],
])('says that what could not be read was looked for in a backup, not that it was there: %s', (_, table) => {
  const report = {
    found_at: '2026-11-20T10:00:00.000Z',
    kept_in: 'corrupt',
    backup: { name: 'b', created_at: '2026-11-19T10:00:00.000Z' },
    tables: [{ ...torn, ...table }],
  };
  expect(soughtIn(report)).toMatch(/^What could not be read was looked for in the backup of .*corrupt\.$/);
});
