import { z } from 'zod';
import { sourceSchema } from './element.ts';
import { warningSchema } from './evaluation.ts';
import { itemFormats } from './memory.ts';
import { origins, trusts } from './origin.ts';
import { problemSchema } from './problem.ts';
import { sections } from './section.ts';

/** One piece of content in the context. `id` is `<memory_id>#<n>`; `tokens` by the request's estimator. */
export const contextItemSchema = z.object({
  id: z.string(),
  memory_id: z.string(),
  content: z.string(),
  tokens: z.int(),
  weight: z.int(),
  score: z.number().optional(),
  source: sourceSchema,
  historical: z.boolean().optional(),
  /** How many secrets were replaced in it. */
  redacted: z.int().optional(),
  also_from: z.array(z.string()).optional(),
  /** The section that it was meant for and has too little authority for; it is marked as data. */
  lowered_from: z.enum(sections).optional(),
});
export type ContextItem = z.infer<typeof contextItemSchema>;

export const stepTraceSchema = z.object({
  type: z.string(),
  alias: z.string(),
  duration_ms: z.number(),
  /** Elements in the result; 1 for a text, 0 for the answer to a condition. */
  count: z.int(),
  result: z.enum(['elements', 'text', 'groups', 'boolean', 'none']),
  error: z.string().optional(),
  /** Nothing failed, and the result is probably not what was meant; a warning of the trace as well. */
  note: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type StepTrace = z.infer<typeof stepTraceSchema>;

const callStatuses = ['ok', 'cached', 'failed', 'skipped'] as const;

export const memoryCallSchema = z.object({
  memory_id: z.string(),
  requested_by: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('explicit') }),
      z.object({ kind: z.literal('rule'), engine_id: z.string(), rule_id: z.string() }),
    ]),
  ),
  status: z.enum(callStatuses),
  /** What the pipeline returned. */
  items: z.int(),
  /** What is in the context. */
  kept: z.int(),
  started_ms: z.number(),
  duration_ms: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  /** The memory's item format, so that the result can be rendered alone. */
  format: z.enum(itemFormats),
  steps: z.array(stepTraceSchema),
});
export type MemoryCall = z.infer<typeof memoryCallSchema>;

export const dropReasons = ['duplicate', 'max_items', 'budget', 'redaction_failed', 'authority'] as const;
export type DropReason = (typeof dropReasons)[number];

/** An item that is not in the context, and why. `preview` is the start of its redacted content. */
const droppedItemSchema = z.object({
  item_id: z.string(),
  memory_id: z.string(),
  section: z.enum(sections),
  tokens: z.int(),
  reason: z.enum(dropReasons),
  survivor: z.string().optional(),
  preview: z.string().optional(),
  /** Position in the order in which the budget removed items, from 0. */
  cut_order: z.int().optional(),
});
export type DroppedItem = z.infer<typeof droppedItemSchema>;

export const stageNames = [
  'validate',
  'resolve',
  'pipelines',
  'merge',
  'contribute',
  'budget',
  'render',
] as const;
export type StageName = (typeof stageNames)[number];

/** An item whose authority is too low for its section, what it is made of at the lowest, and where it went. */
const loweredItemSchema = z.object({
  item_id: z.string(),
  memory_id: z.string(),
  /** Where its memory wants it, and what that needs. */
  section: z.enum(sections),
  needs: z.enum(trusts),
  authority: z.enum(trusts),
  origin: z.enum(origins),
  /** The section that shows it as data; absent where it stays out. */
  placed: z.enum(sections).optional(),
});
export type LoweredItem = z.infer<typeof loweredItemSchema>;

const traceSchema = z.object({
  memory_calls: z.array(memoryCallSchema),
  rules_applied: z.array(
    z.object({
      engine_id: z.string(),
      rule_id: z.string(),
      rule_name: z.string(),
      memories: z.array(z.string()),
    }),
  ),
  variables_used: z.array(z.string()),
  missing_variables: z.array(z.object({ name: z.string(), needed_by: z.array(z.string()) })),
  shadowed_variables: z.array(
    z.object({ name: z.string(), winner: z.string(), shadowed: z.array(z.string()) }),
  ),
  dropped: z.array(droppedItemSchema),
  /** Where there are any. */
  lowered: z.array(loweredItemSchema).optional(),
  warnings: z.array(warningSchema),
  /**
   * Tokens of the whole as Markdown with its frame, where the limit was not for that (`count: rendered`) and it is another
   * figure than `meta.token_estimate`. Of exact estimators `assembly.render` tells it, since counting takes time.
   */
  rendered_tokens: z.int().optional(),
  stages: z.array(z.object({ name: z.enum(stageNames), started_ms: z.number(), duration_ms: z.number() })),
});
export type Trace = z.infer<typeof traceSchema>;

/** Result of an assembly. `context` holds only non-empty sections, in the fixed order. */
export const assembledContextSchema = z.object({
  request_id: z.string(),
  context: z.partialRecord(z.enum(sections), z.array(contextItemSchema)),
  trace: traceSchema,
  meta: z.object({
    token_estimate: z.int(),
    estimator: z.string(),
    section_tokens: z.partialRecord(z.enum(sections), z.int()),
    total_items: z.int(),
    truncated: z.boolean(),
    degraded: z.boolean(),
    duration_ms: z.number(),
  }),
});
export type AssembledContext = z.infer<typeof assembledContextSchema>;

/** Answer of the first stage: all errors at once. */
export const requestValidationSchema = z.object({
  valid: z.boolean(),
  errors: z.array(problemSchema),
  warnings: z.array(warningSchema),
  resolved_memories: z.array(z.string()),
});
export type RequestValidation = z.infer<typeof requestValidationSchema>;
