import { statSync } from 'node:fs';
import { isSchemaSound } from '../database/migrate.ts';
import { openAlone } from '../database/open-sqlite.ts';
import type { ReadableDatabase } from '../database/sqlite.ts';
import { inSlices } from '../in-slices.ts';
import { isRowSound, type NamedRow } from '../salvage/row-checks.ts';
import { keyOf, rowidName, type TableForm, tableForms } from '../salvage/table-forms.ts';

/** What is more than this is looked through table by table alone: SQLite's own check has no pauses. */
const mostAtOnceBytes = 64 * 1024 * 1024;

/** Why a closed database is not what was written, in words; undefined where it is. Every row of every table is read. */
export async function findUnsound(path: string, root: string): Promise<string | undefined> {
  let database: ReadableDatabase | undefined;
  try {
    // A copy of a database with a log says that it has one, and would get one at each look.
    database = await openAlone(path, root, 'DELETE');
    return await judge(database, path);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database?.close();
  }
}

async function judge(database: ReadableDatabase, path: string): Promise<string | undefined> {
  if (statSync(path).size === 0) return 'the file is empty';
  if (!isSchemaSound(database)) return 'tables are missing';
  if (statSync(path).size <= mostAtOnceBytes) {
    const said = String(database.pragma('quick_check(1)', { simple: true }));
    if (said !== 'ok') return said;
  }
  return firstUnsoundRow(database);
}

/** The first row that is not as it was written, in words. */
export const firstUnsoundRow = (database: ReadableDatabase): Promise<string | undefined> =>
  inSlices(unsoundRow(database));

/** A step a row. */
function* unsoundRow(database: ReadableDatabase): Generator<void, string | undefined> {
  for (const form of tableForms(database)) {
    for (const row of database.prepare(`SELECT ${selected(form)} FROM ${form.name}`).iterate()) {
      const named = row as NamedRow; // the columns are the ones just named
      if (!isRowSound(form.name, named)) return `${form.name} ${keyOf(form, named)}`;
      yield;
    }
  }
  return undefined;
}

const selected = (form: TableForm): string =>
  form.key.includes(rowidName) ? [rowidName, ...form.columns].join(', ') : form.columns.join(', ');
