import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type MessagePort, Worker } from 'node:worker_threads';
import { messageOf } from '../../../shared/contract/errors.ts';
import { openAlone, openSeen } from '../database/open-sqlite.ts';
import type { Target } from '../files/plain-target.ts';
import { errorCode } from '../storage-failure.ts';
import { findBulkProgram } from './bulk-program.ts';

/** What SQLite does in one step, however large the database is: each is given its path and a connection of its own. */
const works = {
  /** Copies what the log holds into the database. */
  'copy log': ['seen', 'wal_checkpoint(PASSIVE)'],
  'quick check': ['seen', 'quick_check(1)'],
  'integrity check': ['seen', 'integrity_check(1)'],
  /** Of a database that nobody else uses. */
  'quick check of a copy': ['alone', 'quick_check(1)'],
} as const satisfies Record<string, readonly ['seen' | 'alone', string]>;

/** What a thread is begun with that is given one work after the other. */
export interface AsideThread {
  readonly serves: 'works aside';
}

interface WorkAside {
  readonly aside: keyof typeof works;
  readonly target: Target;
}

type Outcome = { readonly value: unknown } | { readonly message: string; readonly code: string | undefined };

/** Smaller ones are done sooner than a thread is there. */
export const bytesToThread = 8 * 1024 * 1024;

/**
 * Has a thread do it where the database is so large that everybody would wait; gives what SQLite says first, `ok` for a
 * check that finds nothing. Who calls has the lock and has opened it, or has the only copy.
 */
export async function workAside(aside: keyof typeof works, target: Target): Promise<unknown> {
  const program = bytesOf(target) < bytesToThread ? undefined : findBulkProgram();
  if (program === undefined) return workHere({ aside, target });
  const thread = takeThread(program);
  const { worker, stopped } = thread;
  worker.postMessage({ aside, target } satisfies WorkAside);
  const [answer]: unknown[] = await once(worker, 'message', stopped).catch(error => {
    throw stopped.signal.aborted ? stopped.signal.reason : error;
  });
  restThread(thread);
  const outcome = answer as Outcome; // by `serveAside`
  if ('value' in outcome) return outcome.value;
  throw Object.assign(new Error(outcome.message), { code: outcome.code });
}

interface Thread {
  readonly worker: Worker;
  /** Aborted when it ends. */
  readonly stopped: AbortController;
}

/**
 * Threads that wait for more, with what ends them. To start one takes longer than to copy a log, and an import of many
 * conversations grows several; they belong to no project, and have nothing open.
 */
const resting = new Map<Thread, NodeJS.Timeout>();
const restMs = 2000;

function takeThread(program: URL): Thread {
  const [rested] = resting.keys();
  if (rested === undefined) return startThread(program);
  clearTimeout(resting.get(rested));
  resting.delete(rested);
  rested.worker.ref();
  return rested;
}

function startThread(program: URL): Thread {
  const workerData: AsideThread = { serves: 'works aside' };
  const thread = { worker: new Worker(program, { workerData }), stopped: new AbortController() };
  // Whoever waits for it hears of it as well.
  thread.worker.on('error', () => {});
  thread.worker.once('exit', () => {
    clearTimeout(resting.get(thread));
    resting.delete(thread);
    thread.stopped.abort(new Error('the thread that looks at the database stopped'));
  });
  return thread;
}

/** Nobody stays because of it. */
function restThread(thread: Thread): void {
  thread.worker.unref();
  const end = () => {
    // From now on nobody may take it, though it is there for a moment yet.
    resting.delete(thread);
    void thread.worker.terminate();
  };
  resting.set(thread, setTimeout(end, restMs).unref());
}

/** What the thread does. */
export function serveAside(port: MessagePort): void {
  port.on('message', async (work: WorkAside) => {
    const outcome = await workHere(work).then(
      (value): Outcome => ({ value }),
      (error: unknown): Outcome => ({
        message: messageOf(error),
        code: errorCode(error),
      }),
    );
    port.postMessage(outcome);
  });
}

async function workHere({ aside, target }: WorkAside): Promise<unknown> {
  const [how, pragma] = works[aside];
  const database =
    how === 'alone' ? await openAlone(target.path, target.root, 'DELETE') : await openSeen(target);
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
