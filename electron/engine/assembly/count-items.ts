import { chars4 } from '../../../shared/model/chars4.ts';
import type { Element } from '../../../shared/model/element.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { Estimator } from '../../../shared/model/request.ts';
import type { TokenPort } from '../ports.ts';

/** Counts texts by the request's estimator. Rejects when the tokenizer fails or answers nonsense. */
export async function countTexts(
  tokens: TokenPort,
  estimator: Estimator,
  texts: readonly string[],
): Promise<readonly number[]> {
  if (estimator === 'chars4') return texts.map(chars4);
  if (texts.length === 0) return [];
  const counts = await tokens.countTokens(estimator, texts);
  const isRight =
    counts.length === texts.length && counts.every(count => Number.isInteger(count) && count >= 0);
  if (!isRight) throw new Error(`the tokenizer gave ${counts.length} counts for ${texts.length} texts`);
  return counts;
}

/** Tokens that were counted when an element was stored; undefined where nothing usable is known. */
export function storedCount(estimator: Estimator, { counts }: Element): number | undefined {
  // A quarter of the length needs no storing, and what is stored under that name need not be this one.
  if (estimator === 'chars4' || !isJsonObject(counts) || !Object.hasOwn(counts, estimator)) return undefined;
  const stored = counts[estimator];
  return stored !== undefined && Number.isInteger(stored) && stored >= 0 ? stored : undefined;
}
