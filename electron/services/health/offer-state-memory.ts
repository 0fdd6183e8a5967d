import { freshMemory } from '../../../shared/memory-starts/memory-start.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';

/** The memory type through which saved state comes back into contexts. */
const stateMemory = freshMemory('session_state', 'Saved session state', [{ type: 'session_state' }], {
  description:
    'What sessions saved to .rune/ before a compaction; what others saved is marked as historical.',
  contribution: { section: 'state', priority: 'critical', format: 'prose' },
});

/**
 * Adds the memory type `session_state` where the project has none of that name, as a file like any other, so that rules,
 * lint and studio know it. It is a convenience: a save counts without it.
 */
export async function offerStateMemory(
  project: OpenProject,
  needs: Needs<'logger' | 'publish'>,
): Promise<void> {
  try {
    const { definitions, problems } = await project.memories.list();
    const isTaken =
      definitions.some(({ value }) => value.id.toLowerCase() === stateMemory.id) ||
      problems.some(({ file }) => file.toLowerCase().endsWith(`/${stateMemory.id}.json`));
    if (isTaken) return;
    await project.memories.save(stateMemory, null);
    needs.publish({ event: 'persistentMemory:created', id: stateMemory.id });
  } catch (error) {
    needs.logger.warn('the memory session_state could not be added', { error: String(error) });
  }
}
