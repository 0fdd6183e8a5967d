import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sessionNotesSchema, toolCallCountsSchema } from '../../../shared/model/health.ts';
import { compacted, withNews, withTrail } from '../health/follow-session.ts';
import { changeHealth, type KeptHealth } from '../health/kept-health.ts';
import { saveSession } from '../health/save-session.ts';
import { readSavedRecords } from '../health/saved-records.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

const stepSchema = sessionNotesSchema.extend({
  minutes_ago: z.number(),
  tool_calls: toolCallCountsSchema,
  message_tokens: z.int(),
  /** Whether the state was saved and the context compacted after it. */
  is_compacted: z.boolean().optional(),
});
const healthFileSchema = z.strictObject({ session_id: z.string(), steps: z.array(stepSchema) });
type Step = z.infer<typeof stepSchema>;

/** A session of the sample's agents that was compacted once and goes on; its times count from now. */
export async function fillSampleHealth(
  needs: Needs<'world' | 'logger' | 'publish'>,
  project: OpenProject,
  filesDir: string,
): Promise<void> {
  const text = await readFile(join(filesDir, 'health.json'), 'utf8');
  const { session_id, steps } = healthFileSchema.parse(JSON.parse(text));
  const { records } = await readSavedRecords(project.path, session_id);
  // What a session saved outlives the database: it is not said twice.
  if (records.some(record => !record.historical)) return;
  await changeHealth(needs, project, session_id, async first => {
    let kept = first;
    for (const step of steps) kept = await takeStep(needs, project, kept, step);
    return kept;
  });
}

/** Like the session would have told it, at the time it would have. */
async function takeStep(
  needs: Needs<'world'>,
  project: OpenProject,
  before: KeptHealth,
  { minutes_ago, is_compacted, ...news }: Step,
): Promise<KeptHealth> {
  const config = await configOf(project);
  const { session_id } = before;
  const now = new Date(Date.parse(needs.world.clock.nowIso()) - minutes_ago * 60_000).toISOString();
  const after = withTrail(withNews(before, { session_id, ...news }, config, now), config, now);
  if (is_compacted !== true) return after;
  const why = 'Compaction acknowledged';
  const saved = await saveSession(project.folder, after, { now, mode: config.redaction_mode, why });
  return withTrail(compacted(saved, now), config, now);
}
