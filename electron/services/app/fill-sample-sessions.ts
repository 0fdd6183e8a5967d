import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { chars4 } from '../../../shared/model/chars4.ts';
import { flightEventSchema, flightGivenSchema, flightUsageSchema } from '../../../shared/model/flight.ts';
import { sessionNotesSchema, toolCallCountsSchema } from '../../../shared/model/health.ts';
import { entitySchema, topicSchema } from '../../../shared/model/profile.ts';
import { putFlight, type StoredFlight } from '../../storage/flights/flight-table.ts';
import { putProfile } from '../../storage/profiles/profile-table.ts';
import { readConversationFile } from '../conversations/read-conversation-file.ts';
import { storeConversation } from '../conversations/store-conversation.ts';
import { followFlight } from '../flights/follow-flight.ts';
import { compacted, withNews, withTrail } from '../health/follow-session.ts';
import { changeHealth, type KeptHealth } from '../health/kept-health.ts';
import { saveSession } from '../health/save-session.ts';
import { readSavedRecords } from '../health/saved-records.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

const profilesSchema = z.strictObject({ topics: z.array(topicSchema), entities: z.array(entitySchema) });

/** Imports the sample's conversation like anybody's, with the topics and entities that are known of it. */
export async function fillSampleConversation(
  needs: Needs<'caller' | 'cancel' | 'world'>,
  project: OpenProject,
  filesDir: string,
): Promise<void> {
  const text = await readFile(join(filesDir, 'conversation.json'), 'utf8');
  const { conversations } = readConversationFile({ path: 'conversation.json', text }, undefined);
  // Found by words: a first look at Weft does not wait for embeddings.
  const options = { embedder: null, waits: false };
  for (const conversation of conversations) await storeConversation(project, needs, conversation, options);
  const profiles = profilesSchema.parse(JSON.parse(await readFile(join(filesDir, 'profiles.json'), 'utf8')));
  const now = needs.world.clock.nowIso();
  await project.content.write(database => {
    for (const topic of profiles.topics) putProfile(database, 'topic', topic.slug, topic, now);
    for (const entity of profiles.entities) putProfile(database, 'entity', entity.id, entity, now);
  });
}

const healthStepSchema = sessionNotesSchema.extend({
  minutes_ago: z.number(),
  tool_calls: toolCallCountsSchema,
  message_tokens: z.int(),
  /** Whether the state was saved and the context compacted after it. */
  is_compacted: z.boolean().optional(),
});
const healthFileSchema = z.strictObject({ session_id: z.string(), steps: z.array(healthStepSchema) });
type HealthStep = z.infer<typeof healthStepSchema>;

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
    for (const step of steps) kept = await takeHealthStep(needs, project, kept, step);
    return kept;
  });
}

/** Like the session would have told it, at the time it would have. */
async function takeHealthStep(
  needs: Needs<'world'>,
  project: OpenProject,
  before: KeptHealth,
  { minutes_ago, is_compacted, ...news }: HealthStep,
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

const flightStepSchema = z.strictObject({
  minutes_ago: z.number(),
  told: flightEventSchema.omit({ session_id: true, agent: true }),
  /** What the transcript had by then. */
  answers: z.array(flightUsageSchema).optional(),
  given: flightGivenSchema.omit({ tokens: true }).optional(),
  saved: z.array(z.string()).optional(),
});
const flightFileSchema = z.strictObject({
  session_id: z.string(),
  agent: z.string(),
  model: z.string(),
  steps: z.array(flightStepSchema),
});

/** A session of a coding agent in the sample project, as its hooks would have told it; its times count from now. */
export async function fillSampleFlight(project: OpenProject, filesDir: string, now: string): Promise<void> {
  const text = await readFile(join(filesDir, 'flight.json'), 'utf8');
  const { session_id, agent, model, steps } = flightFileSchema.parse(JSON.parse(text));
  await project.content.write(database => {
    let flight: StoredFlight | undefined;
    for (const [index, { minutes_ago, told, answers = [], given, saved }] of steps.entries()) {
      const at = new Date(Date.parse(now) - minutes_ago * 60_000).toISOString();
      const read = answers.map((usage, part) => ({ answer_id: `${index}-${part}`, usage, model, at }));
      const deed = {
        ...(given !== undefined && { given: { ...given, tokens: chars4(given.text) } }),
        ...(saved !== undefined && { saved }),
      };
      const next = followFlight(
        flight,
        { session_id, agent, ...told },
        { now: at, answers: { to: 0, answers: read }, deed, scopes: told.files ?? [] },
      );
      flight = next.flight;
      putFlight(database, flight, next.entries);
    }
  });
}
