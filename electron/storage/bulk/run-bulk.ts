import { Worker } from 'node:worker_threads';
import { AppError, assert } from '../../../shared/contract/errors.ts';
import { onceUnderKeyInSteps } from '../database/done-writes.ts';
import { commitSteps, type StepsOptions } from '../database/long-transaction.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import type { Target } from '../files/plain-target.ts';
import { type KeyedCall, takeCall } from '../keyed-call.ts';
import type { BulkChange } from './bulk-job.ts';
import { findBulkProgram } from './bulk-program.ts';
import { type BulkAnswer, type BulkOrder, type BulkTask, toError } from './bulk-thread.ts';

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

/** The database with what the job is begun with. */
interface ThreadTarget {
  readonly target: Target;
  /** Whose write is done once. */
  readonly call: KeyedCall | undefined;
}

/**
 * Runs a change in one transaction of a thread of its own, which has a connection of its own: its statements, its commit
 * and the copying of the log hold up nobody. Who calls has the lock, and writes nothing meanwhile.
 */
async function writeInThread<Head, Part, Result>(
  program: URL,
  { target, call }: ThreadTarget,
  { job, head, parts }: BulkChange<Head, Part, Result>,
  { isCancelled, beforeCommit }: Omit<StepsOptions, 'root'>,
): Promise<Result> {
  const thread = startThread(program, { target, job: job.name, head, call });
  const refuseCancelled = () => {
    if (isCancelled()) throw new AppError('deadline', 'cancelled; nothing was stored');
  };
  try {
    for (const part of parts) {
      refuseCancelled();
      await thread.order({ kind: 'part', part });
    }
    const written = await thread.order({ kind: 'end' });
    assert(written.kind === 'written', 'a thread says what it has written');
    refuseCancelled();
    await beforeCommit();
    await thread.order({ kind: 'commit' });
    return written.result as Result; // of this job, as the thread ran it
  } finally {
    await thread.end();
  }
}

type GoodAnswer = Exclude<BulkAnswer, { kind: 'failed' }>;

interface BulkThread {
  /** Sends an order and waits for its answer; throws what the thread failed with. */
  order(order: BulkOrder): Promise<GoodAnswer>;
  /** Ends it; what was not committed is rolled back. */
  end(): Promise<void>;
}

function startThread(program: URL, given: Omit<BulkTask, 'sent'>): BulkThread {
  const sent = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(program, { workerData: { ...given, sent } satisfies BulkTask });
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()));
  const state: { fail?: (error: unknown) => void; answer?: (given: GoodAnswer) => void; error?: unknown } =
    {};
  const fail = (error: unknown) => {
    state.error ??= error;
    state.fail?.(state.error);
  };
  worker.on('message', (answer: BulkAnswer) => {
    if (answer.kind === 'failed') fail(toError(answer.failure));
    else state.answer?.(answer);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new AppError('internal', 'the thread that writes stopped')));
  const send = (order: BulkOrder) => {
    worker.postMessage(order);
    Atomics.add(new Int32Array(sent), 0, 1);
    Atomics.notify(new Int32Array(sent), 0);
  };
  return {
    order: order =>
      new Promise((resolve, reject) => {
        if (state.error !== undefined) return reject(state.error);
        Object.assign(state, { answer: resolve, fail: reject });
        send(order);
      }),
    async end() {
      send({ kind: 'abort' });
      await ended;
    },
  };
}
