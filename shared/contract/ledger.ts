import { z } from 'zod';
import { graphEdgeSchema, graphNodeSchema } from '../model/graph.ts';
import {
  assembledLedgerSchema,
  decisionConflictSchema,
  decisionSchema,
  entrySchema,
  instantSchema,
  ledgerChangesSchema,
  ledgerSummarySchema,
} from '../model/ledger.ts';
import { asNewId } from '../model/names.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { scope } from './ledger-fields.ts';
import { ledgerLifeContract } from './ledger-life.ts';
import { ledgerLookContract } from './ledger-look.ts';
import { procedure } from './procedure.ts';
import { assembledLedgerText, changesText } from './tool-texts.ts';

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

/** What the ledger answers. */
const answersContract = {
  'ledger.assemble': procedure({
    summary: 'What the ledger says for a task and a scope, scored and within a token budget.',
    access: 'read',
    project: false,
    input: assembleInput,
    output: assembledLedgerSchema,
    mcp: [
      {
        tool: 'twining_assemble',
        defaults: { max_tokens: 1500 },
        set: 'ledger',
        byDefault: true,
        description:
          'What the ledger says for a task: warnings, needs, decisions, findings, questions, most useful first.',
        tells: { task: 'what you are about to do', scope: 'path, else project' },
        text: assembledLedgerText,
      },
    ],
  }),
  'ledger.summarize': procedure({
    summary: 'How much is active and open in a scope, and what the last day brought.',
    access: 'read',
    project: false,
    input: z.strictObject({
      scope: scope.optional(),
      now: instantSchema.optional(),
      overlay: overlay.optional(),
    }),
    output: ledgerSummarySchema,
    mcp: [{ tool: 'twining_summarize', set: 'ledger', tells: { scope: 'path, else project' } }],
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
    mcp: [
      {
        tool: 'twining_what_changed',
        set: 'ledger',
        tells: { since: 'a time such as 2026-01-31T00:00:00Z', scope: 'path, else project' },
        text: changesText,
      },
    ],
  }),
};

const counts = z.object({
  created: z.int(),
  replaced: z.int(),
  unchanged: z.int(),
  /** Newer here than in the files, so they stay as they are. */
  kept: z.int(),
});

/** The form on disk, `.twining/`. */
const exchangeContract = {
  'ledger.import': procedure({
    summary:
      'Reads a ledger from its form on disk (`.twining`), all of it or nothing; what changed here since stays.',
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
      /** What is newer here, the first 100: when it last changed `here`, and when in the files. */
      kept: z.array(
        z.object({
          kind: z.enum(['decision', 'entry']),
          id: z.string(),
          here: z.string(),
          there: z.string(),
        }),
      ),
      entities: z.int(),
      relations: z.int(),
      /** Files that mean nothing to Weft; they are kept and written again by `ledger.export`. */
      other_files: z.array(z.string()),
      refused: z.array(fileProblemSchema),
      notes: z.array(z.string()),
    }),
  }),
  'ledger.sync': procedure({
    summary:
      'Keeps the ledger in step with a folder of the project in both directions, one file a record, so that git can carry it.',
    access: 'write',
    project: true,
    input: z.strictObject({
      /** Relative to the project; `.twining` when absent. */
      folder: asNewId(z.string().min(1).max(1000)).optional(),
      dry_run: z.boolean().optional(),
      /** Writes files that were deleted again. */
      restore: z.boolean().optional(),
    }),
    output: z.object({
      folder: z.string(),
      /** What became of the records here; `kept`: what is here counts, whatever the file says. */
      decisions: counts,
      entries: counts,
      /** Files written. */
      written: z.int(),
      /** Records of which more than one version is new, the first 100: when the one that counts last changed, and the next. */
      both_changed: z.array(
        z.object({
          kind: z.enum(['decision', 'entry']),
          id: z.string(),
          taken: z.string(),
          left: z.string(),
        }),
      ),
      /** Records whose file was deleted, the first 100; they stay in the ledger. */
      deleted: z.array(z.object({ kind: z.enum(['decision', 'entry']), id: z.string() })),
      /** Decisions in force that came, with those in force that they contradict, the first 100. */
      contradictions: z.array(decisionConflictSchema),
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
  ...ledgerLifeContract,
  ...answersContract,
  ...ledgerLookContract,
  ...exchangeContract,
};
