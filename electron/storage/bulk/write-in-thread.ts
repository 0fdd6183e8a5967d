import { Worker } from 'node:worker_threads';
import { AppError, assert } from '../../../shared/contract/errors.ts';
import type { StepsOptions } from '../database/long-transaction.ts';
import type { Target } from '../files/plain-target.ts';
import type { KeyedCall } from '../keyed-call.ts';
import type { BulkChange } from './bulk-job.ts';
import { type BulkAnswer, type BulkOrder, type BulkTask, toError } from './bulk-thread.ts';

/** The database with what the job is begun with. */
export interface ThreadTarget {
  readonly target: Target;
  /** Whose write is done once. */
  readonly call: KeyedCall | undefined;
}

/**
 * Runs a change in one transaction of a thread of its own, which has a connection of its own: its statements, its commit
 * and the copying of the log hold up nobody. Who calls has the lock, and writes nothing meanwhile.
 */
export async function writeInThread<Head, Part, Result>(
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
