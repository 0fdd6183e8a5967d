import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { openReadable, openWritable } from '../database/open-sqlite.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import { deleteKey, listKeys, setKey } from '../key-values/key-value-table.ts';
import { salvageDatabase } from './salvage-database.ts';
import { pageBytes } from './write-ahead-log.ts';

const at = '2026-11-22T10:00:00.000Z';
const key = (number: number) => `k${String(number).padStart(3, '0')}`;
const put = (database: WritableDatabase, number: number, value = 'x') =>
  setKey(database, {
    instance: 'i',
    namespace: 'n',
    key: key(number),
    value: value.repeat(300),
    trust: 'user',
    updated_at: at,
  });

/** A database with 200 values, in its log alone or in its file, and what is done to it before it is damaged. */
async function stored(more: (database: WritableDatabase) => void = () => {}, isInLog = false) {
  const root = temporaryFolder();
  const path = join(root, 'weft.sqlite');
  const database = await openWritable(path, root);
  onTestFinished(() => void database.close());
  migrate(database);
  database.pragma('wal_autocheckpoint = 0');
  database.exec('BEGIN');
  for (let number = 0; number < 200; number += 1) put(database, number);
  database.exec('COMMIT');
  if (isInLog) database.pragma('wal_checkpoint(TRUNCATE)');
  more(database);
  const table = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'key_value'").pluck().get();
  if (!isInLog) database.pragma('wal_checkpoint(TRUNCATE)');
  return { root, path, top: Number(table) };
}

async function salvaged(root: string, damaged: string, backup?: string) {
  const target = join(root, 'new.sqlite');
  const tables = await salvageDatabase({ root, damaged, backup, target });
  const database = await openReadable(target, root);
  const entries = listKeys(database, undefined, undefined);
  database.close();
  const report = tables.find(({ table }) => table === 'key_value');
  return { keys: entries.map(one => one.key), entries, report };
}

const all = Array.from({ length: 200 }, (_, number) => key(number));

function blank(path: string, page: number): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, (page - 1) * pageBytes, page * pageBytes));
}

describe('rows on pages that no tree leads to any more', () => {
  it('are read all the same', async () => {
    const { root, path, top } = await stored();
    blank(path, top);
    const { keys, report } = await salvaged(root, path);
    // Those that the blank page held itself are gone.
    expect(keys.length).toBeGreaterThan(150);
    expect(keys.length).toBeLessThan(200);
    expect(keys.every(one => all.includes(one))).toBe(true);
    expect(report).toMatchObject({ read: keys.length, restored: 0, restored_rows: [], orphaned: 0 });
    expect(report?.gaps).toBeGreaterThan(0);
  });

  it('are none where SQLite has given the page back: what was deleted stays so', async () => {
    const deleted = all.slice(50, 150);
    const { root, path, top } = await stored(database => {
      database.pragma('secure_delete = OFF');
      for (const one of deleted) deleteKey(database, { instance: 'i', namespace: 'n', key: one });
    });
    blank(path, top);
    const { keys } = await salvaged(root, path);
    expect(keys.length).toBeGreaterThan(50);
    expect(keys.filter(one => deleted.includes(one))).toEqual([]);
  });

  it('are an earlier state where the list of what was given back is damaged', async () => {
    const { root, path, top } = await stored();
    blank(path, top);
    const bytes = readFileSync(path);
    // So many pages are on the list, says the header; there are none.
    bytes.writeUInt32BE(3, 36);
    writeFileSync(path, bytes);
    const { keys, report } = await salvaged(root, path);
    expect(keys.length).toBeGreaterThan(150);
    expect(report).toMatchObject({ read: 0, restored: keys.length });
    expect(report?.restored_rows).toContainEqual({ instance: 'i', namespace: 'n', key: keys[0] });
  });

  it('and all others come from the backup, as far as they were gone', async () => {
    const { root, path, top } = await stored();
    const backup = join(root, 'backup.sqlite');
    writeFileSync(backup, readFileSync(path));
    blank(path, top);
    const { keys, report } = await salvaged(root, path, backup);
    expect(keys).toEqual(all);
    expect(report).toMatchObject({ gone: [], restored: expect.any(Number) });
    expect((report?.read ?? 0) + (report?.restored ?? 0)).toBe(200);
    expect(report?.restored).toBeGreaterThan(0);
  });
});

it('what a page held before its last content, which is damaged, is restored', async () => {
  const changed = (database: WritableDatabase) => {
    for (const number of [100, 101, 102]) put(database, number, 'y');
  };
  const { root, path } = await stored(changed, true);
  const log = readFileSync(`${path}-wal`);
  const frame = pageBytes + 24;
  // The content of each frame, but for the last of all, without which nothing was committed.
  for (let start = 32; start + 2 * frame <= log.length; start += frame) {
    const content = log.subarray(start + 24, start + frame);
    if (content.includes('"yyy')) content.fill(7);
  }
  writeFileSync(`${path}-wal`, log);
  const { keys, entries, report } = await salvaged(root, path);
  expect(keys).toEqual(all);
  const values = entries
    .filter(({ key: one }) => one >= key(100) && one <= key(101))
    .map(({ value }) => value);
  expect(values).toEqual(['x'.repeat(300), 'x'.repeat(300)]);
  expect(report?.restored).toBeGreaterThan(0);
  expect((report?.read ?? 0) + (report?.restored ?? 0)).toBe(200);
});

it('where there is nothing to read all comes from the backup, and without one there is an empty database', async () => {
  const { root, path } = await stored();
  const backup = join(root, 'backup.sqlite');
  writeFileSync(backup, readFileSync(path));
  const none = join(root, 'none.sqlite');
  const { keys, report } = await salvaged(root, none, backup);
  expect([keys, report?.read, report?.restored]).toEqual([all, 0, 200]);
  const { keys: left, report: empty } = await salvaged(root, none);
  expect([left, empty]).toEqual([
    [],
    {
      table: 'key_value',
      read: 0,
      restored: 0,
      gaps: 1,
      restored_rows: [],
      gone: [],
      orphaned: 0,
    },
  ]);
});
