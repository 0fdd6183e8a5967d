import { z } from 'zod';
import { instantMs } from './instant.ts';
import { confidences, decisionStatuses, entryTypes } from './ledger-words.ts';

/** An ISO 8601 moment; an offset is understood, none means UTC. */
export const instantSchema = z
  .string()
  .refine(text => instantMs(text) !== undefined, 'must be a time such as 2026-01-31T00:00:00Z')
  .meta({ format: 'date-time' });

/** A moment that other programs leave empty as long as there is none. */
const instantOrNoneSchema = z.union([instantSchema, z.literal('')]).nullish();

/** Any text that is not empty; ids that Weft mints are ULIDs. */
export const ledgerIdSchema = z.string().min(1).max(200);
const texts = z.array(z.string());

export const entryTypeSchema = z.enum(entryTypes);

/** An entry of the blackboard. Absent lists are empty; unknown fields are kept. */
export const entrySchema = z.looseObject({
  id: ledgerIdSchema,
  timestamp: instantSchema,
  agent_id: z.string().optional(),
  entry_type: entryTypeSchema,
  tags: texts.optional(),
  /** Ids of entries and decisions it belongs to; an answer resolves the questions and needs among them. */
  relates_to: texts.optional(),
  /** A path, a symbol, or `project`; empty means the same as `project`. */
  scope: z.string().optional(),
  summary: z.string(),
  detail: z.string().optional(),
  resolved_at: instantOrNoneSchema,
  resolved_by: z.string().nullish(),
  /** Another program's word for resolved. */
  dismissed: z.boolean().nullish(),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

export const decisionStatusSchema = z.enum(decisionStatuses);

/** A way that was not taken. */
export const alternativeSchema = z.looseObject({
  option: z.string(),
  pros: texts.optional(),
  cons: texts.optional(),
  reason_rejected: z.string().optional(),
});

/** A decision. Absent lists are empty; unknown fields are kept. */
export const decisionSchema = z.looseObject({
  id: ledgerIdSchema,
  timestamp: instantSchema,
  agent_id: z.string().optional(),
  domain: z.string().optional(),
  scope: z.string().optional(),
  summary: z.string(),
  context: z.string().optional(),
  rationale: z.string().optional(),
  constraints: texts.optional(),
  alternatives: z.array(alternativeSchema).optional(),
  depends_on: texts.optional(),
  /** The decision that this one takes the place of. */
  supersedes: z.string().nullish(),
  confidence: z.enum(confidences),
  status: decisionStatusSchema,
  /** When `status` became what it is; `timestamp` when absent. */
  status_changed_at: instantOrNoneSchema,
  reversible: z.boolean().optional(),
  affected_files: texts.optional(),
  affected_symbols: texts.optional(),
  commit_hashes: texts.optional(),
  overridden_by: z.string().nullish(),
  override_reason: z.string().nullish(),
});
export type LedgerDecision = z.infer<typeof decisionSchema>;

/** One or the other, as lists of both show them. */
export const ledgerRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('decision'), decision: decisionSchema }),
  z.object({ kind: z.literal('entry'), entry: entrySchema }),
]);
export type LedgerRecord = z.infer<typeof ledgerRecordSchema>;

/** What `score` is made of, each in 0..1. */
const ledgerFactorsSchema = z.object({
  recency: z.number(),
  relevance: z.number(),
  confidence: z.number(),
  warning_boost: z.number(),
});
export type LedgerFactors = z.infer<typeof ledgerFactorsSchema>;

/** What each factor counts; together 1. */
export type LedgerWeights = LedgerFactors;

/** With `explain`: what the item costs, what its score is made of, and why it was a candidate at all. */
const explained = {
  score: z.number(),
  tokens: z.int().optional(),
  factors: ledgerFactorsSchema.optional(),
  /** `search`: it lies outside the scope and was found by the task's words or meaning. */
  found_by: z.enum(['scope', 'search']).optional(),
};

const assembledEntrySchema = z.object({
  id: z.string(),
  summary: z.string(),
  detail: z.string(),
  scope: z.string(),
  timestamp: z.string(),
  ...explained,
});
export type AssembledEntry = z.infer<typeof assembledEntrySchema>;

const assembledDecisionSchema = z.object({
  id: z.string(),
  summary: z.string(),
  rationale: z.string(),
  confidence: z.enum(confidences),
  affected_files: texts,
  ...explained,
});
export type AssembledDecision = z.infer<typeof assembledDecisionSchema>;

/** A thing of the graph in scope, with what it is directly joined to. */
const relatedEntitySchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  relations: z.array(
    z.object({ type: z.string(), direction: z.enum(['out', 'in']), id: z.string(), name: z.string() }),
  ),
});
export type RelatedEntity = z.infer<typeof relatedEntitySchema>;

/** The kinds of candidates. */
export const candidateTypes = ['decision', 'need', 'finding', 'warning', 'question'] as const;
export type CandidateType = (typeof candidateTypes)[number];

/** What the ledger says for a task, within a budget. Lists are in order of score. */
export const assembledLedgerSchema = z.object({
  assembled_at: z.string(),
  task: z.string(),
  scope: z.string(),
  /** Sum of what stands in the lists, at four characters a token. */
  token_estimate: z.int(),
  active_decisions: z.array(assembledDecisionSchema),
  open_needs: z.array(assembledEntrySchema),
  recent_findings: z.array(assembledEntrySchema),
  active_warnings: z.array(assembledEntrySchema),
  recent_questions: z.array(assembledEntrySchema),
  related_entities: z.array(relatedEntitySchema),
  /** Candidates that did not fit. */
  omitted: z.object({ count: z.int(), by_type: z.record(z.string(), z.int()) }),
  /** What the user should know, e.g. of weights that do not sum to 1. */
  warnings: z.array(z.string()),
  /** With `explain`. */
  explanation: z
    .object({
      weights: ledgerFactorsSchema,
      max_tokens: z.int(),
      /** How the task was looked for: not at all, by words, or by words and meaning. */
      search: z.enum(['none', 'keyword', 'semantic']),
      /** Why by words alone, or how much can be found by meaning so far. */
      search_note: z.string().optional(),
      candidates: z.int(),
      /** The best of those that did not fit, by score. */
      omitted: z.array(
        z.object({
          id: z.string(),
          type: z.enum(candidateTypes),
          summary: z.string(),
          ...explained,
        }),
      ),
    })
    .optional(),
});
export type AssembledLedger = z.infer<typeof assembledLedgerSchema>;

/** How a scope stands. */
export const ledgerSummarySchema = z.object({
  scope: z.string(),
  active_decisions: z.int(),
  provisional_decisions: z.int(),
  open_needs: z.int(),
  active_warnings: z.int(),
  unanswered_questions: z.int(),
  recent_activity_summary: z.string(),
});
export type LedgerSummary = z.infer<typeof ledgerSummarySchema>;

const named = z.object({ id: z.string(), summary: z.string() });

/** What happened since a moment, newest first. */
export const ledgerChangesSchema = z.object({
  new_decisions: z.array(named),
  new_entries: z.array(named.extend({ entry_type: entryTypeSchema })),
  overridden_decisions: z.array(named.extend({ reason: z.string() })),
  reconsidered_decisions: z.array(named),
});
export type LedgerChanges = z.infer<typeof ledgerChangesSchema>;

/** Two decisions that contradict each other. */
export const decisionConflictSchema = z.object({
  newer: named.extend({ timestamp: z.string(), status: decisionStatusSchema }),
  older: named.extend({ timestamp: z.string(), status: decisionStatusSchema }),
  domain: z.string(),
  /** Files and symbols that both affect; empty when it is the scope that is the same. */
  shared: texts,
  /** How alike their summaries are: common words by all words, 0..1. */
  similarity: z.number(),
});
export type DecisionConflict = z.infer<typeof decisionConflictSchema>;

/** A step in a decision's life, oldest first. */
export const statusChangeSchema = z.object({
  at: z.string(),
  status: decisionStatusSchema,
  by: z.string().optional(),
  reason: z.string().optional(),
});
export type StatusChange = z.infer<typeof statusChangeSchema>;
