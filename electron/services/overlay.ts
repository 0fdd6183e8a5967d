import { z } from 'zod';
import type { Input } from '../../shared/contract/contract.ts';
import { memorySchema } from '../../shared/model/memory.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import type { KnownDefinitions } from './known-definitions.ts';
import { refuseMisshaped } from './refuse-problems.ts';

type Overlay = NonNullable<Input<'assembly.preview'>['overlay']>;

/** Unsaved definitions laid over the project's: ids replace, `absent` ones count as deleted (A10). */
export function layOver(known: KnownDefinitions, overlay: Overlay): KnownDefinitions {
  const { engines = [], memories = [], absent } = overlay;
  refuseMisshaped('an engine of the overlay', z.array(engineSchema), engines);
  refuseMisshaped('a memory type of the overlay', z.array(memorySchema), memories);
  return {
    engines: replaceById(known.engines, engines, absent?.engines ?? []),
    memories: replaceById(known.memories, memories, absent?.memories ?? []),
  };
}

function replaceById<Value extends { readonly id: string }>(
  stored: readonly Value[],
  unsaved: readonly Value[],
  absent: readonly string[],
): Value[] {
  const hidden = new Set([...absent, ...unsaved.map(({ id }) => id)]);
  return [...stored.filter(({ id }) => !hidden.has(id)), ...unsaved];
}
