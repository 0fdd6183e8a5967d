import { isJsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';

/** The file that a memory type was made of, so that it is known again wherever the next import begins. */
export interface ImportedFrom {
  /** From `root` on, with "/" between names. */
  readonly path: string;
  /** The folder that the path is from, relative to the project; absent where that is the project itself. */
  readonly root?: string;
  /** SHA-256 of the file's text as it was then. */
  readonly hash: string;
  /** Of the rule and the memory type as they were made; absent in those of before it was kept. */
  readonly made?: string;
}

/** A key of our own in a memory type's file. */
export const importedFromKey = 'imported_from';

/** What a memory type was made of; undefined where it came by another way, or somebody wrote something else there. */
export function importedFrom(memory: PersistentMemory): ImportedFrom | undefined {
  const value = memory[importedFromKey];
  if (!isJsonObject(value) || typeof value.path !== 'string' || typeof value.hash !== 'string')
    return undefined;
  const { path, hash, root, made } = value;
  return {
    path,
    hash,
    ...(typeof root === 'string' && { root }),
    ...(typeof made === 'string' && { made }),
  };
}

/** What tells a file from all others: repositories have files of the same path. */
export const sourceKey = ({ root = '', path }: Pick<ImportedFrom, 'path' | 'root'>): string =>
  `${root}\n${path}`;

/** The memory type without the note of where it came from: what it says. */
export function withoutOrigin({ [importedFromKey]: _, ...memory }: PersistentMemory): PersistentMemory {
  return memory;
}
