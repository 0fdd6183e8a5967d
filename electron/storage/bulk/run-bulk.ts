import { onceUnderKeyInSteps } from '../database/done-writes.ts';
import { commitSteps, type StepsOptions } from '../database/long-transaction.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import { takeCall } from '../keyed-call.ts';
import type { BulkChange } from './bulk-job.ts';
import { findBulkProgram } from './bulk-program.ts';
import { writeInThread } from './write-in-thread.ts';

/** From so many rows on a change is made in a thread: to start one takes what some hundred rows take. */
const threadRows = 2000;

/** Makes a change in one transaction, here in steps or in a thread: `path` is what the connection has open. */
export async function runBulk<Head, Part, Result>(
  database: WritableDatabase,
  path: string,
  change: BulkChange<Head, Part, Result>,
  options: StepsOptions,
): Promise<Result> {
  const { job, head, parts, rows } = change;
  const call = takeCall();
  const program = rows < threadRows ? undefined : findBulkProgram();
  if (program !== undefined)
    return writeInThread(program, { target: { root: options.root, path }, call }, change, options);
  const steps = onceUnderKeyInSteps(database, call, () => job.run(database, head, parts));
  return commitSteps(database, steps, options);
}
