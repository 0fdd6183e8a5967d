import { z } from 'zod';
import type { Input } from '../../shared/contract/contract.ts';
import { memorySchema } from '../../shared/model/memory.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import type { KnownDefinitions } from './known-definitions.ts';
import type { OpenProject } from './open-project.ts';
import { refuseMisshaped } from './refuse-problems.ts';

type Overlay = NonNullable<Input<'assembly.preview'>['overlay']>;

/** Unsaved definitions laid over the project's: ids replace, `absent` ones count as deleted (A10). */
export function layOver(known: KnownDefinitions, overlay: Overlay): KnownDefinitions {
  const { engines = [], memories = [], absent } = overlay;
  refuseMisshaped('an engine of the overlay', z.array(engineSchema), engines);
  refuseMisshaped('a memory type of the overlay', z.array(memorySchema), memories);
  return {
    ...known,
    engines: replaceById(known.engines, engines, absent?.engines ?? []),
    memories: replaceById(known.memories, memories, absent?.memories ?? []),
  };
}

/** The project that an overlay lies on. A project that is not trusted takes no part: what is given stands alone (T11). */
export function projectUnder(overlay: Overlay, project: OpenProject | undefined): OpenProject | undefined {
  const isGiven = overlay.engines !== undefined || overlay.memories !== undefined;
  return isGiven && project?.trust.isTrusted() === false ? undefined : project;
}

function replaceById<Value extends { readonly id: string }>(
  stored: readonly Value[],
  unsaved: readonly Value[],
  absent: readonly string[],
): Value[] {
  const hidden = new Set([...absent, ...unsaved.map(({ id }) => id)]);
  return [...stored.filter(({ id }) => !hidden.has(id)), ...unsaved];
}
