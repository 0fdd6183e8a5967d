import type Sqlite from 'better-sqlite3';

declare const readable: unique symbol;
declare const writable: unique symbol;

/** A connection that may only look; every read function takes this. */
export type ReadableDatabase = Sqlite.Database & { readonly [readable]: true };
/** The one connection that may change something, and only inside a transaction of the content database. */
export type WritableDatabase = ReadableDatabase & { readonly [writable]: true };

/** Runs queries on one state of the database; the locks are taken once for all of them. */
export function readTogether<Result>(database: ReadableDatabase, work: () => Result): Result {
  if (database.inTransaction) return work();
  prepare(database, 'BEGIN').run();
  try {
    return work();
  } finally {
    // What damages a query may have ended it already.
    if (database.inTransaction) prepare(database, 'COMMIT').run();
  }
}

const statements = new WeakMap<ReadableDatabase, Map<string, Sqlite.Statement>>();

/**
 * Prepares a statement once per connection. `Row` is what the caller's own SELECT names: the one place where the
 * columns of a statement get their types.
 */
export function prepare<Row>(database: ReadableDatabase, sql: string): Sqlite.Statement<unknown[], Row> {
  const known = statements.get(database) ?? new Map<string, Sqlite.Statement>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement as Sqlite.Statement<unknown[], Row>;
}
