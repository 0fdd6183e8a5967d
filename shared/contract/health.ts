import { z } from 'zod';
import {
  healthAssessmentSchema,
  healthSaveSchema,
  savedRecordSchema,
  sessionHealthSchema,
  sessionNotesSchema,
  toolCallCountsSchema,
} from '../model/health.ts';
import { asName } from '../model/names.ts';
import { procedure } from './procedure.ts';

const name = asName(z.string().min(1).max(200));
const tokens = z.int().min(0);
const window = z.int().min(1);
const toolCalls = z.union([z.array(z.strictObject({ tool: name })).max(1_000_000), toolCallCountsSchema]);

export const healthContract = {
  'health.assess': procedure({
    summary: 'How full a context is, from given counts alone.',
    access: 'read',
    project: false,
    input: z.strictObject({
      tool_calls: toolCalls,
      message_tokens: tokens.optional(),
      window: window.optional(),
      model: asName(z.string().max(200)).optional(),
      measured_tokens: tokens.optional(),
    }),
    output: healthAssessmentSchema,
    mcp: [
      {
        tool: 'context_health',
        description:
          'How full the context is, from counts alone; with session_id it feeds the monitor of that session: a tool call, a message, or what must survive a compaction.',
      },
    ],
  }),
  'health.record': procedure({
    summary:
      'Feeds the monitor: a tool call, a message, or what must survive a compaction. RED saves and blocks.',
    access: 'write',
    project: true,
    input: sessionNotesSchema.extend({
      session_id: name,
      /** One call of a tool. */
      tool: name.optional(),
      tool_calls: toolCalls.optional(),
      /** A message, counted here, or how many tokens it has. */
      message: z.string().max(4_000_000).optional(),
      message_tokens: tokens.optional(),
      /** The real count of the context, which wins over estimates. */
      measured_tokens: tokens.optional(),
      window: window.optional(),
      model: asName(z.string().max(200)).optional(),
      /** Why an assessment is due now, if not for the number of calls. */
      moment: z.enum(['phase_boundary', 'before_compaction']).optional(),
    }),
    output: z.object({
      /** Whether this call was a time to look; RED is acted on in any case. */
      due: z.boolean(),
      assessment: healthAssessmentSchema,
      blocked: z.boolean(),
      saved: healthSaveSchema.optional(),
    }),
    mcp: [{ tool: 'context_health', given: 'session_id' }],
  }),
  'health.report': procedure({
    summary: "A session's health as Markdown and as data.",
    access: 'read',
    project: true,
    input: z.strictObject({ session_id: name }),
    output: z.object({ markdown: z.string(), session: sessionHealthSchema }),
  }),
  'health.gate': procedure({
    summary: 'Whether a tool may run: while blocked only cheap ones, saving and the acknowledgement may.',
    access: 'read',
    project: true,
    input: z.strictObject({ session_id: name, tool: name }),
    output: z.object({ allowed: z.boolean(), blocked: z.boolean(), reason: z.string().optional() }),
  }),
  'health.acknowledgeCompaction': procedure({
    summary: 'The context was compacted: lifts the block and counts from zero, once everything is saved.',
    access: 'write',
    project: true,
    input: z.strictObject({ session_id: name }),
    output: z.object({ acknowledged: z.boolean(), blocked: z.boolean(), saved: healthSaveSchema }),
    mcp: [{ tool: 'context_health_acknowledge' }],
  }),
  'health.state': procedure({
    summary: 'All sessions that the monitor knows, the one that was heard of last first.',
    access: 'read',
    project: true,
    input: z.strictObject({ session_id: name.optional() }),
    output: z.object({ sessions: z.array(sessionHealthSchema) }),
  }),
  'health.saved': procedure({
    summary:
      'What is in `.rune/`, newest first, 500 records at most; what other sessions saved is historical.',
    access: 'read',
    project: true,
    input: z.strictObject({ session_id: name.optional() }),
    output: z.object({ records: z.array(savedRecordSchema), total: z.int() }),
  }),
};
