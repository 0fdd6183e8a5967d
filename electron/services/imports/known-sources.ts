import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { isSourceThere } from './find-gone.ts';
import type { ImportCandidate } from './import-reader.ts';
import { importedFrom, sourceKey } from './imported-from.ts';

/**
 * Ids of the memory types that were imported, by the `sourceKey` of their file. A repository that stands elsewhere by now,
 * or in another clone of the project, is known again: where it was, none of its files is any more.
 */
export async function findKnownSources(
  candidates: readonly ImportCandidate[],
  memories: readonly PersistentMemory[],
  projectPath: string,
): Promise<ReadonlyMap<string, string>> {
  const imported = memories.flatMap(memory => {
    const from = importedFrom(memory);
    return from === undefined ? [] : [{ id: memory.id, from }];
  });
  const ids = new Map(imported.map(({ id, from }) => [sourceKey(from), id]));
  const elsewhere = Map.groupBy(
    imported.filter(({ from }) => from.root !== undefined),
    ({ from }) => from.path,
  );
  for (const { content } of candidates) {
    const from = content.kind === 'rule' ? importedFrom(content.memory) : undefined;
    if (from?.root === undefined || ids.has(sourceKey(from))) continue;
    const others = elsewhere.get(from.path) ?? [];
    for (const [at, other] of others.entries()) {
      if (await isSourceThere(projectPath, other.from)) continue;
      ids.set(sourceKey(from), other.id);
      others.splice(at, 1);
      break;
    }
  }
  return ids;
}
