import { statSync } from 'node:fs';
import { messageOf } from '../../../shared/contract/errors.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { workAside } from '../bulk/work-aside.ts';
import { isSchemaSound } from '../database/migrate.ts';
import { openAlone } from '../database/open-sqlite.ts';
import type { ReadableDatabase } from '../database/sqlite.ts';
import type { Target } from '../files/plain-target.ts';
import { createPause } from '../pause.ts';
import { isRowSound, type NamedRow } from '../salvage/row-checks.ts';
import { keyOf, rowidName, type TableForm, tableForms } from '../salvage/table-forms.ts';

/** Why a closed database is not what was written, in words; undefined where it is. Every row of every table is read. */
export async function findUnsound(path: string, root: string): Promise<string | undefined> {
  let database: ReadableDatabase | undefined;
  try {
    // A copy of a database with a log says that it has one, and would get one at each look.
    database = await openAlone(path, root, 'DELETE');
    return await judge(database, { root, path });
  } catch (error) {
    return messageOf(error);
  } finally {
    database?.close();
  }
}

async function judge(database: ReadableDatabase, target: Target): Promise<string | undefined> {
  if (statSync(target.path).size === 0) return 'the file is empty';
  if (!isSchemaSound(database)) return 'tables are missing';
  const said = String(await workAside('quick check of a copy', target));
  return said === 'ok' ? firstUnsoundRow(database) : said;
}

/** The first row that is not as it was written, in words. */
export const firstUnsoundRow = (database: ReadableDatabase): Promise<string | undefined> =>
  inStretches(unsoundRow(database), createPause());

/** A step a row. */
function* unsoundRow(database: ReadableDatabase): Generator<void, string | undefined> {
  for (const form of tableForms(database)) {
    const rows = database.prepare<[], NamedRow>(`SELECT ${selected(form)} FROM ${form.name}`);
    for (const row of rows.iterate()) {
      if (!isRowSound(form.name, row)) return `${form.name} ${keyOf(form, row)}`;
      yield;
    }
  }
  return undefined;
}

const selected = (form: TableForm): string =>
  form.key.includes(rowidName) ? [rowidName, ...form.columns].join(', ') : form.columns.join(', ');
