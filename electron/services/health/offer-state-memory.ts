import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';

/** The memory type through which saved state comes back into contexts (K5). */
const stateMemory: PersistentMemory = {
  id: 'session_state',
  label: 'Saved session state',
  description:
    'What sessions saved to .rune/ before a compaction; what others saved is marked as historical.',
  version: '1.0.0',
  status: 'active',
  inputs_scope: [],
  additional_variables: [],
  retrieval: { pipeline: [{ type: 'session_state' }] },
  contribution: { section: 'state', priority: 'critical', format: 'prose' },
};

/**
 * Adds the memory type `session_state` where the project has none of that name, as a file like any other, so that rules,
 * lint and studio know it. It is a convenience: a save counts without it.
 */
export async function offerStateMemory(project: OpenProject, call: Call): Promise<void> {
  try {
    const { definitions, problems } = await project.memories.list();
    const isTaken =
      definitions.some(({ value }) => value.id.toLowerCase() === stateMemory.id) ||
      problems.some(({ file }) => file.toLowerCase().endsWith(`/${stateMemory.id}.json`));
    if (isTaken) return;
    await project.memories.save(stateMemory, null);
    call.app.events.publish({ event: 'persistentMemory:created', id: stateMemory.id });
  } catch (error) {
    call.app.options.logger.warn('the memory session_state could not be added', { error: String(error) });
  }
}
