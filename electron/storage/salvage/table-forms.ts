import type { ReadableDatabase } from '../database/sqlite.ts';
import type { Cell, RawRow, TreeKind } from './decode-cell.ts';
import type { NamedRow } from './row-checks.ts';

/** How the rows of a table lie in the file. */
export interface TableForm {
  readonly name: string;
  readonly kind: TreeKind;
  /** In the order in which a row has them: those of the key come first where there is no rowid. */
  readonly columns: readonly string[];
  /** What a row is known by. */
  readonly key: readonly string[];
  /** The column that is the rowid under another name. */
  readonly alias: string | undefined;
  /** What the last columns hold in rows that are older than they. */
  readonly defaults: Readonly<Record<string, Cell>>;
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/** What stands for the rowid among the columns of a row. */
export const rowidName = 'rowid';

/** The tables with content of their own; full-text tables are made of others. */
export function tableForms(database: ReadableDatabase): TableForm[] {
  const sql = `SELECT name, wr FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;
  // The columns are the ones just named.
  const tables = database.prepare<unknown[], { name: string; wr: number }>(sql).all();
  return tables.map(({ name, wr }) => {
    const infos = database.prepare<unknown[], ColumnInfo>('SELECT * FROM pragma_table_info(?)').all(name);
    return formOf(name, infos, wr === 1);
  });
}

function formOf(name: string, infos: readonly ColumnInfo[], isWithoutRowid: boolean): TableForm {
  const keys = infos.filter(({ pk }) => pk > 0).sort((left, right) => left.pk - right.pk);
  const [first] = keys;
  const isAlias = !isWithoutRowid && keys.length === 1 && first?.type === 'INTEGER';
  const stored = isWithoutRowid ? [...keys, ...infos.filter(({ pk }) => pk === 0)] : infos;
  const key = keys.map(column => column.name);
  return {
    name,
    kind: isWithoutRowid ? 'index' : 'table',
    columns: stored.map(column => column.name),
    key: key.length === 0 ? [rowidName] : key,
    alias: isAlias ? first.name : undefined,
    defaults: Object.fromEntries(infos.map(column => [column.name, defaultOf(column)])),
  };
}

/** Our defaults are numbers and empty texts. */
function defaultOf({ dflt_value }: ColumnInfo): Cell {
  if (dflt_value === null) return null;
  return dflt_value === "''" ? '' : Number(dflt_value);
}

/** A row by its columns; undefined where it has more cells than the table columns. */
export function nameCells(form: TableForm, { rowid, cells }: RawRow): NamedRow | undefined {
  if (cells.length > form.columns.length) return undefined;
  const named = form.columns.map((name, at) => [
    name,
    name === form.alias
      ? (rowid ?? null)
      : (cells[at] ?? (at < cells.length ? null : (form.defaults[name] ?? null))),
  ]);
  return Object.fromEntries(rowid === undefined ? named : [...named, [rowidName, rowid]]);
}

/** Where a row stands in its tree. */
export const placeOf = (form: TableForm, row: NamedRow): readonly Cell[] =>
  form.kind === 'table' ? [row[rowidName] ?? null] : form.key.map(name => row[name] ?? null);

/** What a row is known by, as a text. */
export const keyOf = (form: TableForm, row: NamedRow): string =>
  JSON.stringify(
    form.key.map(name => row[name] ?? null),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );

/** The order of SQLite: null, numbers, texts by their bytes, bytes. */
export function comparePlaces(left: readonly Cell[], right: readonly Cell[]): number {
  for (const [at, cell] of left.entries()) {
    const order = compareCells(cell, right[at] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareCells(left: Cell, right: Cell): number {
  const ranks = rankOf(left) - rankOf(right);
  if (ranks !== 0 || left === null || right === null) return ranks;
  if (rankOf(left) === 1) return left < right ? -1 : Number(left > right);
  return Buffer.compare(bytesOf(left), bytesOf(right));
}

const rankOf = (cell: Cell): number => {
  if (cell === null) return 0;
  if (typeof cell === 'string') return 2;
  return Buffer.isBuffer(cell) ? 3 : 1;
};

const bytesOf = (cell: Cell): Buffer => (Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell)));
