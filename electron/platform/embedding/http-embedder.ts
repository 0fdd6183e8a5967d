import { AppError } from '../../../shared/contract/errors.ts';
import type { EmbedTexts } from './use-lite.ts';

/** An OpenAI-compatible endpoint: `url` is its base, e.g. `http://127.0.0.1:11434/v1`. */
export interface EmbeddingEndpoint {
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
    const reason = error instanceof Error ? error.message : String(error);
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
