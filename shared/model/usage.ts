import { z } from 'zod';
import { replaySchema } from './recording.ts';
import { engineSchema } from './rule.ts';

const count = z.int().min(0);

/**
 * What is said of a rule or a memory: `dead` is what no recorded request ever met, `costly` what takes more than twice the
 * tokens of the others, `never_useful` what the budget always cut, or agents were given and never spoke of again.
 */
const usageVerdicts = ['dead', 'costly', 'never_useful'] as const;
export type UsageVerdict = (typeof usageVerdicts)[number];

const usage = {
  last_at: z.string().optional(),
  /** Spent over all recorded requests. */
  tokens: count,
  /** Requests in which the budget cut something of it. */
  cut: count,
  /** How often coding agents were given it, named it afterwards, and mended an error afterwards. */
  given: count,
  acknowledged: count,
  mended: count,
  verdicts: z.array(z.enum(usageVerdicts)),
};

export const ruleUsageSchema = z.object({
  engine_id: z.string(),
  rule_id: z.string(),
  name: z.string(),
  /** False for a muted rule, and for those of an engine that is switched off. */
  acts: z.boolean(),
  /** Requests for which it fired. */
  fired: count,
  /** Of one that never fired: requests for which it would as it is now, as far as they are kept whole. */
  would_fire: count.optional(),
  ...usage,
});
export type RuleUsage = z.infer<typeof ruleUsageSchema>;

export const memoryUsageSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** Requests whose context holds something of it. */
  used: count,
  ...usage,
});
export type MemoryUsage = z.infer<typeof memoryUsageSchema>;

/** Ways to change rules: mute one that is dead, move a bound, add a rule, take a memory out of a rule. */
const suggestionKinds = ['mute_rule', 'move_bound', 'add_rule', 'drop_memory'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** A change of one engine that recordings speak for. Nothing changes before somebody saves `engine`. */
export const suggestionSchema = z.object({
  id: z.string(),
  kind: z.enum(suggestionKinds),
  engine_id: z.string(),
  /** The rule that changes; the new one of `add_rule`. */
  rule_id: z.string(),
  title: z.string(),
  /** Why, in a sentence with figures. */
  reason: z.string(),
  evidence: z.object({
    /** Requests that speak for it, of so many that could. */
    requests: count,
    of: count,
    /** Ids of recordings. */
    examples: z.array(z.string()),
  }),
  /** The engine as it would be. */
  engine: engineSchema,
  /** What that would have changed. */
  replay: replaySchema,
});
export type Suggestion = z.infer<typeof suggestionSchema>;
