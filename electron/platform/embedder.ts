import { existsSync } from 'node:fs';
import { AppError } from '../../shared/contract/errors.ts';
import { type AskingThread, startAskingThread } from './asking-thread.ts';
import { createHttpEmbedder, type EmbeddingEndpoint } from './embedding/http-embedder.ts';
import { rememberQueries } from './embedding/remember-queries.ts';
import type { EmbedTexts } from './embedding/use-lite.ts';

/** The built-in model's id. */
const builtIn = 'use-lite';

export interface Embedder {
  readonly ids: readonly string[];
  embed(id: string, texts: readonly string[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** After so long without a text the model is unloaded, which takes 200 MB; the next one loads it again. */
const restMs = 2 * 60_000;

/** The built-in model in a thread that starts with the first text, and an endpoint where one is set. */
export function createEmbedder(
  endpoint: EmbeddingEndpoint | undefined = endpointFrom(process.env),
  program: URL | undefined = findEmbedderProgram(),
  unloadAfterMs: number = restMs,
): Embedder {
  let thread: AskingThread<readonly string[], Float32Array[]> | undefined;
  let rest: NodeJS.Timeout | undefined;
  let asked = 0;
  const unload = async (): Promise<void> => {
    const current = thread;
    thread = undefined;
    await current?.close();
  };
  const inThread: EmbedTexts = async texts => {
    if (program === undefined) throw new AppError('unsupported', 'the built-in embedder is not installed');
    clearTimeout(rest);
    asked += 1;
    thread ??= startAskingThread(program, 'the embedder');
    const current = thread;
    try {
      return await current.ask(texts);
    } catch (error) {
      // The next texts get a thread that works.
      if (thread === current) thread = undefined;
      void current.close();
      throw error;
    } finally {
      asked -= 1;
      if (asked === 0) rest = setTimeout(() => void unload(), unloadAfterMs).unref();
    }
  };
  const embedders = new Map<string, EmbedTexts>([[builtIn, rememberQueries(inThread)]]);
  if (endpoint !== undefined)
    embedders.set(`openai:${endpoint.model}`, rememberQueries(createHttpEmbedder(endpoint)));
  return {
    ids: [...embedders.keys()],
    async embed(id, texts) {
      const embed = embedders.get(id);
      if (embed !== undefined) return embed(texts);
      const known = [...embedders.keys()].join(', ');
      throw new AppError('unsupported', `there is no embedder "${id}" here; there are: ${known}`);
    },
    async close() {
      clearTimeout(rest);
      await unload();
    },
  };
}

/** `WEFT_EMBEDDINGS_URL`, `WEFT_EMBEDDINGS_MODEL` and, where it needs one, `WEFT_EMBEDDINGS_KEY`. */
function endpointFrom(environment: NodeJS.ProcessEnv): EmbeddingEndpoint | undefined {
  const url = environment.WEFT_EMBEDDINGS_URL;
  const model = environment.WEFT_EMBEDDINGS_MODEL;
  const key = environment.WEFT_EMBEDDINGS_KEY;
  if (url === undefined || model === undefined) return undefined;
  return { url, model, ...(key !== undefined && { key }) };
}

function findEmbedderProgram(): URL | undefined {
  const places = [
    './workers/embedder-worker.js',
    '../workers/embedder-worker.js',
    '../workers/embedder-worker.ts',
  ];
  return places.map(place => new URL(place, import.meta.url)).find(place => existsSync(place));
}
