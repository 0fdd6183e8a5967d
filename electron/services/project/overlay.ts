import { z } from 'zod';
import type { Input } from '../../../shared/contract/contract.ts';
import { memorySchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { engineSchema } from '../../../shared/model/rule.ts';
import { idOfFile, noUnreadable } from '../../../shared/rules/evaluation/unknown-words.ts';
import type { Caller } from './call.ts';
import type { KnownDefinitions } from './known-definitions.ts';
import type { OpenProject } from './project.ts';
import { refuseMisshaped } from './refuse-problems.ts';
import { stampOrigin } from './stamp-origin.ts';

type Overlay = NonNullable<Input<'assembly.preview'>['overlay']>;

/**
 * Unsaved definitions laid over the project's: ids replace, `absent` ones count as deleted. What an agent gives is
 * believed as if it had saved it.
 */
export async function layOver(
  known: KnownDefinitions,
  overlay: Overlay,
  caller: Caller,
): Promise<KnownDefinitions> {
  const { engines = [], memories = [], absent } = overlay;
  await refuseMisshaped('an engine of the overlay', z.array(engineSchema), engines);
  await refuseMisshaped('a memory type of the overlay', z.array(memorySchema), memories);
  const hiddenEngines = hiddenIds(engines, absent?.engines);
  const hiddenMemories = hiddenIds(memories, absent?.memories);
  const { unreadable = noUnreadable } = known;
  return {
    engines: [...known.engines.filter(({ id }) => !hiddenEngines.has(id)), ...engines],
    memories: [
      ...known.memories.filter(({ id }) => !hiddenMemories.has(id)),
      ...stampEach(caller, memories, known.memories),
    ],
    unreadable: {
      engines: unreadable.engines.filter(problem => !hiddenEngines.has(idOfFile(problem))),
      memories: unreadable.memories.filter(problem => !hiddenMemories.has(idOfFile(problem))),
    },
  };
}

/** Memory types as whoever gives them may leave them, each beside the one of its id that is known. */
export function stampEach(
  caller: Caller,
  given: readonly PersistentMemory[],
  known: readonly PersistentMemory[],
): PersistentMemory[] {
  const before = new Map(known.map(memory => [memory.id, memory]));
  return given.map(memory => stampOrigin(caller, memory, before.get(memory.id)));
}

/** Ids of which the project's own state does not count. */
function hiddenIds(unsaved: readonly { readonly id: string }[], absent: readonly string[] = []): Set<string> {
  return new Set([...absent, ...unsaved.map(({ id }) => id)]);
}

/** The project that an overlay lies on. A project that is not trusted takes no part: what is given stands alone. */
export function projectUnder(overlay: Overlay, project: OpenProject | undefined): OpenProject | undefined {
  const isGiven = overlay.engines !== undefined || overlay.memories !== undefined;
  return isGiven && project?.trust.isTrusted() === false ? undefined : project;
}
