import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { AppError, assert, type ErrorCode, messageOf, unreachable } from '../../../shared/contract/errors.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { deleteConversationJob, storeConversationJob } from '../conversations/conversation-jobs.ts';
import { onceUnderKeyInSteps } from '../database/done-writes.ts';
import { openWritable } from '../database/open-sqlite.ts';
import { DamagedRow } from '../database/row-hash.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import { deleteDocumentsJob, storeDocumentsJob } from '../documents/document-jobs.ts';
import type { Target } from '../files/plain-target.ts';
import type { KeyedCall } from '../keyed-call.ts';
import { errorCode } from '../storage-failure.ts';
import type { BulkJob } from './bulk-job.ts';

/** What a thread is begun with. */
export interface BulkTask {
  /** The database, which the program that began the thread has locked. */
  readonly target: Target;
  /** Name of the job. */
  readonly job: string;
  readonly head: unknown;
  /** Whose write is done once. */
  readonly call: KeyedCall | undefined;
  /** Counts the orders that were sent, so that the thread can sleep until one comes. */
  readonly sent: SharedArrayBuffer;
}

/** Parts until all were sent, then `commit` or nothing: whoever is not told to commit leaves nothing. */
export type BulkOrder =
  | { readonly kind: 'part'; readonly part: unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'commit' }
  | { readonly kind: 'abort' };

/** Each order has one answer: it was taken, all is written, it is committed, or it failed. */
export type BulkAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly result: unknown }
  | { readonly kind: 'committed' }
  | { readonly kind: 'failed'; readonly failure: BulkFailure };

/** An error as far as it can be sent. */
interface BulkFailure {
  readonly type: 'damaged' | 'app' | 'other';
  readonly message: string;
  readonly code: string | undefined;
  readonly what?: string | undefined;
}

/** Runs a job in this thread, as ordered, in one transaction of a connection of its own. */
export async function runBulkTask(port: MessagePort, task: BulkTask): Promise<void> {
  const answer = (given: BulkAnswer) => port.postMessage(given);
  const { root, path } = task.target;
  let database: WritableDatabase | undefined;
  try {
    database = await openWritable(path, root);
    runInTransaction(database, task, orders(port, task.sent), answer);
  } catch (error) {
    answer({ kind: 'failed', failure: failureOf(error) });
  } finally {
    // What was not committed is rolled back.
    database?.close();
  }
}

function runInTransaction(
  database: WritableDatabase,
  { job: name, head, call }: BulkTask,
  orders: () => BulkOrder,
  answer: (given: BulkAnswer) => void,
): void {
  const found: unknown = bulkJobs.find(job => job.name === name);
  assert(found !== undefined, `there is no job "${name}"`);
  const job = found as BulkJob<unknown, unknown, unknown>; // who sends its name sends its head and parts
  database.exec('BEGIN IMMEDIATE');
  const parts = partsOf(orders, answer);
  const result = atOnce(onceUnderKeyInSteps(database, call, () => job.run(database, head, parts)));
  // What was done before, under the same key, needs none of them.
  for (const _ of parts);
  answer({ kind: 'written', result });
  if (orders().kind !== 'commit') return;
  // What is committed is copied into the database with it, which nobody waits for here.
  database.exec('COMMIT');
  answer({ kind: 'committed' });
}

function* partsOf(orders: () => BulkOrder, answer: (given: BulkAnswer) => void): Generator<unknown> {
  for (;;) {
    const order = orders();
    if (order.kind === 'end') return;
    if (order.kind !== 'part') throw new AppError('deadline', 'cancelled; nothing was stored');
    // The next one is prepared while this one is written.
    answer({ kind: 'taken' });
    yield order.part;
  }
}

/** The next order, for which the thread sleeps: a job has no place at which it could wait otherwise. */
function orders(port: MessagePort, sent: SharedArrayBuffer): () => BulkOrder {
  const count = new Int32Array(sent);
  return () => {
    for (;;) {
      const seen = Atomics.load(count, 0);
      const received: { message: BulkOrder } | undefined = receiveMessageOnPort(port);
      if (received !== undefined) return received.message;
      Atomics.wait(count, 0, seen);
    }
  };
}

function failureOf(error: unknown): BulkFailure {
  const message = messageOf(error);
  if (error instanceof DamagedRow) return { type: 'damaged', message, code: error.code, what: error.what };
  return { type: error instanceof AppError ? 'app' : 'other', message, code: errorCode(error) };
}

/** The error that a thread told of, as if it had been met here. */
export function toError({ type, message, code, what }: BulkFailure): Error {
  switch (type) {
    case 'damaged':
      return new DamagedRow(message, what);
    case 'app':
      return new AppError(code as ErrorCode, message); // of an error of this class
    case 'other':
      return Object.assign(new Error(message), code !== undefined && { code });
    default:
      return unreachable(type);
  }
}

/** All jobs, for the thread that is given the name of one. */
const bulkJobs = [
  storeConversationJob,
  deleteConversationJob,
  storeDocumentsJob,
  deleteDocumentsJob,
] as const;
