import { z } from 'zod';
import { explainedConditionSchema, warningSchema } from './evaluation.ts';
import { findingRuleSchema } from './finding.ts';
import type { Contribution } from './memory.ts';
import { requestSchema } from './request.ts';
import { variableChangeSchema } from './rule-fix.ts';
import { sections } from './section.ts';
import { variableTypes } from './variable-type.ts';

/** Why a memory or an item is in the context or not, in the order of the way there. */
const explanationCauses = [
  'not_requested',
  'engine_disabled',
  'engine_not_selected',
  'rule_muted',
  'condition',
  'unknown_memory',
  'skipped',
  'failed',
  'no_items',
  'unknown_item',
  'redaction_failed',
  'authority',
  'duplicate',
  'max_items',
  'budget',
  'included',
] as const;
export type ExplanationCause = (typeof explanationCauses)[number];

/** One link of the chain; the last one is the cause, the ones before it were passed. */
const explanationStepSchema = z.object({
  at: z.enum([
    'request',
    'engine',
    'rule',
    'condition',
    'memory',
    'pipeline',
    'item',
    'authority',
    'max_items',
    'budget',
  ]),
  passed: z.boolean(),
  message: z.string(),
  engine_id: z.string().optional(),
  rule_id: z.string().optional(),
  /** The deciding condition: what was there, what was expected, and their types. */
  condition: explainedConditionSchema
    .extend({ index: z.int(), actual_type: z.enum(variableTypes), expected_type: z.enum(variableTypes) })
    .optional(),
  /** Variables that nobody gave. */
  missing: z.array(z.string()).optional(),
  /** The item that has the same content. */
  survivor: z.string().optional(),
  /** Tokens that the limit lacks. */
  short_by: z.int().optional(),
});
export type ExplanationStep = z.infer<typeof explanationStepSchema>;

/** The smallest change of the request after which the memory or item is in the context; it was tried. */
const includingChangeSchema = z.object({
  variables: z.array(variableChangeSchema),
  /** The request has to name the memory, since no rule can be made to add it. */
  explicit_memory: z.string().optional(),
  /** The least limit that is enough. */
  max_tokens: z.int().optional(),
  request: requestSchema,
});
export type IncludingChange = z.infer<typeof includingChangeSchema>;

/** One change of a memory after which it, or the item, is in the context: of its limit, its section, or `required`. It was tried. */
const memoryChangeSchema = z.object({
  /** Whose definition it is. */
  memory_id: z.string(),
  /** `contribution.max_items` as it is, and the least that is enough. */
  max_items: z.object({ from: z.int(), to: z.int() }).optional(),
  /** Where it stands, and the nearest section in which it is kept. */
  section: z.object({ from: z.enum(sections), to: z.enum(sections) }).optional(),
  /** The budget cuts it last. */
  required: z.literal(true).optional(),
  /** What the request needs besides. */
  request_change: includingChangeSchema.optional(),
});
export type MemoryChange = z.infer<typeof memoryChangeSchema>;

/** What the memory contributes after the change. */
export const changedContribution = (
  contribution: Contribution,
  { max_items, section, required }: Pick<MemoryChange, 'max_items' | 'section' | 'required'>,
): Contribution => ({
  ...contribution,
  ...(max_items && { max_items: max_items.to }),
  ...(section && { section: section.to }),
  ...(required && { required }),
});

/** Why something is in the context or is not, and what would put it there. */
export const explanationSchema = z.object({
  memory_id: z.string(),
  item_id: z.string().optional(),
  included: z.boolean(),
  cause: z.enum(explanationCauses),
  message: z.string(),
  chain: z.array(explanationStepSchema),
  /** All rules that add the memory, and how each came out. */
  rules: z.array(
    findingRuleSchema.extend({
      rule_name: z.string(),
      outcome: z.enum(['fired', 'not_fired', 'muted', 'engine_disabled', 'engine_not_selected']),
    }),
  ),
  change: includingChangeSchema.optional(),
  /** Instead, where the memory's own limit, or what its section needs, keeps it out. */
  memory_change: memoryChangeSchema.optional(),
  /** Beside a higher limit, where the budget cut it: changes of the memory that keep it, each for itself. */
  memory_changes: z.array(memoryChangeSchema).optional(),
  /** What the assembly warned of, where it did: keys that do nothing, engines that cannot be read. */
  warnings: z.array(warningSchema).optional(),
});
export type Explanation = z.infer<typeof explanationSchema>;
