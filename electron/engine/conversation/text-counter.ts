import type { Estimator } from '../../../shared/model/request.ts';
import { countTexts } from '../assembly/count-items.ts';
import type { TokenPort } from '../ports.ts';

/** Counts tokens by one estimator. */
export interface TextCounter {
  readonly estimator: Estimator;
  /** Rejects when the exact tokenizer fails. */
  readonly all: (texts: readonly string[]) => Promise<readonly number[]>;
  readonly one: (text: string) => Promise<number>;
}

/** The same for one piece of work in which texts come again: each is counted once. */
export function countOnce(counter: TextCounter): TextCounter {
  // A length costs less than to look for it.
  if (counter.estimator === 'chars4') return counter;
  const known = new Map<string, number>();
  const all: TextCounter['all'] = async texts => {
    const unknown = [...new Set(texts)].filter(text => !known.has(text));
    const counts = unknown.length === 0 ? [] : await counter.all(unknown);
    for (const [at, text] of unknown.entries()) known.set(text, counts[at] ?? 0);
    return texts.map(text => known.get(text) ?? 0);
  };
  return { ...counter, all, one: async text => (text === '' ? 0 : ((await all([text]))[0] ?? 0)) };
}

export function createTextCounter(tokens: TokenPort, estimator: Estimator = 'chars4'): TextCounter {
  const all: TextCounter['all'] = texts => countTexts(tokens, estimator, texts);
  return { estimator, all, one: async text => (text === '' ? 0 : ((await all([text]))[0] ?? 0)) };
}
