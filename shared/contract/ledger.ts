import { z } from 'zod';
import { graphEdgeSchema, graphNodeSchema } from '../model/graph.ts';
import {
  assembledLedgerSchema,
  decisionSchema,
  entrySchema,
  instantSchema,
  ledgerChangesSchema,
  ledgerSummarySchema,
} from '../model/ledger.ts';
import { ledgerExchangeContract } from './ledger-exchange.ts';
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

/** The ledger: decisions and the blackboard of a project's agents. */
export const ledgerContract = {
  ...ledgerLifeContract,
  ...answersContract,
  ...ledgerLookContract,
  ...ledgerExchangeContract,
};
