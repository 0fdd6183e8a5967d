import { z } from 'zod';
import { belowChoices, defaultAuthority } from './authority.ts';
import { longestGiven, mostGivenTokens } from './flight.ts';
import { contextTokens, knowledgeDepths } from './layer-names.ts';
import { trusts } from './origin.ts';
import { redactionModes } from './redaction-mode.ts';
import { sections } from './section.ts';
import { publishedPrices, tokenPriceSchema } from './token-prices.ts';

const orNot = { error: 'true or false' };
const positive = { error: 'a whole number of at least 1' };
const margin = { error: 'a number of at least 0 and less than 1' };
const depths = { error: `one of ${knowledgeDepths.join(', ')}` };
const size = { error: `a whole number from ${contextTokens.least} to ${contextTokens.most}` };
const hookSize = { error: `a whole number from 1 to ${mostGivenTokens}` };
const weight = { error: 'a number of at least 0' };
const name = { error: 'a name of 1 to 100 characters' };
const object = { error: 'an object' };
const authorityNeeds = {
  error: `an object with a section and one of ${trusts.join(', ')}`,
};

const count = z.int(positive).min(1, positive);
/** What recordings may take at most. */
export const recordingLimits = { requests: 100_000, days: 3650, megabytes: 1000 };
const upTo = (most: number) => {
  const allowed = { error: `a whole number from 1 to ${most}` };
  return z.int(allowed).min(1, allowed).max(most, allowed);
};
const names = z.array(z.string(name).min(1, name).max(100, name), { error: 'a list of tool names' });

/**
 * The section `context_engineering` of `.codebolt/weft.json`. Every message is what the value may be, so that a
 * warning can say it; what each key means is told by its description, which the settings view and the JSON Schema show.
 */
export const contextEngineeringSchema = z.strictObject(
  {
    enable_context_assembler: z
      .boolean(orNot)
      .optional()
      .describe('Whether agents get handoff context at all.'),
    enable_fts5: z
      .boolean(orNot)
      .optional()
      .describe(
        'Whether the full-text index says how well packages match the query; else its words are counted.',
      ),
    retrieval_limits: z
      .record(z.string(), count, object)
      .optional()
      .describe('How many packages an agent type gets at most; 3 for types that are not named.'),
    redaction_mode: z
      .enum(redactionModes, { error: `one of ${redactionModes.join(', ')}` })
      .optional()
      .describe('How secrets are found in whatever leaves Weft.'),
    token_safety_margin: z
      .number(margin)
      .min(0, margin)
      .lt(1, margin)
      .optional()
      .describe("The part of a model's window that is left free."),
    models: z
      .record(z.string(), count, object)
      .optional()
      .describe(
        'Windows in tokens by model family; a full model id belongs to the family whose name is in it.',
      ),
    token_prices: z
      .record(z.string(), tokenPriceSchema, object)
      .optional()
      .describe(
        'What tokens of a model family cost: input in US dollars for a million, and as parts of it what is read from a cache (0.1) and written into it (1.25).',
      ),
    tool_costs: z
      .strictObject(
        { low: names.optional(), medium: names.optional(), high: names.optional() },
        { error: 'an object with lists low, medium and high' },
      )
      .optional()
      .describe(
        'Which tools cost 500 (low), 1,250 (medium) or 2,000 (high) tokens a call, by name or by a word of it; others are medium.',
      ),
    ledger_weights: z
      .strictObject(
        {
          recency: z.number(weight).min(0, weight),
          relevance: z.number(weight).min(0, weight),
          confidence: z.number(weight).min(0, weight),
          warning_boost: z.number(weight).min(0, weight),
        },
        { error: 'an object with recency, relevance, confidence and warning_boost' },
      )
      .refine(weights => isOne(Object.values(weights)), 'four numbers whose sum is 1 (within 0.01)')
      .optional()
      .describe('What counts how much when the ledger is ranked; the four add up to 1.'),
    summarizer: z
      .enum(['extractive', 'openai-compatible'], { error: 'one of extractive, openai-compatible' })
      .optional()
      .describe('Who writes summaries of conversations.'),
    embedder: z
      .string({ error: 'none, use-lite or openai:<model>' })
      .regex(/^(?:none|use-lite|openai:\S{1,200})$/, 'none, use-lite or openai:<model>')
      .optional()
      .describe('Who embeds texts where nobody names an embedder.'),
    includeEntityContext: z
      .boolean(orNot)
      .optional()
      .describe('Whether conversations get what is known of the people and things they name.'),
    knowledgeDepth: z
      .enum(knowledgeDepths, depths)
      .optional()
      .describe('How much of the context of a conversation is for topics, entities and what is looked up.'),
    prioritizeConversationHistory: z
      .boolean(orNot)
      .optional()
      .describe('Whether messages of a conversation come before what is known besides.'),
    maxContextTokens: z
      .int(size)
      .min(contextTokens.least, size)
      .max(contextTokens.most, size)
      .optional()
      .describe('Tokens of the whole context of a conversation.'),
    hook_tokens: z
      .int(hookSize)
      .min(1, hookSize)
      .max(mostGivenTokens, hookSize)
      .optional()
      .describe(
        `Tokens that the rules give a coding agent at most with a prompt, or after a tool; ${mostGivenTokens.toLocaleString('en-US')} are the ${longestGiven.toLocaleString('en-US')} characters that agents take.`,
      ),
    authority: z
      .strictObject(
        {
          needs: z
            .partialRecord(z.enum(sections, authorityNeeds), z.enum(trusts, authorityNeeds), authorityNeeds)
            .optional(),
          below: z.enum(belowChoices, { error: `one of ${belowChoices.join(', ')}` }).optional(),
        },
        { error: 'an object with "needs" and "below"' },
      )
      .optional()
      .describe(
        'What each section of a context needs of what stands in it (imported takes everything), and whether what has less stands in Knowledge, marked as data, or is left out.',
      ),
    recordings: z
      .strictObject(
        {
          enabled: z.boolean(orNot).optional(),
          max_requests: upTo(recordingLimits.requests).optional(),
          max_days: upTo(recordingLimits.days).optional(),
          max_megabytes: upTo(recordingLimits.megabytes).optional(),
        },
        { error: 'an object with "enabled", "max_requests", "max_days" and "max_megabytes"' },
      )
      .optional()
      .describe(
        'Whether served requests are recorded, without secrets; and how many are kept whole, for how many days, in how many megabytes.',
      ),
    health: z
      .strictObject(
        {
          check_every: count.optional(),
          hold_tools: z.boolean(orNot).optional(),
          demand_save: z.boolean(orNot).optional(),
        },
        { error: 'an object with "check_every", "hold_tools" and "demand_save"' },
      )
      .optional()
      .describe(
        'After how many tool calls the context of a session is assessed; whether tools of a coding agent wait while it must be compacted, and a compaction until its state is saved.',
      ),
  },
  object,
);
export type GivenConfig = z.infer<typeof contextEngineeringSchema>;

/** `.codebolt/weft.json` as a whole. */
export const configFileSchema = z.strictObject(
  { $schema: z.string().optional(), context_engineering: contextEngineeringSchema.optional() },
  object,
);

/** The configuration in force: what the file says, defaults for the rest. */
export const configSchema = z.object({
  enable_context_assembler: z.boolean(),
  enable_fts5: z.boolean(),
  retrieval_limits: z.record(z.string(), z.int()),
  redaction_mode: z.enum(redactionModes),
  token_safety_margin: z.number(),
  models: z.record(z.string(), z.int()),
  token_prices: z.record(z.string(), tokenPriceSchema),
  tool_costs: z.object({
    low: z.array(z.string()),
    medium: z.array(z.string()),
    high: z.array(z.string()),
  }),
  ledger_weights: z.object({
    recency: z.number(),
    relevance: z.number(),
    confidence: z.number(),
    warning_boost: z.number(),
  }),
  summarizer: z.enum(['extractive', 'openai-compatible']),
  embedder: z.string(),
  includeEntityContext: z.boolean(),
  knowledgeDepth: z.enum(knowledgeDepths),
  prioritizeConversationHistory: z.boolean(),
  maxContextTokens: z.int(),
  hook_tokens: z.int(),
  authority: z.object({
    needs: z.partialRecord(z.enum(sections), z.enum(trusts)),
    below: z.enum(belowChoices),
  }),
  recordings: z.object({
    enabled: z.boolean(),
    max_requests: z.int(),
    max_days: z.int(),
    max_megabytes: z.int(),
  }),
  health: z.object({ check_every: z.int(), hold_tools: z.boolean(), demand_save: z.boolean() }),
});
export type Config = z.infer<typeof configSchema>;

/** A value that cannot be used; the default is used in its place. */
export const configWarningSchema = z.object({
  /** Dotted path in the file, e.g. `context_engineering.redaction_mode`; empty for the whole file. */
  key: z.string(),
  value: z.unknown(),
  /** What the value may be, in words. */
  allowed: z.string(),
  message: z.string(),
});
export type ConfigWarning = z.infer<typeof configWarningSchema>;

/** What is used where the file says nothing. */
export const defaultConfig: Config = {
  enable_context_assembler: true,
  enable_fts5: false,
  retrieval_limits: { developer: 3, senior_software_engineer: 5, qa_expert: 5, tech_lead: 5 },
  redaction_mode: 'pattern_only',
  token_safety_margin: 0.15,
  models: { haiku: 200_000, sonnet: 200_000, opus: 200_000 },
  token_prices: publishedPrices,
  tool_costs: {
    low: ['read', 'grep', 'glob', 'list', 'ls', 'search', 'find', 'view'],
    medium: ['bash', 'shell', 'fetch', 'web', 'run', 'test'],
    high: ['write', 'edit', 'create', 'patch', 'replace', 'notebook'],
  },
  ledger_weights: { recency: 0.3, relevance: 0.4, confidence: 0.2, warning_boost: 0.1 },
  summarizer: 'extractive',
  embedder: 'use-lite',
  includeEntityContext: true,
  knowledgeDepth: 'standard',
  prioritizeConversationHistory: true,
  maxContextTokens: contextTokens.usual,
  hook_tokens: 2000,
  authority: defaultAuthority,
  recordings: { enabled: false, max_requests: 10_000, max_days: 30, max_megabytes: 64 },
  health: { check_every: 25, hold_tools: false, demand_save: false },
};

/** A file to begin with: what people change most, and Rune's smaller window for Haiku. */
export const configTemplate = {
  context_engineering: {
    retrieval_limits: defaultConfig.retrieval_limits,
    redaction_mode: defaultConfig.redaction_mode,
    token_safety_margin: defaultConfig.token_safety_margin,
    models: { haiku: 32_000 },
  },
} as const satisfies z.infer<typeof configFileSchema>;

function isOne(weights: readonly number[]): boolean {
  const sum = weights.reduce((total, one) => total + one, 0);
  // A sum such as 1.01 is not exact in binary.
  return Math.abs(sum - 1) <= 0.01 + 1e-9;
}
