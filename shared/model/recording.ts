import { z } from 'zod';

const count = z.int().min(0);

/** What served requests of one cause have in common; lists without repeats, in code unit order. */
export const recordedCauseSchema = z.object({
  /** Rules that fired, as `engine/rule`. */
  rules: z.array(z.string()),
  /** Memories that the context holds. */
  memories: z.array(z.string()),
  /** Memories of which the budget cut something. */
  cut: z.array(z.string()),
  /** Variables that were needed and not given. */
  missing: z.array(z.string()),
});
export type RecordedCause = z.infer<typeof recordedCauseSchema>;

/** Where recordings come from: `sample` ones came with the sample project, and nobody ever asked for them. */
export const recordingOrigins = ['served', 'sample'] as const;
export type RecordingOrigin = (typeof recordingOrigins)[number];

/** All served requests of one cause; of many alike only some are kept whole. */
export const causeSummarySchema = recordedCauseSchema.extend({
  id: z.string(),
  origin: z.enum(recordingOrigins),
  /** How many were served on the days that are kept. */
  requests: count,
  /** How many of them are kept whole. */
  recordings: count,
  first_at: z.string(),
  last_at: z.string(),
  /** What a memory brought to one of them on average, in tokens by the estimator of the request. */
  tokens: z.record(z.string(), z.number()),
});
export type CauseSummary = z.infer<typeof causeSummarySchema>;

/** One served request that is kept whole, without secrets. */
export const recordingSchema = z.object({
  /** `<cause>-<n>`: the nth request of its cause. */
  id: z.string(),
  cause: z.string(),
  at: z.string(),
  request: z.unknown(),
  /** Of the context that was served. */
  tokens: count,
});
export type Recording = z.infer<typeof recordingSchema>;

const share = {
  /** How many recordings were replayed, and how many served requests they stand for. */
  recordings: count,
  requests: count,
};

/** Requests that an edit changes in one way. */
const replayGroupSchema = z.object({
  ...share,
  /** Rules that fire for them after the edit and did not before, and the other way round, as `engine/rule`. */
  fired: z.array(z.string()),
  not_fired: z.array(z.string()),
  /** Memories that they get after the edit and did not before, and the other way round. */
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  /** What one of them takes more or less, as far as the tokens of the memories are known. */
  tokens: z.number(),
  /** Ids of recordings, three at most. */
  examples: z.array(z.string()),
});
export type ReplayGroup = z.infer<typeof replayGroupSchema>;

/** What an edit would have changed for the requests that were recorded. */
export const replaySchema = z.object({
  ...share,
  /** Of them, those that change. */
  changed: z.object(share),
  /** By what changes, the one with most requests first. */
  groups: z.array(replayGroupSchema),
  /** By memory: how many requests gain it, how many lose it, what it brings to one; null where nobody knows. */
  memories: z.array(
    z.object({ id: z.string(), gained: count, lost: count, tokens_each: z.number().nullable() }),
  ),
  /** Over all of these requests. */
  tokens: z.object({ added: z.number(), removed: z.number() }),
  /** What the difference costs in US dollars, by the price of a model's input; null where the model has no price. */
  cost: z.object({ model: z.string(), added: z.number(), removed: z.number() }).nullable(),
  /** Recordings that are no valid requests any more, which were left out. */
  skipped: count,
});
export type Replay = z.infer<typeof replaySchema>;
