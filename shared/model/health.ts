import { z } from 'zod';

const healthLevels = ['GREEN', 'YELLOW', 'ORANGE', 'RED'] as const;
export type HealthLevel = (typeof healthLevels)[number];

const recommendations = [
  'continue',
  'load-essential-only',
  'compact-at-boundary',
  'compact-immediately',
] as const;
export type Recommendation = (typeof recommendations)[number];

const calls = z.int().min(0);
/** How many calls of each cost class. */
export const toolCallCountsSchema = z.strictObject({ low: calls, medium: calls, high: calls });
export type ToolCallCounts = z.infer<typeof toolCallCountsSchema>;

/** How full a context is. */
export const healthAssessmentSchema = z.object({
  utilization_pct: z.number(),
  status: z.enum(healthLevels),
  recommendation: z.enum(recommendations),
  tokens: z.int(),
  window: z.int(),
  basis: z.enum(['estimated', 'measured']),
  message: z.string().optional(),
  warnings: z.array(z.string()),
});
export type HealthAssessment = z.infer<typeof healthAssessmentSchema>;

const text = z.string().min(1).max(20_000);
/** The longest list that the notes of a session hold. */
export const mostNotes = 1000;
const texts = z.array(text).max(mostNotes);

/** A decision of a session. With a domain it can be compared with those of other sessions. */
const sessionDecisionSchema = z.union([
  text,
  z.strictObject({
    summary: text,
    domain: text.optional(),
    scope: text.optional(),
    affected_files: texts.optional(),
    affected_symbols: texts.optional(),
  }),
]);
export type SessionDecision = z.infer<typeof sessionDecisionSchema>;

/** What must survive a compaction. Lists of files, decisions and conventions grow; the others say how it is now. */
export const sessionNotesSchema = z.strictObject({
  task: text.optional(),
  phase: text.optional(),
  /** What is to come; its first unit of work that is not done yet is the next boundary. */
  plan: z
    .strictObject({ boundary: z.string().min(1).max(200).optional(), steps: texts.optional() })
    .optional(),
  files: texts.optional(),
  decisions: z.array(sessionDecisionSchema).max(mostNotes).optional(),
  conventions: texts.optional(),
  remaining: texts.optional(),
  blockers: texts.optional(),
});
export type SessionNotes = z.infer<typeof sessionNotesSchema>;

/** Two decisions of different sessions that contradict each other. */
const sessionConflictSchema = z.object({
  summary: z.string(),
  session_id: z.string(),
  other_summary: z.string(),
  other_session_id: z.string(),
  domain: z.string(),
});
export type SessionConflict = z.infer<typeof sessionConflictSchema>;

/** The outcome of a save: what of it is on disk. */
export const healthSaveSchema = z.object({
  ok: z.boolean(),
  /** Files of `.rune/` that were written. */
  files: z.array(z.string()),
  /** What was not saved, and why; absent when all was. */
  failure: z.string().optional(),
});
export type HealthSave = z.infer<typeof healthSaveSchema>;

/** How full a context was at a time, so that it can be drawn; after a compaction it begins anew. */
const healthPointSchema = z.object({
  at: z.string(),
  tokens: z.int(),
  message_tokens: z.int(),
  tool_calls: toolCallCountsSchema,
});
export type HealthPoint = z.infer<typeof healthPointSchema>;

/** A record of `.rune/`; one that another session saved is historical. */
export const savedRecordSchema = z.object({
  file: z.string(),
  at: z.string(),
  session_id: z.string(),
  historical: z.boolean(),
  entries: z.array(
    z.object({ text: z.string(), details: z.array(z.object({ name: z.string(), text: z.string() })) }),
  ),
});
export type SavedRecord = z.infer<typeof savedRecordSchema>;

/** A session as the health monitor knows it. */
export const sessionHealthSchema = z.object({
  session_id: z.string(),
  assessment: healthAssessmentSchema,
  tool_calls: toolCallCountsSchema,
  message_tokens: z.int(),
  blocked: z.boolean(),
  notes: sessionNotesSchema,
  saved: healthSaveSchema.optional(),
  conflicts: z.array(sessionConflictSchema),
  compactions: z.int(),
  history: z.array(healthPointSchema),
  updated_at: z.string(),
});
export type SessionHealth = z.infer<typeof sessionHealthSchema>;
