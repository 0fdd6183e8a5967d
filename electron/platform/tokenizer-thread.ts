import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/contract/errors.ts';
import type { ExactEstimator } from '../../shared/model/request.ts';
import type { CountReply, CountRequest } from './tokenizer-messages.ts';

export type CountTexts = (estimator: ExactEstimator, texts: readonly string[]) => Promise<readonly number[]>;

/** The tokenizer in a thread of its own: its tables are large, and counting must not hold up anything else. */
export interface TokenizerThread {
  readonly count: CountTexts;
  close(): Promise<void>;
}

/** Where the thread's program is: beside the bundled code, or in the source tree; undefined when there is none. */
export function findTokenizerProgram(): URL | undefined {
  const here = import.meta.url;
  const places = ['./tokenizer-worker.js', '../workers/tokenizer-worker.ts'].map(
    place => new URL(place, here),
  );
  return places.find(place => existsSync(place));
}

/** Counting leaves garbage that is dead at once; unbounded, the thread keeps 10 to 30 MB for it and counts no faster. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 } as const;

interface Waiting {
  readonly resolve: (counts: readonly number[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts the thread; it keeps the process alive only while an answer is due. */
export function startTokenizerThread(program: URL): TokenizerThread {
  const worker = new Worker(program, { resourceLimits });
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const settle = (id: number, act: (entry: Waiting) => void) => {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (entry !== undefined) act(entry);
  };
  const failAll = (error: unknown) => {
    for (const id of [...waiting.keys()]) settle(id, entry => entry.reject(error));
  };
  worker.on('message', (reply: CountReply) => settle(reply.id, entry => entry.resolve(reply.counts)));
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new AppError('internal', 'the tokenizer stopped')));

  return {
    count: (estimator, texts) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.ref();
        const request: CountRequest = { id: lastId, estimator, texts };
        worker.postMessage(request);
      }),
    async close() {
      await worker.terminate();
    },
  };
}
