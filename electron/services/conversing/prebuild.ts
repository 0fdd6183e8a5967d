import type { Prediction } from '../../../shared/model/profile.ts';
import { leastPrebuilt, predictNext } from '../../engine/conversation/predict-next.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { readPresence } from '../../storage/profiles/presence-table.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { entityRecipe, taggedRecipes, topicRecipe } from './bundle-recipes.ts';
import { type Profiles, readAllProfiles } from './detect-in-message.ts';
import { type BundleRecipe, type FetchedBundle, fetchBundle } from './project-bundles.ts';

/** What a device said of its user last, as it is kept. */
export interface StoredPresence {
  readonly active_conversation_id?: string;
  readonly visible_conversation_ids?: readonly string[];
  readonly local_time?: string;
  readonly idle_since?: string;
}

/** What the user of a device is likely to turn to next; nothing where no device was heard of (T5). */
export async function predictFor(
  content: ContentDatabase,
  nowIso: string,
  deviceId: string | undefined,
): Promise<{ predictions: Prediction[]; profiles: Profiles }> {
  const profiles = await readAllProfiles(content);
  const row = await content.read(database => readPresence(database, deviceId), undefined);
  if (row === undefined) return { predictions: [], profiles };
  // Written by `presence.update`.
  const presence = JSON.parse(row.value) as StoredPresence;
  const predictions = predictNext(
    {
      activeConversationId: presence.active_conversation_id,
      visibleConversationIds: presence.visible_conversation_ids ?? [],
      localHour: Number((presence.local_time ?? nowIso).slice(11, 13)),
      now: nowIso,
    },
    profiles.topics,
    profiles.entities,
  );
  return { predictions, profiles };
}

/**
 * Compiles what the user is likely to turn to, and joins it in one text for the likeliest conversation (T3, T5).
 * Returns the ids of what was not ready before.
 */
export async function prebuildPredicted(
  project: OpenProject,
  call: Call,
  deviceId: string,
): Promise<string[]> {
  const { clock } = call.app.options.world;
  const { predictions, profiles } = await predictFor(project.content, clock.nowIso(), deviceId);
  const likely = predictions.filter(({ likelihood }) => likelihood >= leastPrebuilt);
  const [active] = likely.filter(({ kind }) => kind === 'conversation');
  const linked = profiles.topics.filter(({ conversations }) =>
    conversations.some(({ conversation_id }) => conversation_id === active?.key),
  );
  const topics = profiles.topics.filter(
    topic => linked.includes(topic) || likely.some(({ kind, key }) => kind === 'topic' && key === topic.slug),
  );
  const entities = profiles.entities.filter(({ id }) =>
    likely.some(({ kind, key }) => kind === 'entity' && key === id),
  );
  const tagged = (await taggedRecipes(project, call)).filter(({ composition }) => composition.length > 0);
  const recipes = [...tagged, ...topics.slice(0, mostJoined).map(topicRecipe), ...entities.map(entityRecipe)];
  const parts: FetchedBundle[] = [];
  for (const recipe of recipes) {
    if (call.cancel.cancelled) break;
    parts.push(await fetchBundle(call.app, project.content, recipe, { isUsed: false }));
  }
  if (active !== undefined && parts.length > 0) {
    const joined = await fetchBundle(call.app, project.content, compositeRecipe(active.key, recipes, parts), {
      isUsed: false,
    });
    parts.push(joined);
  }
  return parts.filter(({ isHit }) => !isHit).map(({ id }) => id);
}

const mostJoined = 5;

/** All that a likely interaction would need, in one text (T3 `composite`). */
const compositeRecipe = (
  key: string,
  recipes: readonly BundleRecipe[],
  parts: readonly FetchedBundle[],
): BundleRecipe => ({
  type: 'composite',
  key,
  composition: recipes.flatMap(({ composition }) => composition),
  priority: 0.5,
  compile: () =>
    parts
      .map(({ text }) => text)
      .filter(text => text !== '')
      .join('\n\n'),
});
