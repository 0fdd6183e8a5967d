import { AppError } from '../../../shared/contract/errors.ts';
import { type Migration, migrations } from './migrations/migrations.ts';
import { rowHash } from './row-hash.ts';
import type { ReadableDatabase, WritableDatabase } from './sqlite.ts';

/** What stands between a database and this program. */
type SchemaState = 'current' | 'older' | 'newer';

export function schemaVersion(database: ReadableDatabase): number {
  return Number(database.pragma('user_version', { simple: true }));
}

export function schemaState(database: ReadableDatabase): SchemaState {
  const version = schemaVersion(database);
  if (version === migrations.length) return 'current';
  return version < migrations.length ? 'older' : 'newer';
}

const tablesOfNow = [
  'bundle',
  'chunk',
  'collection',
  'compaction',
  'content_version',
  'conversation',
  'conversation_frame',
  'conversation_source',
  'context_package',
  'context_package_consumer',
  'context_package_text',
  'document',
  'document_sync',
  'done_write',
  'draft',
  'embedding',
  'error_pattern',
  'fit_summary',
  'event',
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
];

/** No Weft that wrote this database is so many steps ahead of this one: the number itself is damaged. */
const mostStepsAhead = 100;

/** False when version and tables do not fit each other: damage that SQLite itself does not see. */
export function isSchemaSound(database: ReadableDatabase): boolean {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const state = schemaState(database);
  const version = schemaVersion(database);
  if (version === 0) return names.length === 0;
  if (version < 0 || version > migrations.length + mostStepsAhead) return false;
  return state !== 'current' || tablesOfNow.every(name => names.includes(name));
}

/** One sentence for a database that a newer Weft has made. */
export function newerSchemaReason(
  database: ReadableDatabase,
  steps: readonly Migration[] = migrations,
): string {
  const version = schemaVersion(database);
  return `was made by a newer Weft (schema ${version}, this one knows ${steps.length}); update Weft to write to it`;
}

/** Brings the schema to the newest version, in one transaction: all of it or nothing, whenever the process dies. */
export function migrate(database: WritableDatabase, steps: readonly Migration[] = migrations): void {
  const version = schemaVersion(database);
  if (version === steps.length) return;
  if (version > steps.length)
    throw new AppError('unsupported', `weft.sqlite ${newerSchemaReason(database, steps)}`);
  // What a row's hash is over may change; the steps that change it compute it anew. Columns hold texts and integers.
  database.function('hash_row', { varargs: true }, (...fields: (string | number | null)[]) =>
    rowHash(fields),
  );
  const run = database.transaction(() => {
    for (const step of steps.slice(version))
      if (typeof step === 'string') database.exec(step);
      else step(database);
    database.pragma(`user_version = ${steps.length}`);
  });
  run.immediate();
}
