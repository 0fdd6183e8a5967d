import { AppError } from '../../shared/contract/errors.ts';
import type { topicsContract } from '../../shared/contract/topics.ts';
import { redact } from '../engine/redaction/redact.ts';
import { deleteBundle, listBundles, soilBundles } from '../storage/profiles/bundle-table.ts';
import { putPresence } from '../storage/profiles/presence-table.ts';
import { deleteProfile, type ProfileKind, putProfile } from '../storage/profiles/profile-table.ts';
import type { Call, Handlers } from './call.ts';
import { redactionModeOf } from './config.ts';
import { readAllProfiles } from './conversing/detect-in-message.ts';
import { startIdleWork, stopIdleWork } from './conversing/idle-work.ts';
import { predictFor } from './conversing/prebuild.ts';
import { bundleId } from './conversing/project-bundles.ts';
import { rebuildBundles } from './conversing/rebuild-bundles.ts';

export const topicHandlers: Handlers<keyof typeof topicsContract> = {
  async 'topics.list'(_, call) {
    const { topics } = await readAllProfiles((await call.project()).content);
    return { topics: topics.toSorted((left, right) => right.importance - left.importance) };
  },

  async 'topics.save'({ topic }, call) {
    await saveProfile(call, 'topic', topic.slug, topic);
    return { topic };
  },

  async 'topics.delete'({ slug }, call) {
    await removeProfile(call, 'topic', slug);
    return { deleted: slug };
  },

  async 'entities.list'(_, call) {
    const { entities } = await readAllProfiles((await call.project()).content);
    return { entities: entities.toSorted((left, right) => right.importance - left.importance) };
  },

  async 'entities.save'({ entity }, call) {
    await saveProfile(call, 'entity', entity.id, entity);
    return { entity };
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
    if (rebuilt.length > 0) call.app.events.publish({ event: 'project:changed', what: 'topics' });
    return { rebuilt };
  },

  async 'presence.update'({ device_id, ...presence }, call) {
    const project = await call.project();
    const heartbeat_at = call.app.options.world.clock.nowIso();
    await project.content.write(database =>
      putPresence(database, { device_id, value: JSON.stringify(presence), heartbeat_at }),
    );
    // While the user is away there is time; who asks does not wait for it.
    if (presence.idle_since === undefined) stopIdleWork(call.app);
    else if (project.trust.isTrusted()) startIdleWork(call, device_id);
    return { heartbeat_at };
  },

  async 'presence.predict'({ device_id }, call) {
    const { content } = await call.project();
    const now = call.app.options.world.clock.nowIso();
    return { predictions: (await predictFor(content, now, device_id)).predictions };
  },
};

async function saveProfile(call: Call, kind: ProfileKind, key: string, profile: object): Promise<void> {
  const { content } = await call.project();
  await content.write(database => {
    putProfile(database, kind, key, profile, call.app.options.world.clock.nowIso());
    soilBundles(database, kind, key);
  });
  call.app.events.publish({ event: 'project:changed', what: 'topics' });
}

async function removeProfile(call: Call, kind: ProfileKind, key: string): Promise<void> {
  const { content } = await call.project();
  const isThere = await content.read(() => true, false);
  const isDeleted =
    isThere &&
    (await content.write(database => {
      soilBundles(database, kind, key);
      deleteBundle(database, bundleId(kind, key));
      return deleteProfile(database, kind, key);
    }));
  if (!isDeleted) throw new AppError('not_found', `there is no ${kind} "${key}"`);
  call.app.events.publish({ event: 'project:changed', what: 'topics' });
}
