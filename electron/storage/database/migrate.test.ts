import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { openWritable } from './sqlite.ts';

async function open() {
  const folder = temporaryFolder();
  const database = await openWritable(join(folder, 'weft.sqlite'));
  const backup = join(folder, 'backup');
  return { database, backup };
}

const tables = (database: Awaited<ReturnType<typeof openWritable>>): unknown[] =>
  database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();

it('brings an empty database to the newest schema, without a copy of nothing, once', async () => {
  const { database, backup } = await open();
  migrate(database, backup);
  expect(schemaVersion(database)).toBe(migrations.length);
  // SQLite's own tables behind a full-text index are not listed.
  expect(tables(database).filter(name => !/^context_package_text_/.test(String(name)))).toEqual([
    'bundle',
    'chunk',
    'collection',
    'compaction',
    'content_version',
    'context_package',
    'context_package_consumer',
    'context_package_text',
    'conversation',
    'document',
    'document_sync',
    'draft',
    'embedding',
    'error_pattern',
    'event',
    'graph_edge',
    'graph_node',
    'graph_view',
    'handoff_session',
    'key_value',
    'ledger_file',
    'ledger_graph',
    'ledger_record',
    'ledger_status',
    'message',
    'posting',
    'presence',
    'profile',
    'session_health',
  ]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  migrate(database, backup);
  expect(existsSync(backup)).toBe(false);
  database.close();
});

it('copies what is there before it changes anything (F9)', async () => {
  const { database, backup } = await open();
  migrate(database, backup, ['CREATE TABLE old (x); INSERT INTO old VALUES (1);']);
  migrate(database, backup, ['never run again', 'ALTER TABLE old ADD COLUMN y;']);
  expect(schemaVersion(database)).toBe(2);
  const copy = await openWritable(backup);
  expect([schemaVersion(copy), copy.prepare('SELECT * FROM old').all()]).toEqual([1, [{ x: 1 }]]);
  copy.close();
  database.close();
});

it('does all steps or none (F9)', async () => {
  const { database, backup } = await open();
  expect(() => migrate(database, backup, ['CREATE TABLE a (x);', 'CREATE TABLE a (y);'])).toThrow(
    'already exists',
  );
  expect([schemaVersion(database), tables(database)]).toEqual([0, []]);
  database.close();
});

it('leaves a database from the future alone, and says what to do (F9)', async () => {
  const { database, backup } = await open();
  database.pragma('user_version = 99');
  expect(() => migrate(database, backup)).toThrow(
    `was made by a newer Weft (schema 99, this one knows ${migrations.length}); update Weft`,
  );
  expect(schemaVersion(database)).toBe(99);
  database.close();
});
