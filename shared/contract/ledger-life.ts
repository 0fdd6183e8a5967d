import { z } from 'zod';
import {
  alternativeSchema,
  decisionConflictSchema,
  decisionSchema,
  entrySchema,
  entryTypeSchema,
  ledgerIdSchema,
} from '../model/ledger.ts';
import { confidences } from '../model/ledger-words.ts';
import { scope, text } from './ledger-fields.ts';
import { procedure } from './procedure.ts';
import { decisionText, line, listed, parts } from './tool-texts.ts';

const agent = z.string().min(1).max(200);
const summary = z.string().min(1).max(200);
const list = z.array(z.string().min(1).max(1000)).max(1000);

const writtenEntry = z.object({
  id: z.string(),
  timestamp: z.string(),
  entry: entrySchema,
  /** Questions and needs that an answer resolved. */
  resolved: z.array(z.string()),
});

/** Posting, deciding, and what becomes of it. */
export const ledgerLifeContract = {
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
    mcp: [
      {
        tool: 'twining_post',
        set: 'ledger',
        byDefault: true,
        description: 'Posts on the blackboard; an answer resolves the questions and needs it relates to.',
        tells: {
          entry_type: 'what it is',
          summary: 'one line, 200 characters',
          detail: 'the whole of it',
          scope: 'path, else project',
          tags: 'words to find it by',
          relates_to: 'ids it answers or belongs to',
          agent_id: 'who you are',
        },
        text: ({ id, resolved }) =>
          `posted as ${id}${resolved.length > 0 ? `; resolved ${resolved.join(', ')}` : ''}`,
      },
    ],
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
    mcp: [
      {
        tool: 'twining_decide',
        set: 'ledger',
        byDefault: true,
        description:
          'Records a decision with its reason. One that contradicts a decision in force becomes provisional; both are named.',
        tells: {
          domain: 'what it is about, e.g. testing',
          summary: 'one line, 200 characters',
          rationale: 'why',
          scope: 'path, else project',
          confidence: 'medium where absent',
          affected_files: 'paths',
          affected_symbols: 'names in the code',
          alternatives: '[{ option, pros, cons, reason_rejected }]',
          depends_on: 'ids of decisions',
          supersedes: 'id of the decision it replaces',
          agent_id: 'who you are',
          dry_run: 'shows conflicts, stores nothing',
        },
        text: ({ decision, conflicts, hints }) =>
          parts(
            decisionText(decision),
            listed(
              'contradicts',
              conflicts.map(({ older }) => line([older.id, older.summary])),
            ),
            listed(
              'of the same domain and scope',
              hints.map(({ id, summary }) => line([id, summary])),
            ),
          ),
      },
    ],
  }),
  'ledger.resolve': procedure({
    summary: 'Marks an entry as resolved: a need that is met, a warning that is over.',
    access: 'write',
    project: true,
    input: z.strictObject({ id: ledgerIdSchema, resolved_by: agent.optional() }),
    output: z.object({ entry: entrySchema, changed: z.boolean() }),
    mcp: [
      {
        tool: 'twining_resolve',
        set: 'ledger',
        destructive: true,
        tells: { id: 'of the entry', resolved_by: 'who you are' },
      },
    ],
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
    mcp: [
      {
        tool: 'twining_override',
        set: 'ledger',
        destructive: true,
        tells: { id: 'of the decision', reason: 'why it no longer holds', overridden_by: 'who you are' },
        text: ({ decision }) => decisionText(decision),
      },
    ],
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
    mcp: [
      {
        tool: 'twining_reconsider',
        set: 'ledger',
        destructive: true,
        tells: { id: 'of the decision', reason: 'what makes it doubtful', agent_id: 'who you are' },
        text: ({ decision }) => decisionText(decision),
      },
    ],
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
    mcp: [
      {
        tool: 'twining_confirm',
        set: 'ledger',
        byDefault: true,
        destructive: true,
        description: 'Puts a provisional decision in force.',
        tells: { id: 'of the decision', reason: 'why it holds', agent_id: 'who you are' },
        text: ({ decision }) => decisionText(decision),
      },
    ],
  }),
};
