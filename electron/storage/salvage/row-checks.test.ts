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

/** Of each table that others may be taken for: what none of its rows says. */
const never: Readonly<Record<string, Readonly<Record<string, readonly Cell[]>>>> = {
  error_pattern: { pattern: ['[]', 1], history: ['{}'] },
  flight: { header: ['{"agent":1}', '{}', 2], updated_at: ['x2026-11-22', '202-11-22', 5, null] },
  conversation_frame: { shape: ['none', null, 1] },
  conversation_source: { position: ['1', 'x'] },
  fit_summary: { told_hash: ['0'.repeat(63), '0'.repeat(65), `${'0'.repeat(63)}g`], made_at: ['soon'] },
  context_package_consumer: { package_id: ['1', null] },
  recording: { position: ['1', null], at: ['soon'], body: ['{"tokens":1}', ''] },
  recording_cause: { state: ['{"cut":[]}', '[]'], last_at: ['x', null] },
  flight_entry: { position: ['1', null], entry: ['[]', 1] },
  graph_edge: { attributes: ['[]'], valid_from: ['x', 1], valid_to: ['x', 1] },
  handoff_session: { metadata: ['[]'], created_at: ['x'] },
  key_value: { trust: ['User', 'a1', '', 1, null] },
  profile: { kind: ['else', null], value: ['[]'], updated_at: ['x'] },
};

it('takes no row for one of a table that says what none of its rows does, however sound it is', async () => {
  const database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  migrate(database);
  const forms = tableForms(database);
  database.close();
  const withHash = (table: string, row: Record<string, Cell>) => {
    const fields = (guardedColumns[table] ?? []).map(column => row[column] ?? '');
    return {
      ...row,
      row_hash: rowHash(fields.map(cell => (typeof cell === 'number' ? cell : String(cell)))),
    };
  };
  for (const form of forms.filter(({ name }) => Object.hasOwn(never, name))) {
    const usualRow = rowOf(form);
    expect(isRowOf(form.name, usualRow), form.name).toBe(true);
    for (const [column, cells] of Object.entries(never[form.name] ?? {}))
      for (const cell of cells) {
        const row = withHash(form.name, { ...usualRow, [column]: cell });
        const told = `${form.name}.${column} ${cell}`;
        expect(isRowSound(form.name, row), told).toBe(true);
        expect(isRowOf(form.name, row), told).toBe(false);
      }
  }
});

it('judges no row of a table without hashes, or of an older schema with other columns', () => {
  expect(isRowSound('collection', { id: 1 })).toBe(true);
  expect(isRowOf('collection', { id: 1 })).toBe(false);
  expect(isHashedTable('collection')).toBe(false);
  expect(isRowSound('draft', { value: undefined as unknown as Cell, row_hash: 'x' })).toBe(true);
  expect(isRowSound('chunk', { id: 1 })).toBe(true);
  expect(isRowSound('chunk', { id: 1, packed: 'x' })).toBe(false);
  expect(isRowSound('draft', { value: Buffer.of(1), row_hash: rowHash(['']) })).toBe(false);
});
