import { z } from 'zod';

/**
 * How a prompt goes on from the one before. `stable`: what was sent stays in front as it was, and is compressed in rare
 * steps, so that a provider's cache holds it. `moving`: as much as fits, chosen anew each time.
 */
export const promptPrefixes = ['stable', 'moving'] as const;
export type PromptPrefix = (typeof promptPrefixes)[number];

/** Why a prompt does not go on from the one before. */
const cacheBreaks = ['first', 'turn', 'step', 'changed', 'edited'] as const;
export type CacheBreak = (typeof cacheBreaks)[number];

/** What of a prompt a provider's cache can hold, beside the prompt before of the same conversation and settings. */
export const promptCacheSchema = z.object({
  prefix: z.enum(promptPrefixes),
  /** Tokens of the prompt before; null where there was none. */
  previous_tokens: z.int().nullable(),
  /** Tokens that both begin with. */
  kept_tokens: z.int(),
  new_tokens: z.int(),
  /** Tokens of the prompt before that have to be read again. */
  invalidated_tokens: z.int(),
  /** What stood there: layers, summaries, messages, by name, the most first. */
  invalidated: z.array(z.object({ what: z.string(), tokens: z.int() })),
  /** Messages at the beginning that are as they were sent before; behind them the cache ends. */
  kept_messages: z.int(),
  /** What of the prompt before is no longer there, and why. Null where all of it was kept. */
  broken: z
    .object({
      /** `first`: no prompt before; `turn`: only what the last turn asked; `step`: a compression; else what is another. */
      by: z.enum(cacheBreaks),
      what: z.string(),
      why: z.string(),
    })
    .nullable(),
  /** Places in `messages` up to which the next prompt begins alike, for providers that want them marked. */
  breakpoints: z.array(z.int()),
  /** What this prompt costs in US dollars, and what it would cost without a cache. Null where no prices are known. */
  cost: z.object({ model: z.string(), cached: z.number(), uncached: z.number() }).nullable(),
});
export type PromptCache = z.infer<typeof promptCacheSchema>;
