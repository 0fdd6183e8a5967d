import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/contract/errors.ts';
import type { ExactEstimator } from '../../shared/model/request.ts';
import type { CountReply, CountRequest } from './tokenizer-messages.ts';

/** Counts that are remembered; an entry is a hash and a number. */
const rememberedTexts = 20_000;

export interface Tokenizer {
  countTokens(estimator: ExactEstimator, texts: readonly string[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Exact token counts, made in a worker thread that starts with the first text; without one, in this thread. */
export function createTokenizer(program: URL | undefined = findTokenizerProgram()): Tokenizer {
  const counter = createLazyCounter(program);
  const remembered = new Map<string, number>();
  return {
    async countTokens(estimator, texts) {
      const keys = texts.map(text => `${estimator} ${contentKey(text)}`);
      // Taken now: another call may push them out of memory while this one waits.
      const known = new Map(keys.flatMap(key => knownEntry(remembered, key)));
      const missing = new Map(texts.flatMap((text, index) => missingEntry(known, keys[index], text)));
      const counts = missing.size === 0 ? [] : await counter.count(estimator, [...missing.values()]);
      for (const [index, key] of [...missing.keys()].entries()) {
        known.set(key, counts[index] ?? 0);
        remember(remembered, key, counts[index] ?? 0);
      }
      return keys.map(key => known.get(key) ?? 0);
    },
    close: () => counter.close(),
  };
}

/** Short texts are their own key; of others the hash, so that no content is held. */
function contentKey(text: string): string {
  return text.length <= 64 ? `=${text}` : hash('sha256', text, 'base64');
}

function knownEntry(remembered: Map<string, number>, key: string): [string, number][] {
  const count = remembered.get(key);
  if (count === undefined) return [];
  // Moves it to the young end.
  remember(remembered, key, count);
  return [[key, count]];
}

function missingEntry(known: Map<string, number>, key: string | undefined, text: string): [string, string][] {
  return key === undefined || known.has(key) ? [] : [[key, text]];
}

function remember(remembered: Map<string, number>, key: string, count: number): void {
  remembered.delete(key);
  remembered.set(key, count);
  const [oldest] = remembered.keys();
  if (remembered.size > rememberedTexts && oldest !== undefined) remembered.delete(oldest);
}

/** The thread, started when it is first needed and again when it has died; this thread where there is none to start. */
function createLazyCounter(program: URL | undefined): TokenizerThread {
  let thread: TokenizerThread | undefined;
  return {
    async count(estimator, texts) {
      if (program === undefined) return countHere(estimator, texts);
      thread ??= startTokenizerThread(program);
      const current = thread;
      try {
        return await current.count(estimator, texts);
      } catch {
        // Threads may be forbidden or run out of memory; counting slowly is better than not at all.
        if (thread === current) thread = undefined;
        return countHere(estimator, texts);
      }
    },
    async close() {
      await thread?.close();
      thread = undefined;
    },
  };
}

const countHere: CountTexts = async (estimator, texts) => {
  const { loadCounter } = await import('./count-exact.ts');
  return texts.map(await loadCounter(estimator));
};

type CountTexts = (estimator: ExactEstimator, texts: readonly string[]) => Promise<readonly number[]>;

/** The tokenizer in a thread of its own: its tables are large, and counting must not hold up anything else. */
interface TokenizerThread {
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

interface WaitingCount {
  readonly resolve: (counts: readonly number[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts the thread; it keeps the process alive only while an answer is due. */
function startTokenizerThread(program: URL): TokenizerThread {
  const worker = new Worker(program, { resourceLimits });
  worker.unref();
  const waiting = new Map<number, WaitingCount>();
  let lastId = 0;

  const settle = (id: number, act: (entry: WaitingCount) => void) => {
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
