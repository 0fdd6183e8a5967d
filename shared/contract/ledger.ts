import { z } from 'zod';
import { graphEdgeSchema, graphNodeSchema } from '../model/graph.ts';
import {
  alternativeSchema,
  assembledLedgerSchema,
  decisionConflictSchema,
  decisionSchema,
  entrySchema,
  entryTypeSchema,
  instantSchema,
  ledgerChangesSchema,
  ledgerIdSchema,
  ledgerSummarySchema,
} from '../model/ledger.ts';
import { confidences } from '../model/ledger-words.ts';
import { ledgerExchangeContract } from './ledger-exchange.ts';
import { scope, text } from './ledger-fields.ts';
import { ledgerLookContract } from './ledger-look.ts';
import { procedure } from './procedure.ts';

const agent = z.string().min(1).max(200);
const summary = z.string().min(1).max(200);
const list = z.array(z.string().min(1).max(1000)).max(1000);
/** Most records that come with a call instead of the stored ones. */
const mostGiven = 100_000;

/** A ledger that is looked at instead of the stored one. */
const overlay = z.strictObject({
  decisions: z.array(decisionSchema).max(mostGiven),
  entries: z.array(entrySchema).max(mostGiven),
});

/** Related entities come of its graph alone. */
const overlayWithGraph = overlay.extend({
  graph: z
    .strictObject({
      nodes: z.array(graphNodeSchema).max(10_000),
      edges: z.array(graphEdgeSchema).max(10_000),
    })
    .optional(),
});

const assembleInput = z.strictObject({
  task: z.string().max(100_000),
  /** `project` when absent. */
  scope: scope.optional(),
  /** From the configuration when absent: 4000. */
  max_tokens: z.int().min(0).max(10_000_000).optional(),
  /** The moment that ages are measured at; the clock's when absent. */
  now: instantSchema.optional(),
  overlay: overlayWithGraph.optional(),
  /** False leaves the task's words out: everything in scope counts 0.5 for relevance. True when absent. */
  search: z.boolean().optional(),
  /** With each item's factors, and the best of what did not fit. */
  explain: z.boolean().optional(),
});

const writtenEntry = z.object({
  id: z.string(),
  timestamp: z.string(),
  entry: entrySchema,
  /** Questions and needs that an answer resolved. */
  resolved: z.array(z.string()),
});

/** Posting, deciding, and what becomes of it. */
const lifeContract = {
  'ledger.post': procedure({
    summary: 'Posts an entry on the blackboard; an answer resolves the questions and needs it relates to.',
    access: 'write',
    project: true,
    input: z.strictObject({
      entry_type: entryTypeSchema,
      summary,
      detail: text.optional(),
      tags: list.optional(),
      /** `project` when absent. */
      scope: scope.optional(),
      relates_to: list.optional(),
      agent_id: agent.optional(),
    }),
    output: writtenEntry,
    mcp: [{ tool: 'twining_post' }],
  }),
  'ledger.decide': procedure({
    summary:
      'Records a decision; one that contradicts an active decision becomes provisional, with a warning that names both.',
    access: 'write',
    project: true,
    input: z.strictObject({
      domain: z.string().min(1).max(200),
      scope: scope.optional(),
      summary,
      context: text.optional(),
      rationale: text.min(1),
      constraints: list.optional(),
      alternatives: z.array(alternativeSchema).max(100).optional(),
      depends_on: list.optional(),
      /** The decision that this one takes the place of; it becomes superseded. */
      supersedes: ledgerIdSchema.optional(),
      /** `medium` when absent. */
      confidence: z.enum(confidences).optional(),
      /** True when absent. */
      reversible: z.boolean().optional(),
      affected_files: list.optional(),
      affected_symbols: list.optional(),
      commit_hashes: list.optional(),
      agent_id: agent.optional(),
      /** Says what it would come to, conflicts and hints included, and stores nothing. */
      dry_run: z.boolean().optional(),
    }),
    output: z.object({
      id: z.string(),
      timestamp: z.string(),
      decision: decisionSchema,
      conflicts: z.array(decisionConflictSchema),
      /** Active decisions of the same domain in the same scope, which do not contradict it. */
      hints: z.array(z.object({ id: z.string(), summary: z.string() })),
      /** The warning that was posted where there are conflicts. */
      warning_id: z.string().optional(),
    }),
    mcp: [{ tool: 'twining_decide' }],
  }),
  'ledger.resolve': procedure({
    summary: 'Marks an entry as resolved: a need that is met, a warning that is over.',
    access: 'write',
    project: true,
    input: z.strictObject({ id: ledgerIdSchema, resolved_by: agent.optional() }),
    output: z.object({ entry: entrySchema, changed: z.boolean() }),
    mcp: [{ tool: 'twining_resolve', destructive: true }],
  }),
  'ledger.override': procedure({
    summary: 'Sets a decision aside, with the reason.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: ledgerIdSchema,
      reason: z.string().trim().min(1).max(10_000),
      overridden_by: agent.optional(),
    }),
    output: z.object({ decision: decisionSchema }),
    mcp: [{ tool: 'twining_override', destructive: true }],
  }),
  'ledger.reconsider': procedure({
    summary: 'Makes a decision provisional again, to be thought over.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: ledgerIdSchema,
      reason: z.string().max(10_000).optional(),
      agent_id: agent.optional(),
    }),
    output: z.object({ decision: decisionSchema }),
    mcp: [{ tool: 'twining_reconsider', destructive: true }],
  }),
  'ledger.confirm': procedure({
    summary: 'Makes a provisional decision active.',
    access: 'write',
    project: true,
    input: z.strictObject({
      id: ledgerIdSchema,
      reason: z.string().max(10_000).optional(),
      agent_id: agent.optional(),
    }),
    output: z.object({ decision: decisionSchema }),
    mcp: [{ tool: 'twining_confirm', destructive: true }],
  }),
};

/** What the ledger answers. */
const answersContract = {
  'ledger.assemble': procedure({
    summary: 'What the ledger says for a task and a scope, scored and within a token budget.',
    access: 'read',
    project: false,
    input: assembleInput,
    output: assembledLedgerSchema,
    mcp: [{ tool: 'twining_assemble' }],
  }),
  'ledger.summarize': procedure({
    summary: 'How many decisions are active and how much is open in a scope, and what the last day brought.',
    access: 'read',
    project: false,
    input: z.strictObject({
      scope: scope.optional(),
      now: instantSchema.optional(),
      overlay: overlay.optional(),
    }),
    output: ledgerSummarySchema,
    mcp: [{ tool: 'twining_summarize' }],
  }),
  'ledger.whatChanged': procedure({
    summary: 'New, overridden and reconsidered decisions and new entries since a moment.',
    access: 'read',
    project: false,
    input: z.strictObject({
      since: instantSchema,
      scope: scope.optional(),
      overlay: overlay.optional(),
    }),
    output: ledgerChangesSchema,
    mcp: [{ tool: 'twining_what_changed' }],
  }),
};

/** The ledger: decisions and the blackboard of a project's agents. */
export const ledgerContract = {
  ...lifeContract,
  ...answersContract,
  ...ledgerLookContract,
  ...ledgerExchangeContract,
};
