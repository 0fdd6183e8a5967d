import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { isSchemaSound, migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { openWritable } from './open-sqlite.ts';

const open = () => openWritable(join(temporaryFolder(), 'weft.sqlite'));

const tables = (database: Awaited<ReturnType<typeof openWritable>>): unknown[] =>
  database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();

it('a database without one of its tables is not sound, whichever it is', async () => {
  const database = await open();
  migrate(database);
  expect(isSchemaSound(database)).toBe(true);
  database.pragma('foreign_keys = OFF');
  const ofModules = /^context_package_text_/;
  const names = tables(database).filter(name => !ofModules.test(String(name)));
  const unseen = names.filter(name => {
    database.exec(`BEGIN; DROP TABLE ${String(name)}`);
    const isSound = isSchemaSound(database);
    database.exec('ROLLBACK');
    return isSound;
  });
  expect(unseen).toEqual([]);
});

it('brings an empty database to the newest schema, once', async () => {
  const database = await open();
  migrate(database);
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
    'conversation_frame',
    'conversation_source',
    'document',
    'document_sync',
    'done_write',
    'draft',
    'embedding',
    'error_pattern',
    'event',
    'fit_summary',
    'flight',
    'flight_entry',
    'graph_edge',
    'graph_node',
    'graph_view',
    'handoff_session',
    'key_value',
    'ledger_file',
    'ledger_graph',
    'ledger_index_part',
    'ledger_index_word',
    'ledger_record',
    'ledger_status',
    'message',
    'posting',
    'presence',
    'profile',
    'prompt_prefix',
    'recording',
    'recording_cause',
    'session_health',
  ]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  migrate(database);
  database.close();
});

it('does all steps or none', async () => {
  const database = await open();
  expect(() => migrate(database, ['CREATE TABLE a (x);', 'CREATE TABLE a (y);'])).toThrow('already exists');
  expect([schemaVersion(database), tables(database)]).toEqual([0, []]);
  database.close();
});

it('leaves a database from the future alone, and says what to do', async () => {
  const database = await open();
  database.pragma('user_version = 99');
  expect(() => migrate(database)).toThrow(
    `was made by a newer Weft (schema 99, this one knows ${migrations.length}); update Weft`,
  );
  expect(schemaVersion(database)).toBe(99);
  database.close();
});
