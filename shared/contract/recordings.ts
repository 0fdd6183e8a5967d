import { z } from 'zod';
import { memorySchema } from '../model/memory.ts';
import { asName } from '../model/names.ts';
import { causeSummarySchema, recordingOrigins, recordingSchema, replaySchema } from '../model/recording.ts';
import { engineSchema } from '../model/rule.ts';
import { memoryUsageSchema, ruleUsageSchema, suggestionSchema } from '../model/usage.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

const recordingId = asName(z.string().min(1).max(100));
const count = z.int().min(0);

const settings = z.object({
  /** Whether requests are recorded from now on. */
  enabled: z.boolean(),
  max_requests: count,
  max_days: count,
  max_megabytes: count,
});

/**
 * Served requests, counted by their cause (what fired, what the context holds, what was cut, what was missing), some of
 * each kept whole and without secrets. What they hold is bounded by the configuration; previews are never recorded.
 */
export const recordingsContract = {
  'recordings.start': procedure({
    summary: 'Records the requests that are served from now on, without secrets: the configuration says so.',
    access: 'write',
    project: true,
    input: nothing,
    output: settings,
  }),
  'recordings.stop': procedure({
    summary: 'Records no more; what was recorded stays.',
    access: 'write',
    project: true,
    input: nothing,
    output: settings,
  }),
  'recordings.list': procedure({
    summary: 'Recorded requests by their cause, the most frequent first, and those of one cause.',
    access: 'read',
    project: true,
    input: z.strictObject({
      /** Whose requests are wanted, the newest first. */
      cause: recordingId.optional(),
      /** Causes and requests at most; 200 when absent. */
      limit: z.int().min(1).max(2000).optional(),
    }),
    output: z.object({
      settings,
      /** All that were served on the days that are kept, and how many of them are kept whole. */
      requests: count,
      recordings: count,
      bytes: count,
      /** How many of the requests came with the sample project: nobody asked for them. */
      sample_requests: count,
      /** When the first and the last of them were served. */
      first_at: z.string().optional(),
      last_at: z.string().optional(),
      causes: z.array(causeSummarySchema),
      /** How many causes there are in all. */
      total_causes: count,
      of_cause: z.array(recordingSchema),
    }),
  }),
  'recordings.get': procedure({
    summary: 'One recorded request with what it was served.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: recordingId }),
    output: z.object({ recording: recordingSchema, cause: causeSummarySchema }),
  }),
  'recordings.delete': procedure({
    summary:
      'Forgets recorded requests, causes with theirs, those of one origin; all where nothing is named.',
    access: 'write',
    project: true,
    input: z.strictObject({
      ids: z.array(recordingId).max(10_000).optional(),
      causes: z.array(recordingId).max(10_000).optional(),
      origin: z.enum(recordingOrigins).optional(),
    }),
    output: z.object({ recordings: count, causes: count }),
  }),
  'recordings.replay': procedure({
    summary:
      'What an edit that is not saved would have changed for recorded requests: which of them, why, memories, tokens, cost.',
    access: 'read',
    project: true,
    input: z.strictObject({
      /** Edited engines and memories; ids replace the project's. */
      engines: judgedByHandler(z.array(engineSchema)).optional(),
      memories: judgedByHandler(z.array(memorySchema)).optional(),
      /** Ids of what the edit deletes. */
      absent: z
        .strictObject({ engines: z.array(z.string()).optional(), memories: z.array(z.string()).optional() })
        .optional(),
      /** Requests of these causes only. */
      causes: z.array(recordingId).max(2000).optional(),
      /** Whose price counts; the first of the price table when absent. */
      model: z.string().max(200).optional(),
    }),
    output: replaySchema,
  }),
  'recordings.usage': procedure({
    summary:
      'How rules and memories did by the recorded requests: how often, when last, tokens, cut, acknowledged; dead, costly, never useful.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      requests: count,
      sample_requests: count,
      first_at: z.string().optional(),
      last_at: z.string().optional(),
      rules: z.array(ruleUsageSchema),
      memories: z.array(memoryUsageSchema),
    }),
  }),
  'recordings.suggest': procedure({
    summary:
      'Changes of rules that recorded requests speak for, each with its evidence and what it would have changed. Changes nothing.',
    access: 'read',
    project: true,
    input: z.strictObject({
      /** Suggestions at most; 8 when absent. */
      limit: z.int().min(1).max(50).optional(),
    }),
    output: z.object({ suggestions: z.array(suggestionSchema), total: count }),
  }),
};
