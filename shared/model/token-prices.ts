import { z } from 'zod';

const price = { error: 'a number of at least 0' };
const amount = z.number(price).min(0, price);

/** What a model's tokens cost: of its input per million, and what of that is read from a cache or written into it. */
export const tokenPriceSchema = z.strictObject(
  {
    /** For a million tokens, in US dollars. */
    input: amount,
    /** Part of `input` for what a cache holds; 0.1 when absent. */
    cached_read: amount.optional(),
    /** Part of `input` for what a cache takes in; 1.25 when absent. */
    cache_write: amount.optional(),
  },
  { error: 'an object with "input", and where they are others "cached_read" and "cache_write"' },
);
export type TokenPrice = z.infer<typeof tokenPriceSchema>;

export const usualRead = 0.1;
export const usualWrite = 1.25;
const million = 1_000_000;

/** Published prices, as of the version's day; users write their own over them. */
export const publishedPrices: Readonly<Record<string, TokenPrice>> = {
  sonnet: { input: 3 },
  haiku: { input: 1 },
  opus: { input: 5 },
  'gpt-5': { input: 1.25, cache_write: 1 },
  gemini: { input: 1.25, cache_write: 1 },
};

/**
 * What a prompt costs, in US dollars, of which so many tokens are kept; null where no family of the table is named in the model's id.
 * The longest name that fits counts; the first of the table where no model is named.
 */
export function costOf(
  prices: Readonly<Record<string, TokenPrice>>,
  model: string | undefined,
  keptTokens: number,
  newTokens: number,
): { readonly model: string; readonly cached: number; readonly uncached: number } | null {
  const families = Object.keys(prices);
  const asked = model?.toLowerCase();
  const [family] =
    asked === undefined
      ? families
      : families
          .filter(name => asked.includes(name.toLowerCase()))
          .toSorted((one, other) => other.length - one.length);
  const price = family === undefined ? undefined : prices[family];
  if (family === undefined || price === undefined) return null;
  const { input, cached_read = usualRead, cache_write = usualWrite } = price;
  return {
    model: family,
    cached: (input * (keptTokens * cached_read + newTokens * cache_write)) / million,
    uncached: (input * (keptTokens + newTokens)) / million,
  };
}
