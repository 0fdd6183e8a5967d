import { AppError } from '../../../shared/contract/errors.ts';
import type { topicsContract } from '../../../shared/contract/topics.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import type { Bundle } from '../../../shared/model/profile.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { createCancelSource } from '../../engine/cancel.ts';
import { findConversation, listConversations } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { deleteBundle, listBundles, soilBundles } from '../../storage/profiles/bundle-table.ts';
import { putPresence } from '../../storage/profiles/presence-table.ts';
import { deleteProfile, type ProfileKind, putProfile } from '../../storage/profiles/profile-table.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import { entityRecipe, taggedRecipes, topicRecipe } from '../conversations/bundle-recipes.ts';
import { holdsOther } from '../conversations/composite-bundle.ts';
import { embedPending } from '../conversations/derive-conversations.ts';
import { readAllProfiles } from '../conversations/detect-in-message.ts';
import { type BundleRecipe, bundleId, bundlePlace, fetchBundle } from '../conversations/project-bundles.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { configOf, redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import { storedArcRecipe } from './arc-recipes.ts';
import { prebuildPredicted, predictFor } from './prebuild.ts';

export const topicHandlers: Handlers<keyof typeof topicsContract> = {
  async 'topics.list'(_, call) {
    const { topics } = await readAllProfiles((await call.project()).content);
    const sorted = topics.toSorted((left, right) => right.importance - left.importance);
    return { topics: await withoutSecrets(call, sorted) };
  },

  async 'topics.save'({ topic }, call) {
    await saveProfile(call, 'topic', topic.slug, topic);
    return { topic: await withoutSecrets(call, topic) };
  },

  async 'topics.delete'({ slug }, call) {
    await removeProfile(call, 'topic', slug);
    return { deleted: slug };
  },

  async 'entities.list'(_, call) {
    const { entities } = await readAllProfiles((await call.project()).content);
    const sorted = entities.toSorted((left, right) => right.importance - left.importance);
    return { entities: await withoutSecrets(call, sorted) };
  },

  async 'entities.save'({ entity }, call) {
    await saveProfile(call, 'entity', entity.id, entity);
    return { entity: await withoutSecrets(call, entity) };
  },

  async 'entities.delete'({ id }, call) {
    await removeProfile(call, 'entity', id);
    return { deleted: id };
  },

  async 'bundles.list'(_, call) {
    const project = await call.project();
    const mode = await redactionModeOf(project);
    const stored = await withChangedMemories(project, call, await project.content.read(listBundles, []));
    const bundles = stored.map(bundle => ({ ...bundle, text: redact(bundle.text, mode).text }));
    const sum = (of: 'hits' | 'misses'): number => bundles.reduce((total, bundle) => total + bundle[of], 0);
    return { bundles, hits: sum('hits'), misses: sum('misses') };
  },

  async 'bundles.rebuild'({ ids }, call) {
    const project = await call.project();
    const rebuilt = await rebuildBundles(project, call, ids);
    if (rebuilt.length > 0) call.publish({ event: 'project:changed', what: 'topics' });
    return { rebuilt };
  },

  async 'presence.update'({ device_id, ...presence }, call) {
    const project = await call.project();
    const heartbeat_at = call.world.clock.nowIso();
    await project.content.write(database =>
      putPresence(database, { device_id, value: JSON.stringify(presence), heartbeat_at }),
    );
    // While the user is away there is time; who asks does not wait for it.
    if (presence.idle_since === undefined) stopIdleWork(project);
    else if (project.trust.isTrusted()) startIdleWork(project, call, device_id);
    return { heartbeat_at };
  },

  async 'presence.predict'({ device_id }, call) {
    const { content } = await call.project();
    const now = call.world.clock.nowIso();
    return { predictions: (await predictFor(content, now, device_id)).predictions };
  },
};

/** Field by field; redaction keeps texts texts, so the shape is the same. */
async function withoutSecrets<Shown>(needs: Needs<'project'>, shown: Shown): Promise<Shown> {
  return redactValue(shown, await redactionModeOf(await needs.project()));
}

async function saveProfile(
  needs: Needs<'world' | 'publish' | 'project'>,
  kind: ProfileKind,
  key: string,
  profile: object,
): Promise<void> {
  const { content } = await needs.project();
  await content.write(database => {
    putProfile(database, kind, key, profile, needs.world.clock.nowIso());
    soilBundles(database, kind, key);
  });
  needs.publish({ event: 'project:changed', what: 'topics' });
}

async function removeProfile(
  needs: Needs<'publish' | 'project'>,
  kind: ProfileKind,
  key: string,
): Promise<void> {
  const { content } = await needs.project();
  const isThere = await content.read(() => true, false);
  const isDeleted =
    isThere &&
    (await content.write(database => {
      soilBundles(database, kind, key);
      deleteBundle(database, bundleId(kind, key));
      return deleteProfile(database, kind, key);
    }));
  if (!isDeleted) throw await noSuch(content, kind, key);
  needs.publish({ event: 'project:changed', what: 'topics' });
}

/**
 * What memories bring is marked as dirty where it is looked at and by no write, since their files change outside of Weft
 * too. What nobody trusts is compiled by nobody.
 */
async function withChangedMemories(
  project: OpenProject,
  needs: Parameters<typeof taggedRecipes>[1],
  bundles: readonly Bundle[],
): Promise<readonly Bundle[]> {
  if (bundles.length === 0 || !project.trust.isTrusted()) return bundles;
  const recipes = await taggedRecipes(project, needs);
  const wanted = recipes.map(({ type, key, composition }) => ({ id: bundleId(type, key), composition }));
  const isOld = (bundle: Bundle): boolean =>
    wanted.some(one =>
      bundle.type === 'composite'
        ? holdsOther(bundle, one)
        : bundle.id === one.id && !isJsonEqual(bundle.composition, one.composition),
    );
  return bundles.map(bundle => (isOld(bundle) ? { ...bundle, dirty: true } : bundle));
}

/** What is done in a project for users who are away, and how it is stopped. */
const idleWork: PartKind<{ stop?: () => void }> = { make: () => ({}), close: work => work.stop?.() };

type IdleNeeds = Needs<'world' | 'logger' | 'publish' | 'compiled' | 'redact' | 'ports'>;

/**
 * Compiles what the user will likely want, then embeds conversations that nobody embedded yet, a few texts
 * at a time. One at a time; nobody waits for it, so a failure is told in the log.
 */
function startIdleWork(project: OpenProject, needs: IdleNeeds, deviceId: string): void {
  const running = project.parts.of(idleWork);
  if (running.stop !== undefined) return;
  const { cancel, trigger } = createCancelSource();
  running.stop = trigger;
  work(project, { ...needs, cancel }, deviceId)
    .catch(error => needs.logger.warn('nothing could be prepared ahead', { error: String(error) }))
    .finally(() => delete running.stop);
}

/** The user is back: what is begun is finished, nothing else is begun. */
const stopIdleWork = (project: OpenProject): void => project.parts.of(idleWork).stop?.();

async function work(
  project: OpenProject,
  needs: IdleNeeds & Needs<'cancel'>,
  deviceId: string,
): Promise<void> {
  const made = await prebuildPredicted(project, needs, deviceId);
  if (made.length > 0) needs.publish({ event: 'project:changed', what: 'topics' });
  const conversations = await project.content.read(listConversations, []);
  const isOver = (): boolean => needs.cancel.cancelled || project.isClosed();
  for (const { id } of conversations) await embedPending(project, needs, conversationCollection(id), isOver);
}

/**
 * Compiles texts anew: the given ones in any case, else those that are dirty, expired or made of something else by
 * now. What has no source any more is deleted. Returns the ids of what was made.
 */
async function rebuildBundles(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger' | 'compiled' | 'redact' | 'ports'>,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  refuseUntrusted(project);
  const { topics, entities } = await readAllProfiles(project.content);
  const bundles = await project.content.read(listBundles, []);
  const recipes = [
    ...(await taggedRecipes(project, needs)),
    ...topics.map(topicRecipe),
    ...entities.map(entityRecipe),
    ...(await arcRecipes(project, needs, bundles)),
  ];
  const known = new Map(recipes.map(recipe => [bundleId(recipe.type, recipe.key), recipe]));
  const stored = bundles.map(({ id }) => id);
  const unknown = ids?.find(id => !known.has(id));
  if (unknown !== undefined)
    throw new AppError(
      'not_found',
      withNearest(`nothing is compiled under "${unknown}"`, unknown, [...known.keys()], 'see bundles.list'),
    );
  const orphans = stored.filter(id => !known.has(id) && !id.startsWith('composite'));
  if (orphans.length > 0)
    await project.content.write(database => {
      for (const id of orphans) deleteBundle(database, id);
    });
  const wanted = (ids ?? stored).flatMap((id): BundleRecipe[] => {
    const recipe = known.get(id);
    return recipe === undefined ? [] : [recipe];
  });
  const place = await bundlePlace(project, needs);
  const made: string[] = [];
  for (const recipe of wanted) {
    const { id, isHit } = await fetchBundle(place, recipe, { isForced: ids !== undefined });
    if (!isHit) made.push(id);
  }
  return made;
}

/** Of the arcs that are stored, each like it was wanted last. */
async function arcRecipes(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  bundles: readonly Bundle[],
): Promise<BundleRecipe[]> {
  const config = await configOf(project);
  const recipes: BundleRecipe[] = [];
  for (const bundle of bundles.filter(({ type }) => type === 'conversation')) {
    const isThere = await project.content.read(
      database => findConversation(database, bundle.key) !== undefined,
      false,
    );
    const recipe = isThere ? await storedArcRecipe(project, needs, config, bundle) : undefined;
    if (recipe !== undefined) recipes.push(recipe);
  }
  return recipes;
}
