import type Sqlite from 'better-sqlite3';
import { AppError } from '../../../shared/contract/errors.ts';
import { fileInside, type Target } from '../files/plain-target.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import type { WritableDatabase } from './sqlite.ts';

/** A line of `sqlite_schema`: the text is what SQLite goes by, whatever the type says. */
interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

/**
 * Refuses with `forbidden`, by name, a database in whose schema stands what no Weft made: a trigger, a view, a table of
 * a module, a column or check that computes something would act with the first query. Reading the schema runs nothing.
 * Of a database that a newer Weft made, tables and indexes are let pass, since it is only read. Where all that is foreign
 * was one of our own before some of its bytes changed, the error says that the database is damaged: it is made anew from
 * its rows then, and nothing of what stands in its schema runs.
 * `openEmpty` opens an empty database in memory.
 */
export function refuseForeignSchema(
  { root, path }: Target,
  database: Sqlite.Database,
  openEmpty: () => Sqlite.Database,
): void {
  const objects = readSchema(database);
  if (objects.length === 0) return;
  const own = ownObjects(openEmpty);
  const isNewer = Number(database.pragma('user_version', { simple: true })) > migrations.length;
  const others = objects.filter(
    object => !own.has(textOf(object)) && !(isNewer && isPlain(database, object)) && !isOfSqlite(object),
  );
  const foreign = others.find(object => !isDamagedOwn(object)) ?? others[0];
  if (foreign === undefined) return;
  const file = fileInside({ root, path });
  const what = `the ${kindOf(foreign)} ${JSON.stringify(foreign.name.slice(0, mostNameLength))}`;
  if (isDamagedOwn(foreign))
    throw Object.assign(new Error(`${file} is damaged: ${what} is not as it was written`), {
      code: 'SQLITE_CORRUPT',
    });
  throw new AppError(
    'forbidden',
    `${file} brings ${what}, which is not as Weft makes it, so nothing of this database is used; move it away, or put a backup of yours in its place`,
    { file },
  );
}

const mostNameLength = 100;

const types = new Set(['table', 'index', 'view', 'trigger']);

/** No SQLite writes such a type, and whoever adds something adds bytes; damage changes some of those that were there. */
function isDamagedOwn(object: SchemaObject): boolean {
  if (!types.has(object.type)) return true;
  const bytes = bytesOf(object);
  return [...known.values()].some(own => own.length >= bytes.length && isMostlyEqual(own, bytes));
}

/** At the same places, or as counted from either end where a length is damaged, too. */
function isMostlyEqual(own: Buffer, found: Buffer): boolean {
  const same = own.filter((byte, at) => byte === found[at]).length;
  const first = own.findIndex((byte, at) => byte !== found[at]);
  const behind = own.toReversed().findIndex((byte, at) => byte !== found[found.length - 1 - at]);
  return Math.max(same, first + behind) > own.length / 2;
}

const bytesOf = ({ type, name, table, sql }: SchemaObject): Buffer =>
  Buffer.from(type + name + table + (sql ?? ''));

function readSchema(database: Sqlite.Database): SchemaObject[] {
  const sql = 'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema ORDER BY rowid';
  // The columns of every SQLite schema; what is no text there is compared as one.
  return database
    .prepare<unknown[], Record<keyof SchemaObject, unknown>>(sql)
    .all()
    .map(line => ({
      type: String(line.type),
      name: String(line.name),
      table: String(line.table),
      sql: line.sql === null ? null : String(line.sql),
    }));
}

/** Objects of all versions of the schema: which version a database claims need not be true, and damage may change it. */
function ownObjects(openEmpty: () => Sqlite.Database): ReadonlyMap<string, Buffer> {
  if (known.size > 0) return known;
  const empty = openEmpty() as WritableDatabase; // the brand exists for the compiler only
  try {
    empty.exec(fullTextOfCollection);
    for (const object of readSchema(empty)) known.set(textOf(object), bytesOf(object));
    empty.exec('DROP TABLE chunk_text_0');
    for (const [step] of migrations.entries()) {
      migrate(empty, migrations.slice(0, step + 1));
      for (const object of readSchema(empty)) known.set(textOf(object), bytesOf(object));
    }
  } finally {
    empty.close();
  }
  return known;
}

/** Their bytes by their text; filled with the first database that is opened. */
const known = new Map<string, Buffer>();

/** As each collection had one before the ninth step of the schema; the number is the collection's. */
const fullTextOfCollection = `CREATE VIRTUAL TABLE chunk_text_0 USING fts5(title, body, content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`;

const textOf = ({ type, name, table, sql }: SchemaObject): string =>
  JSON.stringify([type, name, table, sql?.replace(/\s+/g, ' ') ?? null]).replaceAll(
    /\bchunk_text_\d{1,16}(?=\b|_)/g,
    'chunk_text_0',
  );

/** What SQLite makes itself: indexes for keys, and what `ANALYZE` counted. */
const isOfSqlite = ({ type, name, sql }: SchemaObject): boolean =>
  (type === 'index' && sql === null && name.startsWith('sqlite_autoindex_')) ||
  (type === 'table' && tablesOfSqlite.get(name) === sql);

const tablesOfSqlite: ReadonlyMap<string, string> = new Map([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

/** A table that stores what it answers, or an index. */
function isPlain(database: Sqlite.Database, { type, name, sql }: SchemaObject): boolean {
  if (type === 'index') return /^CREATE (UNIQUE )?INDEX /i.test(sql ?? '');
  if (/^CREATE VIRTUAL TABLE (\w+|'\w+'|"\w+") USING fts5\s?\(/i.test(sql ?? '')) return true;
  const computed = 'SELECT COUNT(*) FROM pragma_table_xinfo(?) WHERE hidden > 1';
  return /^CREATE TABLE /i.test(sql ?? '') && Number(database.prepare(computed).pluck().get(name)) === 0;
}

/** In words, by the text. */
function kindOf({ type, sql }: SchemaObject): string {
  const [, kind = type] = /^CREATE\s+(?:UNIQUE\s+)?(VIRTUAL TABLE|\w+)/i.exec(sql ?? '') ?? [];
  return kind.toLowerCase();
}
