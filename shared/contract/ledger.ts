import { z } from 'zod';
import { graphEdgeSchema, graphNodeSchema } from '../model/graph.ts';
import {
  alternativeSchema,
  assembledLedgerSchema,
  decisionConflictSchema,
  decisionSchema,
  decisionStatusSchema,
  entrySchema,
  entryTypeSchema,
  instantSchema,
  ledgerChangesSchema,
  ledgerIdSchema,
  ledgerRecordSchema,
  ledgerSummarySchema,
  statusChangeSchema,
} from '../model/ledger.ts';
import { confidences } from '../model/ledger-words.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { nothing, procedure } from './procedure.ts';

const scope = z.string().max(1000);
const agent = z.string().min(1).max(200);
const text = z.string().max(100_000);
const summary = z.string().min(1).max(200);
const list = z.array(z.string().min(1).max(1000)).max(1000);
/** Most records that come with a call instead of the stored ones. */
const mostGiven = 100_000;

/** A ledger that is looked at instead of the stored one. Related entities come of its graph alone (L4). */
const overlay = z.strictObject({
  decisions: z.array(decisionSchema).max(mostGiven),
  entries: z.array(entrySchema).max(mostGiven),
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
  overlay: overlay.optional(),
  /** False leaves the task's words out: everything in scope counts 0.5 for relevance. True when absent. */
  search: z.boolean().optional(),
  /** With each item's factors, and the best of what did not fit. */
  explain: z.boolean().optional(),
});

const writtenEntry = z.object({
  id: z.string(),
  timestamp: z.string(),
  entry: entrySchema,
  /** Questions and needs that an answer resolved (L3). */
  resolved: z.array(z.string()),
});

/** L3: posting, deciding, and what becomes of it. */
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
  }),
};

/** L4-L6: what the ledger answers. */
const answersContract = {
  'ledger.assemble': procedure({
    summary: 'What the ledger says for a task and a scope, scored and within a token budget (L4).',
    access: 'read',
    project: false,
    input: assembleInput,
    output: assembledLedgerSchema,
    mcp: [{ tool: 'twining_assemble' }],
  }),
  'ledger.summarize': procedure({
    summary:
      'How many decisions are active and how much is open in a scope, and what the last day brought (L5).',
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
    summary: 'New, overridden and reconsidered decisions and new entries since a moment (L6).',
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

/** What can be filtered by, and how many records have it; most frequent first. */
const facet = z.object({ name: z.string(), count: z.int() });

/** For whoever looks through it. */
const lookContract = {
  'ledger.list': procedure({
    summary: 'Decisions and entries, newest first, by filters and page by page.',
    access: 'read',
    project: true,
    input: z.strictObject({
      kinds: z.array(z.enum(['decision', 'entry'])).optional(),
      scope: scope.optional(),
      /** Only what lies in `scope`, without what stands above it and applies there as well. */
      inside: z.boolean().optional(),
      /** Only what has any of these words. */
      query: text.optional(),
      entry_types: z.array(entryTypeSchema).optional(),
      statuses: z.array(decisionStatusSchema).optional(),
      domains: z.array(z.string()).optional(),
      agents: z.array(z.string()).optional(),
      /** Entries with any of these. */
      tags: z.array(z.string()).optional(),
      /** Entries that are, or are not, resolved. */
      resolved: z.boolean().optional(),
      since: instantSchema.optional(),
      until: instantSchema.optional(),
      /** Instead of a place: 0 when absent. */
      offset: z.int().min(0).optional(),
      /** 100 when absent. */
      limit: z.int().min(1).max(1000).optional(),
    }),
    output: z.object({
      records: z.array(ledgerRecordSchema),
      /** Ids of the entries among them that are resolved, by hand or by an answer (L3). */
      resolved: z.array(z.string()),
      /** How many the filters let through. */
      total: z.int(),
    }),
  }),
  'ledger.facets': procedure({
    summary:
      'What can be filtered by: scopes, types, agents, tags and the like, with how many records each has.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      decisions: z.int(),
      entries: z.int(),
      scopes: z.array(z.object({ scope: z.string(), decisions: z.int(), entries: z.int() })),
      domains: z.array(facet),
      agents: z.array(facet),
      /** Of entries. */
      types: z.array(facet),
      tags: z.array(facet),
      /** Of decisions. */
      statuses: z.array(facet),
      /** Files that decisions affect, the most frequent 5,000. */
      files: z.array(facet),
    }),
  }),
  'ledger.get': procedure({
    summary: 'One decision or entry, with its history and what relates to it.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: ledgerIdSchema }),
    output: z.object({
      record: ledgerRecordSchema,
      /** Of an entry: whether it is resolved, by hand or by an answer (L3). */
      resolved: z.boolean().optional(),
      /** Of a decision, oldest first; what was before an import is known as far as the record tells. */
      history: z.array(statusChangeSchema),
      conflicts: z.array(decisionConflictSchema),
      /** Entries and decisions that name it, or that it names. */
      related: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['decision', 'entry']),
          /** How: `relates_to`, `depends_on`, `supersedes`; with `_by` behind it, seen from the other side. */
          relation: z.string(),
          summary: z.string(),
        }),
      ),
    }),
  }),
  'ledger.conflicts': procedure({
    summary: 'Provisional decisions that contradict decisions made before them (L3).',
    access: 'read',
    project: true,
    input: z.strictObject({ scope: scope.optional() }),
    output: z.object({ conflicts: z.array(decisionConflictSchema) }),
  }),
  'ledger.search': procedure({
    summary: 'Decisions and entries by words, best first; relevance in 0..1, half of it for the middle hit.',
    access: 'read',
    project: true,
    input: z.strictObject({
      query: z.string().max(100_000),
      scope: scope.optional(),
      kinds: z.array(z.enum(['decision', 'entry'])).optional(),
      entry_types: z.array(entryTypeSchema).optional(),
      statuses: z.array(decisionStatusSchema).optional(),
      min_relevance: z.number().min(0).max(1).optional(),
      /** 20 when absent. */
      limit: z.int().min(1).max(1000).optional(),
    }),
    output: z.object({
      hits: z.array(z.object({ relevance: z.number(), record: ledgerRecordSchema })),
    }),
  }),
};

const counts = z.object({ created: z.int(), replaced: z.int(), unchanged: z.int() });

/** L1: the form on disk, `.twining/`. */
const exchangeContract = {
  'ledger.import': procedure({
    summary: 'Reads a ledger from its form on disk (`.twining`), all of it or nothing.',
    access: 'write',
    project: true,
    input: z.strictObject({
      /** The folder `.twining` or the one that it lies in, full or relative to the project. */
      from: z.string().min(1).max(4096),
      dry_run: z.boolean().optional(),
    }),
    output: z.object({
      decisions: counts,
      entries: counts,
      entities: z.int(),
      relations: z.int(),
      /** Files that mean nothing to Weft; they are kept and written again by `ledger.export`. */
      other_files: z.array(z.string()),
      refused: z.array(fileProblemSchema),
      notes: z.array(z.string()),
    }),
  }),
  'ledger.export': procedure({
    summary: 'The ledger in its form on disk, as files to keep or written to a folder.',
    access: 'read',
    project: true,
    input: z.strictObject({}),
    output: z.object({
      /** Paths begin with `.twining/`. What is no text comes as base64. */
      files: z.array(
        z.object({ path: z.string(), encoding: z.enum(['utf8', 'base64']), content: z.string() }),
      ),
    }),
  }),
};

/** The ledger: decisions and the blackboard of a project's agents. */
export const ledgerContract = {
  ...lifeContract,
  ...answersContract,
  ...lookContract,
  ...exchangeContract,
};
