import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Entity, Topic } from '../../../shared/model/profile.ts';
import { assemble } from '../../engine/assembly/assemble.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import { compileEntity, compileTopic } from '../../engine/conversation/compile-profiles.ts';
import { otherContentVersion } from '../../storage/database/content-version.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { silent } from '../project/assembly-events.ts';
import type { Needs } from '../project/call.ts';
import { itemPolicyOf } from '../project/config.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import type { BundleRecipe } from './project-bundles.ts';

const fingerprint = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 16);

export const topicRecipe = (topic: Topic): BundleRecipe => ({
  type: 'topic',
  key: topic.slug,
  composition: [`topic:${topic.slug}@${fingerprint(topic)}`],
  priority: topic.importance,
  compile: () => compileTopic(topic),
});

export const entityRecipe = (entity: Entity): BundleRecipe => ({
  type: 'entity',
  key: entity.id,
  composition: [`entity:${entity.id}@${fingerprint(entity)}`],
  priority: entity.importance,
  compile: () => compileEntity(entity),
});

/** Memories with these tags say who the user is and what they prefer. */
const taggedLayers = [
  { type: 'identity_core', tag: 'identity' },
  { type: 'global_prefs', tag: 'preferences' },
] as const;

/** What L0 and L1 are made of: what the memories with their tag give, whatever is asked. */
export async function taggedRecipes(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'compiled' | 'redact' | 'ports'>,
): Promise<BundleRecipe[]> {
  const { memories } = await knownDefinitions(project);
  // Memories read stores: whatever is written to those makes what was compiled old.
  const version = await project.content.read(otherContentVersion, 0);
  return taggedLayers.map(({ type, tag }) => {
    const tagged = memories.filter(({ tags = [], status }) => tags.includes(tag) && status === 'active');
    return {
      type,
      key: '',
      composition:
        tagged.length === 0
          ? []
          : [...tagged.map(memory => `memory:${memory.id}@${fingerprint(memory)}`), `content@${version}`],
      priority: 1,
      compile: () => runMemories(project, needs, tagged),
    };
  });
}

async function runMemories(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'compiled' | 'redact' | 'ports'>,
  memories: readonly PersistentMemory[],
): Promise<string> {
  if (memories.length === 0) return '';
  const request = {
    scope_variables: {},
    explicit_memory: memories.map(({ id }) => id),
    rule_engine_ids: [],
  };
  const assembled = await assemble(
    { engines: [], memories, request, ...(await itemPolicyOf(project)) },
    {
      ports: needs.ports(project),
      cancel: needs.cancel,
      emit: silent,
      requestId: needs.world.mintId(),
      compiled: needs.compiled,
      redact: needs.redact,
    },
  );
  return renderContext(assembled, { format: 'markdown' }).trim();
}
