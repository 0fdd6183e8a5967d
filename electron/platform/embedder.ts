import { existsSync } from 'node:fs';
import { AppError } from '../../shared/contract/errors.ts';
import { type AskingThread, startAskingThread } from './asking-thread.ts';
import { createHttpEmbedder, type EmbeddingEndpoint } from './embedding/http-embedder.ts';
import type { EmbedTexts } from './embedding/use-lite.ts';

/** The built-in model's id. */
const builtIn = 'use-lite';

/** Single texts are queries, asked again with every preview; their vectors are kept. */
const rememberedTexts = 200;

export interface Embedder {
  readonly ids: readonly string[];
  embed(id: string, texts: readonly string[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** The built-in model in a thread that starts with the first text, and an endpoint where one is set. */
export function createEmbedder(
  endpoint: EmbeddingEndpoint | undefined = endpointFrom(process.env),
  program: URL | undefined = findEmbedderProgram(),
): Embedder {
  let thread: AskingThread<readonly string[], Float32Array[]> | undefined;
  const inThread: EmbedTexts = async texts => {
    if (program === undefined) throw new AppError('unsupported', 'the built-in embedder is not installed');
    thread ??= startAskingThread(program, 'the embedder');
    const current = thread;
    try {
      return await current.ask(texts);
    } catch (error) {
      // The next texts get a thread that works.
      if (thread === current) thread = undefined;
      void current.close();
      throw error;
    }
  };
  const embedders = new Map<string, EmbedTexts>([[builtIn, inThread]]);
  if (endpoint !== undefined) embedders.set(`openai:${endpoint.model}`, createHttpEmbedder(endpoint));
  const recent = new Map<string, Promise<readonly Float32Array[]>>();
  const single = (embed: EmbedTexts, id: string, text: string) => {
    const key = `${id}\n${text}`;
    const vectors = recent.get(key) ?? embed([text]);
    recent.delete(key);
    recent.set(key, vectors);
    vectors.catch(() => recent.delete(key));
    const [oldest] = recent.keys();
    if (recent.size > rememberedTexts && oldest !== undefined) recent.delete(oldest);
    return vectors;
  };
  return {
    ids: [...embedders.keys()],
    async embed(id, texts) {
      const embed = embedders.get(id);
      if (embed !== undefined) return texts.length === 1 ? single(embed, id, texts[0] ?? '') : embed(texts);
      const known = [...embedders.keys()].join(', ');
      throw new AppError('unsupported', `there is no embedder "${id}" here; there are: ${known}`);
    },
    async close() {
      await thread?.close();
      thread = undefined;
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
