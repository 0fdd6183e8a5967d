import { AppError } from '../../../shared/contract/errors.ts';
import type { topicsContract } from '../../../shared/contract/topics.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { deleteBundle, listBundles, soilBundles } from '../../storage/profiles/bundle-table.ts';
import { putPresence } from '../../storage/profiles/presence-table.ts';
import { deleteProfile, type ProfileKind, putProfile } from '../../storage/profiles/profile-table.ts';
import { readAllProfiles } from '../conversations/detect-in-message.ts';
import { bundleId } from '../conversations/project-bundles.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { startIdleWork, stopIdleWork } from './idle-work.ts';
import { predictFor } from './prebuild.ts';
import { rebuildBundles } from './rebuild-bundles.ts';

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
    const stored = await project.content.read(listBundles, []);
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
  if (!isDeleted) throw new AppError('not_found', `there is no ${kind} "${key}"`);
  needs.publish({ event: 'project:changed', what: 'topics' });
}
