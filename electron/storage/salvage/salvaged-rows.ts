import { prepare, type WritableDatabase } from '../database/sqlite.ts';
import { errorCode } from '../storage-failure.ts';
import type { Cell } from './decode-cell.ts';
import type { Gap } from './read-damaged.ts';
import type { NamedRow } from './row-checks.ts';
import { comparePlaces, keyOf, rowidName, type TableForm } from './table-forms.ts';

/** The rows of one table while it is salvaged. */
export interface SalvagedRows {
  readonly form: TableForm;
  readonly keys: Set<string>;
  gaps: readonly Gap[];
  /** Rows that say which they are and not what was written. */
  unsound: readonly NamedRow[];
  read: number;
  restored: number;
  /** Which they are, by their keys. */
  readonly restoredRows: NamedRow[];
}

/** A table of which nothing was read yet: all of it is a gap. */
export const beginTable = (form: TableForm): SalvagedRows => ({
  form,
  keys: new Set(),
  gaps: [{ after: undefined, before: undefined }],
  unsound: [],
  read: 0,
  restored: 0,
  restoredRows: [],
});

/** Puts a row into the new database, unless it has one of that key; what came first is newer. */
export function keepRow(
  database: WritableDatabase,
  rows: SalvagedRows,
  row: NamedRow,
  from: 'read' | 'restored',
): void {
  const { form, keys } = rows;
  const key = keyOf(form, row);
  if (keys.has(key)) return;
  const columns =
    form.kind === 'table' && form.alias === undefined ? [...form.columns, rowidName] : form.columns;
  const marks = columns.map(() => '?').join(', ');
  const sql = `INSERT OR IGNORE INTO ${form.name} (${columns.join(', ')}) VALUES (${marks})`;
  try {
    if (prepare(database, sql).run(...columns.map(name => row[name] ?? null)).changes === 0) return;
  } catch (error) {
    // A row without hash may hold what its columns do not take: it is none.
    if (errorCode(error)?.startsWith('SQLITE_CONSTRAINT') !== true) throw error;
    return;
  }
  keys.add(key);
  rows[from] += 1;
  if (from === 'restored')
    rows.restoredRows.push(Object.fromEntries(form.key.map(name => [name, row[name] ?? null])));
}

/** Whether a row of this place could not be read. */
export const isInGap = ({ gaps }: SalvagedRows, place: readonly Cell[]): boolean =>
  gaps.some(
    ({ after, before }) =>
      (after === undefined || comparePlaces(place, after) > 0) &&
      (before === undefined || comparePlaces(place, before) < 0),
  );
