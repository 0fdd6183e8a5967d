import type { EmbedTexts } from './use-lite.ts';

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
