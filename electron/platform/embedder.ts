import { existsSync } from 'node:fs';
import { AppError, messageOf } from '../../shared/contract/errors.ts';
import { type AskingThread, startAskingThread } from './asking-thread.ts';
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

/** A query is one text, or two where it is asked in two ways; more texts are something to store. */
const mostTexts = 2;
const rememberedTexts = 200;

/** The same embedder, which keeps the vectors of the last queries: they are asked again with every preview. */
export function rememberQueries(embed: EmbedTexts): EmbedTexts {
  const recent = new Map<string, Promise<Float32Array>>();
  const ask = (texts: readonly string[]): void => {
    const found = embed(texts);
    for (const [at, text] of texts.entries()) {
      const vector = found.then(vectors => vectors[at] ?? new Float32Array(0));
      recent.set(text, vector);
      // What failed is asked anew the next time.
      vector.catch(() => recent.get(text) === vector && recent.delete(text));
    }
  };
  return async texts => {
    if (texts.length > mostTexts) return embed(texts);
    const unknown = [...new Set(texts)].filter(text => !recent.has(text));
    if (unknown.length > 0) ask(unknown);
    const vectors = texts.map(text => keptAsLatest(recent, text));
    for (const oldest of [...recent.keys()].slice(0, Math.max(0, recent.size - rememberedTexts)))
      recent.delete(oldest);
    return Promise.all(vectors);
  };
}

function keptAsLatest<Value>(recent: Map<string, Value>, key: string): Value | Float32Array {
  const value = recent.get(key);
  if (value === undefined) return new Float32Array(0);
  recent.delete(key);
  recent.set(key, value);
  return value;
}

/** An OpenAI-compatible endpoint: `url` is its base, e.g. `http://127.0.0.1:11434/v1`. */
interface EmbeddingEndpoint {
  readonly url: string;
  readonly model: string;
  readonly key?: string;
}

/** Longest wait for one batch. */
const timeoutMs = 60_000;

/** Embeds through `POST <url>/embeddings`; vectors come back with unit length. */
export function createHttpEmbedder(endpoint: EmbeddingEndpoint): EmbedTexts {
  const address = `${endpoint.url.replace(/\/+$/, '')}/embeddings`;
  return async texts => {
    const reply = await post(address, endpoint, texts);
    const vectors = readVectors(reply);
    if (vectors.length !== texts.length)
      throw new AppError(
        'unsupported',
        `${address} answered ${vectors.length} vectors for ${texts.length} texts; check the model`,
      );
    return vectors;
  };
}

async function post(
  address: string,
  { model, key }: EmbeddingEndpoint,
  input: readonly string[],
): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const body = JSON.stringify({ model, input });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, { method: 'POST', headers, body, signal });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return await response.json();
  } catch (error) {
    const reason = messageOf(error);
    throw new AppError('unsupported', `texts could not be embedded by ${address}: ${reason}`);
  }
}

function readVectors(reply: unknown): Float32Array[] {
  const rows = isRecord(reply) && Array.isArray(reply.data) ? reply.data : [];
  const entries = rows.flatMap((row: unknown, place) =>
    isRecord(row) && isVector(row.embedding)
      ? [{ at: typeof row.index === 'number' ? row.index : place, vector: row.embedding }]
      : [],
  );
  return entries.sort((left, right) => left.at - right.at).map(({ vector }) => toUnit(vector));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);

function toUnit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, number => (length === 0 ? 0 : number / length));
}
