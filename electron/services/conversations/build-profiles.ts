import type { Message } from '../../../shared/model/message.ts';
import type { Entity, Topic } from '../../../shared/model/profile.ts';
import { inStretches } from '../../../shared/stretches.ts';
import {
  mergeEntity,
  mergeTopic,
  proposeProfiles,
  slugAmong,
} from '../../engine/conversation/propose-profiles.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { createPause, othersTurn } from '../../storage/pause.ts';
import { soilBundles } from '../../storage/profiles/bundle-table.ts';
import { endWaiting, putProfile, readProfiles } from '../../storage/profiles/profile-table.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { withoutSecrets } from './load-conversation.ts';
import { readConversation } from './read-conversation.ts';

/** A conversation with what was said in it. */
export interface Talk {
  readonly id: string;
  /** As it was read; undefined for one that is gone. */
  readonly version: number | undefined;
  readonly messages: readonly Message[];
}

export async function readTalk(content: ContentDatabase, id: string): Promise<Talk> {
  const read = await readConversation(content, id);
  return { id, version: read?.version, messages: (read?.stored ?? []).map(({ message }) => message) };
}

/**
 * Adds what conversations speak of to the topics and entities; what the user wrote of them stays. They no longer
 * wait for it then, in the same transaction, but for those to which something was added meanwhile.
 */
export async function buildProfiles(
  { content }: OpenProject,
  needs: Needs<'world'>,
  talks: readonly Talk[],
): Promise<void> {
  const found = { topics: new Map<string, Topic>(), entities: new Map<string, Entity>() };
  const pause = createPause();
  for (const { id, messages } of talks) {
    const clean: Message[] = [];
    for (const message of messages) {
      clean.push(withoutSecrets(message));
      await pause();
    }
    const said = await inStretches(proposeProfiles(id, clean), pause);
    for (const topic of said.topics)
      join(found.topics, slugAmong(topic, found.topics.values()), topic, mergeTopic);
    for (const entity of said.entities) join(found.entities, entity.id, entity, mergeEntity);
    // Others have their turn between two of them.
    await othersTurn();
  }
  const now = needs.world.clock.nowIso();
  await content.write(database => {
    // What is stored was checked when it was saved.
    const topics = new Map(readProfiles<Topic>(database, 'topic').map(one => [one.slug, one]));
    const entities = new Map(readProfiles<Entity>(database, 'entity').map(one => [one.id, one]));
    for (const topic of found.topics.values()) {
      const slug = slugAmong(topic, topics.values());
      putProfile(database, 'topic', slug, join(topics, slug, topic, mergeTopic), now);
      soilBundles(database, 'topic', slug);
    }
    for (const [id, entity] of found.entities) {
      putProfile(database, 'entity', id, join(entities, id, entity, mergeEntity), now);
      soilBundles(database, 'entity', id);
    }
    for (const { id, version } of talks)
      if (version === undefined || version === contentVersion(database, `conversations/${id}`))
        endWaiting(database, id);
  });
}

function join<Profile>(
  known: Map<string, Profile>,
  key: string,
  found: Profile,
  merge: (old: Profile, found: Profile) => Profile,
): Profile {
  const old = known.get(key);
  const joined = old === undefined ? found : merge(old, found);
  known.set(key, joined);
  return joined;
}
