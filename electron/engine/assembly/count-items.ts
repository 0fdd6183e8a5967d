import type { ContextItem } from '../../../shared/model/assembled-context.ts';
import type { Estimator } from '../../../shared/model/request.ts';
import type { TokenPort } from '../ports.ts';
import type { RedactedItem } from './redact-items.ts';

/** A6 `chars4`: a quarter of the length in UTF-16 units, rounded up. */
export function chars4(text: string): number {
  return Math.ceil(text.length / 4);
}

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

/** Counts that belong to an estimator. */
interface ItemCounter {
  readonly estimator: Estimator;
  readonly count: (texts: readonly string[]) => Promise<readonly number[]>;
}

/** The items with their tokens; counts made when the content was stored are used where they still hold (A3b). */
export async function countItems(
  counter: ItemCounter,
  redacted: readonly RedactedItem[],
): Promise<ContextItem[]> {
  const known = redacted.map(({ counts }) => storedCount(counter.estimator, counts));
  const unknown = redacted.filter((_, index) => known[index] === undefined);
  const counted = await counter.count(unknown.map(({ item }) => item.content));
  const next = counted.values();
  return redacted.map(({ item }, index) => ({ ...item, tokens: known[index] ?? next.next().value ?? 0 }));
}

function storedCount(estimator: Estimator, counts: Readonly<Record<string, number>>): number | undefined {
  // A quarter of the length needs no storing, and what is stored under that name need not be this one.
  if (estimator === 'chars4' || !Object.hasOwn(counts, estimator)) return undefined;
  const stored = counts[estimator];
  return stored !== undefined && Number.isInteger(stored) && stored >= 0 ? stored : undefined;
}
