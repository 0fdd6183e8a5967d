import { AppError } from '../../../shared/contract/errors.ts';
import { workAside } from '../bulk/work-aside.ts';
import { createPause } from '../pause.ts';
import { syncLog } from './log-to-disk.ts';
import type { WritableDatabase } from './sqlite.ts';

/** What a long transaction asks on its way. */
export interface StepsOptions {
  /** The real path of the project. */
  readonly root: string;
  readonly isCancelled: () => boolean;
  /** What must happen with it or not at all. */
  readonly beforeCommit: () => Promise<void>;
}

/** Runs steps in one transaction, with pauses for the event loop; when something fails, nothing of it stays. */
export async function commitSteps<Result>(
  database: WritableDatabase,
  steps: Iterable<unknown, Result>,
  { root, isCancelled, beforeCommit }: StepsOptions,
): Promise<Result> {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = await inSteps(steps, isCancelled);
    // Otherwise the disk would have all of it to write at once, and everybody waits for that.
    await syncLog(database.name, root);
    await beforeCommit();
    await commitInTurns(database, root);
    return result;
  } catch (error) {
    // Some failures, a full disk among them, have rolled back already.
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Pages in the log at which a commit copies them into the database: SQLite's own. */
const checkpointPages = 1000;

/**
 * Commits, and lets a thread copy a log that has grown long into the database, for which everybody would wait. What is
 * committed stays so, whatever becomes of the copy: the next commit makes up for it, as SQLite has it.
 */
async function commitInTurns(database: WritableDatabase, root: string): Promise<void> {
  database.pragma('wal_autocheckpoint = 0');
  try {
    database.exec('COMMIT');
  } finally {
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  }
  try {
    if (pagesToCopy(database) >= checkpointPages) await workAside('copy log', { root, path: database.name });
  } catch {
    // Nothing is lost.
  }
}

/** Pages of the log that are not in the database yet; asking copies none. */
function pagesToCopy(database: WritableDatabase): number {
  // The columns of this pragma.
  const [state] = database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return state === undefined ? 0 : state.log - state.checkpointed;
}

/** Takes all steps, with a pause whenever a stretch has lasted long enough. */
async function inSteps<Result>(
  steps: Iterable<unknown, Result>,
  isCancelled: () => boolean,
): Promise<Result> {
  const iterator = steps[Symbol.iterator]();
  const pause = createPause();
  for (;;) {
    const step = iterator.next();
    if (step.done === true) return step.value;
    const others = pause();
    if (others !== undefined) await others;
    if (isCancelled()) throw new AppError('deadline', 'cancelled; nothing was stored');
  }
}
