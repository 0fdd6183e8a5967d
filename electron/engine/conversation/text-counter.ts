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

export function createTextCounter(tokens: TokenPort, estimator: Estimator = 'chars4'): TextCounter {
  const all: TextCounter['all'] = texts => countTexts(tokens, estimator, texts);
  return { estimator, all, one: async text => (text === '' ? 0 : ((await all([text]))[0] ?? 0)) };
}
