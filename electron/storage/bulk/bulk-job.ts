import type { WritableDatabase } from '../database/sqlite.ts';

/** A kind of long change, told apart by name since a thread is given no functions: what it is begun with, then its parts. */
export interface BulkJob<Head, Part, Result> {
  readonly name: string;
  /** Runs within a transaction, a step of a few milliseconds at a time where what it deletes is not much. */
  run(database: WritableDatabase, head: Head, parts: Iterable<Part>): Generator<void, Result>;
}

/** What a job is run with; heads and parts are plain data, since they go to a thread. */
export interface BulkChange<Head, Part, Result> {
  readonly job: BulkJob<Head, Part, Result>;
  readonly head: Head;
  /** Each of some milliseconds: it is copied without a pause. */
  readonly parts: Iterable<Part>;
  /** About how many rows it writes or deletes, each message and each chunk one. */
  readonly rows: number;
}
