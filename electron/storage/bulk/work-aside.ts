import { statSync } from 'node:fs';
import { type MessagePort, Worker } from 'node:worker_threads';
import { openAlone, openWritable } from '../database/open-sqlite.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import type { Target } from '../files/plain-target.ts';
import { errorCode } from '../storage-failure.ts';
import { findBulkProgram } from './bulk-program.ts';

/** What SQLite does in one step, however large the database is: each is given its path and a connection of its own. */
const works = {
  /** Copies what the log holds into the database. */
  'copy log': ['writable', 'wal_checkpoint(PASSIVE)'],
  'quick check': ['writable', 'quick_check(1)'],
  'integrity check': ['writable', 'integrity_check(1)'],
  /** Of a database that nobody else uses. */
  'quick check of a copy': ['alone', 'quick_check(1)'],
} as const satisfies Record<string, readonly ['writable' | 'alone', string]>;

/** What a thread is begun with. */
export interface WorkAside {
  readonly aside: keyof typeof works;
  readonly target: Target;
}

type Outcome = { readonly value: unknown } | { readonly message: string; readonly code: string | undefined };

/** Smaller ones are done sooner than a thread is there. */
export const bytesToThread = 8 * 1024 * 1024;

/**
 * Has a thread do it where the database is so large that everybody would wait; gives what SQLite says first, `ok` for a
 * check that finds nothing. Who calls has the lock, or the only copy.
 */
export async function workAside(aside: keyof typeof works, target: Target): Promise<unknown> {
  const program = bytesOf(target) < bytesToThread ? undefined : findBulkProgram();
  if (program === undefined) return workHere({ aside, target });
  const worker = new Worker(program, { workerData: { aside, target } satisfies WorkAside });
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that looks at the database stopped')));
  });
  if ('value' in outcome) return outcome.value;
  throw Object.assign(new Error(outcome.message), { code: outcome.code });
}

/** What the thread does. */
export async function answerAside(port: MessagePort, work: WorkAside): Promise<void> {
  const outcome = await workHere(work).then(
    (value): Outcome => ({ value }),
    (error: unknown): Outcome => ({
      message: error instanceof Error ? error.message : String(error),
      code: errorCode(error),
    }),
  );
  port.postMessage(outcome);
}

async function workHere({ aside, target: { root, path } }: WorkAside): Promise<unknown> {
  const [how, pragma] = works[aside];
  const database: WritableDatabase =
    how === 'alone' ? await openAlone(path, root, 'DELETE') : await openWritable(path, root);
  try {
    return database.pragma(pragma, { simple: true });
  } finally {
    database.close();
  }
}

/** Of the database with its log. */
const bytesOf = ({ path }: Target): number =>
  [path, `${path}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
