import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { openWritable } from '../database/open-sqlite.ts';
import { rowHash } from '../database/row-hash.ts';
import type { Cell } from './decode-cell.ts';
import { guardedColumns, isHashedTable, isRowOf, isRowSound } from './row-checks.ts';
import { nameCells, type TableForm, tableForms } from './table-forms.ts';

const time = '2026-11-22T10:00:00.000Z';

/** What the columns hold of which not every text makes sense. */
const usual: Readonly<Record<string, Cell>> = {
  attributes: '{}',
  package_id: 1,
  position: 1,
  shape: 'codex',
  kind: 'topic',
  told_hash: '0'.repeat(64),
  made_at: time,
  metadata: '{}',
  pattern: '{}',
  history: '[]',
  trust: 'user',
  created_at: time,
  updated_at: time,
  at: time,
  last_at: time,
  header: '{"session_id":1}',
  state: '{"rules":[]}',
  body: '{"request":{}}',
  timestamp: time,
  valid_from: time,
  valid_to: null,
};

function rowOf({ name, columns }: TableForm): Record<string, Cell> {
  const row: Record<string, Cell> = Object.fromEntries(
    columns.map((column, at) => [
      column,
      Object.hasOwn(usual, column) ? (usual[column] ?? null) : `{"${at}"}`,
    ]),
  );
  const guarded = guardedColumns[name] ?? [];
  const cells = guarded.map(column => row[column] ?? '');
  return { ...row, row_hash: rowHash(cells.map(cell => (typeof cell === 'number' ? cell : String(cell)))) };
}

it('knows a row of each table with a hash as one of that table and of no other', async () => {
  const database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  migrate(database);
  const forms = tableForms(database);
  database.close();
  const hashed = forms.filter(({ name }) => Object.hasOwn(guardedColumns, name));
  expect(hashed.map(({ name }) => name)).toEqual(Object.keys(guardedColumns).sort());
  for (const form of hashed) {
    const row = rowOf(form);
    const cells = form.columns.map(name => (name === form.alias ? null : (row[name] ?? null)));
    const raw = { rowid: form.kind === 'table' ? 1 : undefined, cells };
    const takers = forms.filter(other => {
      const named = other.kind === form.kind ? nameCells(other, raw) : undefined;
      return named !== undefined && isRowOf(other.name, named);
    });
    expect(takers.map(({ name }) => name)).toEqual([form.name]);
  }
});

it('has a check for each table whose rows carry a hash, so that a new one is not passed over', async () => {
  const database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  migrate(database);
  const forms = tableForms(database);
  database.close();
  for (const { name, columns } of forms) {
    if (!columns.includes('row_hash')) continue;
    expect(isHashedTable(name), name).toBe(true);
    const row = Object.fromEntries(columns.map(column => [column, 'x']));
    expect(isRowSound(name, row), name).toBe(false);
  }
});
