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
import { assessmentText, savedRecordsText, savedText } from './tool-texts.ts';

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
        set: 'health',
        byDefault: true,
        tells: {
          tool_calls: '{ low, medium, high } calls by cost',
          message_tokens: 'tokens of the messages',
          measured_tokens: 'the real size of the context',
          model: 'for its window',
        },
        text: assessmentText,
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
      /** Why an assessment is due now, if not for the number of calls or because `phase` is another than before. */
      moment: z.enum(['phase_boundary', 'before_compaction']).optional(),
    }),
    output: z.object({
      /** Whether this call was a time to look; RED is acted on in any case. */
      due: z.boolean(),
      assessment: healthAssessmentSchema,
      blocked: z.boolean(),
      saved: healthSaveSchema.optional(),
    }),
    mcp: [
      {
        tool: 'context_health',
        set: 'health',
        byDefault: true,
        given: 'session_id',
        description:
          'How full the context is. Counts alone are judged; with session_id they feed its monitor, with what must survive a compaction.',
        tells: {
          session_id: 'the session that is followed',
          tool: 'a tool that was called',
          tool_calls: 'instead: { low, medium, high } calls by cost',
          message: 'a message, to be counted',
          measured_tokens: 'the real size of the context; wins over estimates',
          model: 'for its window',
          task: 'what is being done',
          phase: 'where it stands',
          decisions: 'to keep: texts, or { summary, domain, affected_files }',
          remaining: 'what is left to do',
          files: 'files that were touched',
          blockers: 'what is in the way',
          moment: 'why an assessment is due now',
        },
        text: ({ assessment, blocked, saved }) =>
          [
            assessmentText(assessment),
            ...(saved === undefined ? [] : [savedText(saved)]),
            ...(blocked ? ['Blocked until context_health_acknowledge.'] : []),
          ].join(' '),
      },
    ],
  }),
  'health.report': procedure({
    summary: "A session's health as Markdown and as data.",
    access: 'read',
    project: true,
    input: z.strictObject({ session_id: name }),
    output: z.object({ markdown: z.string(), session: sessionHealthSchema }),
    mcp: [
      {
        tool: 'context_health_report',
        set: 'health',
        byDefault: true,
        tells: { session_id: 'the session' },
        text: ({ markdown }) => markdown,
      },
    ],
  }),
  'health.gate': procedure({
    summary: 'Whether a tool may run: while blocked only cheap ones, saving and the acknowledgement may.',
    access: 'read',
    project: true,
    input: z.strictObject({ session_id: name, tool: name }),
    output: z.object({ allowed: z.boolean(), blocked: z.boolean(), reason: z.string().optional() }),
    mcp: [
      {
        tool: 'context_health_gate',
        set: 'health',
        byDefault: true,
        tells: { session_id: 'the session', tool: 'the tool that is about to run' },
        text: ({ allowed, reason }) => (allowed ? 'It may run.' : (reason ?? 'It may not run.')),
      },
    ],
  }),
  'health.acknowledgeCompaction': procedure({
    summary: 'The context was compacted: lifts the block and counts from zero, once everything is saved.',
    access: 'write',
    project: true,
    input: z.strictObject({ session_id: name }),
    output: z.object({ acknowledged: z.boolean(), blocked: z.boolean(), saved: healthSaveSchema }),
    mcp: [
      {
        tool: 'context_health_acknowledge',
        set: 'health',
        byDefault: true,
        description:
          'Says that the context was compacted: counting begins anew, and a block ends once all is saved.',
        tells: { session_id: 'the session that was compacted' },
        text: ({ acknowledged, saved }) =>
          `${acknowledged ? 'acknowledged' : 'NOT acknowledged'}; ${savedText(saved)}`,
      },
    ],
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
    mcp: [
      {
        tool: 'context_saved_state',
        set: 'health',
        byDefault: true,
        description: 'What was saved before compactions, newest first: tasks, decisions, what is left.',
        tells: { session_id: 'whose; others are marked historical' },
        text: ({ records, total }) => savedRecordsText(records, total),
      },
    ],
  }),
};
