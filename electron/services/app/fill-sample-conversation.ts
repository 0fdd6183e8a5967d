import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { entitySchema, topicSchema } from '../../../shared/model/profile.ts';
import { putProfile } from '../../storage/profiles/profile-table.ts';
import { readConversationFile } from '../conversations/read-conversation-file.ts';
import { storeConversation } from '../conversations/store-conversation.ts';
import type { Needs } from '../project/call.ts';
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
