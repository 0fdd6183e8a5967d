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

/** The items with their tokens; counts made when the content was stored are used where they still hold (A3b). */
export async function countItems(
  tokens: TokenPort,
  estimator: Estimator,
  redacted: readonly RedactedItem[],
): Promise<ContextItem[]> {
  const known = redacted.map(({ item, counts }) => knownCount(estimator, item, counts));
  const unknown = redacted.filter((_, index) => known[index] === undefined);
  const counted = await countTexts(
    tokens,
    estimator,
    unknown.map(({ item }) => item.content),
  );
  const next = counted.values();
  return redacted.map(({ item }, index) => ({ ...item, tokens: known[index] ?? next.next().value ?? 0 }));
}

function knownCount(
  estimator: Estimator,
  item: ContextItem,
  counts: Readonly<Record<string, number>>,
): number | undefined {
  if (estimator === 'chars4') return chars4(item.content);
  const stored = Object.hasOwn(counts, estimator) ? counts[estimator] : undefined;
  return stored !== undefined && Number.isInteger(stored) && stored >= 0 ? stored : undefined;
}
