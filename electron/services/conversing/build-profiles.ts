import { mergeEntity, mergeTopic, proposeProfiles } from '../../engine/conversation/propose-profiles.ts';
import { soilBundles } from '../../storage/profiles/bundle-table.ts';
import { putProfile } from '../../storage/profiles/profile-table.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { readAllProfiles } from './detect-in-message.ts';
import type { ImportedConversation } from './imported-conversation.ts';
import { withoutSecrets } from './load-conversation.ts';

/** Adds what a conversation speaks of to the topics and entities; what the user wrote of them stays (T1). */
export async function buildProfiles(
  { content }: OpenProject,
  call: Call,
  { id, messages }: ImportedConversation,
): Promise<void> {
  const found = proposeProfiles(
    id,
    messages.map(message => withoutSecrets(message)),
  );
  const known = await readAllProfiles(content);
  const now = call.app.options.world.clock.nowIso();
  await content.write(database => {
    for (const topic of found.topics) {
      const old = known.topics.find(({ slug }) => slug === topic.slug);
      putProfile(database, 'topic', topic.slug, old === undefined ? topic : mergeTopic(old, topic), now);
      soilBundles(database, 'topic', topic.slug);
    }
    for (const entity of found.entities) {
      const old = known.entities.find(({ id }) => id === entity.id);
      putProfile(database, 'entity', entity.id, old === undefined ? entity : mergeEntity(old, entity), now);
      soilBundles(database, 'entity', entity.id);
    }
  });
}
