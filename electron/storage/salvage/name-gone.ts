import type { DamagedTable } from '../../../shared/contract/backups.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import type { DatabasePages } from './database-pages.ts';
import type { Cell } from './decode-cell.ts';
import { readNames } from './read-damaged.ts';
import type { NamedRow } from './row-checks.ts';
import { isInGap, type SalvagedRows } from './salvaged-rows.ts';
import { keyOf, rowidName } from './table-forms.ts';

/** More rows are not told one by one. */
const mostNamed = 10_000;

/**
 * What is known of rows that are gone: the keys of those that are damaged, and what the indexes of the damaged database
 * still name. Of tables without rowid no index tells.
 */
export function* nameGone(
  database: ReadableDatabase,
  pages: DatabasePages | undefined,
  { rows, roots }: { readonly rows: SalvagedRows; readonly roots: ReadonlyMap<string, number> },
): Generator<void, DamagedTable['gone']> {
  const { form } = rows;
  const gone = unsoundRows(rows);
  const isTold = form.kind === 'table' && rows.gaps.length > 0;
  if (pages === undefined || !isTold) return tellable([...gone.values()]);
  for (const { name, columns } of indexesOf(database, form.name)) {
    const named = yield* readNames(pages, roots.get(name) ?? 0, columns);
    for (const [rowid, row] of named) {
      if (!isInGap(rows, [rowid]) || isThere(database, form.name, rowid)) continue;
      const id = form.alias === undefined ? {} : { [form.alias]: rowid };
      gone.set(String(rowid), { ...id, ...gone.get(String(rowid)), ...row });
    }
  }
  return tellable([...gone.values()]);
}

/** By their place, as far as they say which they are. */
function unsoundRows({ form, keys, unsound }: SalvagedRows): Map<string, NamedRow> {
  const placeIn = (row: NamedRow) => (form.kind === 'table' ? String(row[rowidName]) : keyOf(form, row));
  const named = (row: NamedRow) => Object.fromEntries(form.key.map(name => [name, row[name] ?? null]));
  return new Map(unsound.filter(row => !keys.has(keyOf(form, row))).map(row => [placeIn(row), named(row)]));
}

/** Rows as a report names them. */
export const tellable = (rows: readonly NamedRow[]): DamagedTable['gone'] =>
  rows
    .slice(0, mostNamed)
    .map(row =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          cell === null || typeof cell === 'number' ? cell : String(cell),
        ]),
      ),
    );

/** Those that know each row, with the columns that they know of it. */
function indexesOf(database: ReadableDatabase, table: string): { name: string; columns: string[] }[] {
  const sql = 'SELECT name FROM pragma_index_list(?) WHERE partial = 0';
  const names = database.prepare<unknown[], string>(sql).pluck().all(table);
  return names.map(name => ({
    name,
    // A text column.
    columns: database.prepare<unknown[], string>('SELECT name FROM pragma_index_info(?)').pluck().all(name),
  }));
}

const isThere = (database: ReadableDatabase, table: string, rowid: Cell): boolean =>
  prepare(database, `SELECT 1 FROM ${table} WHERE rowid = ?`).get(rowid) !== undefined;
