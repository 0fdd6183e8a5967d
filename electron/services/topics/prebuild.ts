import type { Prediction } from '../../../shared/model/profile.ts';
import { leastPrebuilt, predictNext } from '../../engine/conversation/predict-next.ts';
import { findConversation } from '../../storage/conversations/conversation-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { parseStored } from '../../storage/database/row-hash.ts';
import { readPresence } from '../../storage/profiles/presence-table.ts';
import { entityRecipe, taggedRecipes, topicRecipe } from '../conversations/bundle-recipes.ts';
import { compositionOf, keepComposite } from '../conversations/composite-bundle.ts';
import { type Profiles, readAllProfiles } from '../conversations/detect-in-message.ts';
import {
  type BundlePlace,
  type BundleRecipe,
  bundleId,
  bundlePlace,
  type FetchedBundle,
  fetchBundle,
  findStored,
  isValid,
} from '../conversations/project-bundles.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { storedArcRecipe, usualArcRecipe } from './arc-recipes.ts';

/** What a device said of its user last, as it is kept. */
interface StoredPresence {
  readonly active_conversation_id?: string;
  readonly visible_conversation_ids?: readonly string[];
  readonly local_time?: string;
  readonly idle_since?: string;
}

/** What the user of a device is likely to turn to next; nothing where no device was heard of. */
export async function predictFor(
  content: ContentDatabase,
  nowIso: string,
  deviceId: string | undefined,
): Promise<{ predictions: Prediction[]; profiles: Profiles }> {
  const profiles = await readAllProfiles(content);
  const row = await content.read(database => readPresence(database, deviceId), undefined);
  if (row === undefined) return { predictions: [], profiles };
  // Written by `presence.update`.
  const presence = parseStored<StoredPresence>(row.value);
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
 * Compiles what the user is likely to turn to, and joins it in one text for the likeliest conversation.
 * Returns the ids of what was not ready before.
 */
export async function prebuildPredicted(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger' | 'compiled' | 'redact' | 'ports'>,
  deviceId: string,
): Promise<string[]> {
  const { clock } = needs.world;
  const place = await bundlePlace(project, needs);
  const { predictions, profiles } = await predictFor(project.content, clock.nowIso(), deviceId);
  const likely = predictions.filter(({ likelihood }) => likelihood >= leastPrebuilt);
  const [next] = likely.filter(({ kind }) => kind === 'conversation');
  const arc = next === undefined ? undefined : await arcOf(project, needs, place, next.key);
  const recipes = [
    ...(await taggedRecipes(project, needs)).filter(({ composition }) => composition.length > 0),
    ...profileRecipes(likely, profiles, next?.key),
    ...(arc === undefined ? [] : [arc]),
  ];
  const parts: FetchedBundle[] = [];
  for (const recipe of recipes) {
    if (needs.cancel.cancelled) break;
    parts.push(await fetchBundle(place, recipe));
  }
  const made = parts.filter(({ isHit }) => !isHit).map(({ id }) => id);
  if (next === undefined || parts.length === 0 || (await isJoined(place, next.key, parts))) return made;
  await keepComposite(place, next.key, parts);
  return [...made, bundleId('composite', next.key)];
}

const mostJoined = 5;

/** Topics that are likely or belong to the next conversation, and likely entities. */
function profileRecipes(
  likely: readonly Prediction[],
  { topics, entities }: Profiles,
  conversationId: string | undefined,
): BundleRecipe[] {
  const isLikely = (of: Prediction['kind'], name: string): boolean =>
    likely.some(({ kind, key }) => kind === of && key === name);
  const wanted = topics.filter(
    ({ slug, conversations }) =>
      isLikely('topic', slug) ||
      conversations.some(({ conversation_id }) => conversation_id === conversationId),
  );
  return [
    ...wanted.slice(0, mostJoined).map(topicRecipe),
    ...entities.filter(({ id }) => isLikely('entity', id)).map(entityRecipe),
  ];
}

/** The arc like the one that was wanted last, else the one that the configuration will ask for. */
async function arcOf(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  place: BundlePlace,
  id: string,
): Promise<BundleRecipe | undefined> {
  const isThere = await project.content.read(database => findConversation(database, id), undefined);
  if (isThere === undefined) return undefined;
  const stored = await findStored(place, bundleId('conversation', id));
  return stored === undefined
    ? usualArcRecipe(project, needs, await configOf(project), id)
    : storedArcRecipe(project, needs, await configOf(project), stored);
}

async function isJoined(place: BundlePlace, key: string, parts: readonly FetchedBundle[]): Promise<boolean> {
  const stored = await findStored(place, bundleId('composite', key));
  if (stored === undefined || !isValid(stored, place.world.clock.nowIso())) return false;
  return stored.composition.join('\n') === compositionOf(parts).join('\n');
}
