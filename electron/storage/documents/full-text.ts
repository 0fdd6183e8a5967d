import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/**
 * One full-text table per collection: a search within a collection then costs what the collection holds, many times
 * less than a match over everything that is filtered afterwards. The text itself stays in `chunk` only; a lower
 * `detail` would save space but break the ranking.
 */
export function createFullText(database: WritableDatabase, collectionId: number): void {
  const table = tableOf(collectionId);
  database.exec(
    `CREATE VIRTUAL TABLE ${table} USING fts5(title, body, content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
     INSERT INTO ${table} (${table}, rank) VALUES ('rank', 'bm25(${titleWeight}, 1.0)');`,
  );
}

export function dropFullText(database: WritableDatabase, collectionId: number): void {
  database.exec(`DROP TABLE ${tableOf(collectionId)}`);
}

export function addFullText(
  database: WritableDatabase,
  collectionId: number,
  chunk: { readonly id: number | bigint; readonly title: string; readonly body: string },
): void {
  const sql = `INSERT INTO ${tableOf(collectionId)} (rowid, title, body) VALUES (?, ?, ?)`;
  prepare(database, sql).run(chunk.id, chunk.title, chunk.body);
}

export function deleteFullText(database: WritableDatabase, collectionId: number, chunkId: number): void {
  prepare(database, `DELETE FROM ${tableOf(collectionId)} WHERE rowid = ?`).run(chunkId);
}

/** Pages that one step of compacting writes: some milliseconds. */
const pagesInStep = 64;

/** Merges the parts of an index, which inserting leaves, into one; a step at a time (`writeInSteps`). */
export function* compactFullText(database: WritableDatabase, collectionId: number): Generator<void> {
  const table = tableOf(collectionId);
  const merge = prepare(database, `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`);
  const countChanges = prepare(database, 'SELECT total_changes()').pluck();
  // A negative number makes all parts one; the following ones go on with it until nothing is written any more.
  for (let pages = -pagesInStep; ; pages = pagesInStep) {
    const before = Number(countChanges.get());
    merge.run(pages);
    if (Number(countChanges.get()) - before < 2) return;
    yield;
  }
}

/** A chunk that has any of the words; `rank` is bm25 as SQLite gives it: below zero, the best one lowest. */
export interface FullTextHit {
  readonly id: number;
  readonly rank: number;
}

export function matchFullText(
  database: ReadableDatabase,
  collectionId: number,
  match: string,
  limit: number,
): FullTextHit[] {
  const table = tableOf(collectionId);
  // Sorting by the function keeps the best only; by the column "rank" FTS5 would sort all that match.
  const sql = `SELECT rowid, bm25(${table}, ${titleWeight}, 1.0) AS score FROM ${table}
    WHERE ${table} MATCH ? ORDER BY score, rowid LIMIT ?`;
  // The columns are the ones just named.
  const rows = prepare(database, sql).raw().all(match, limit) as [id: number, rank: number][];
  return rows.map(([id, rank]) => ({ id, rank }));
}

/** A word in the headings tells more than one in the text. */
const titleWeight = 2.0;

/** Collections are known by number here: no name reaches the SQL. */
const tableOf = (collectionId: number): string => `chunk_text_${Math.trunc(collectionId)}`;
