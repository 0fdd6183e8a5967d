import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { formatCanonicalJson } from '../../shared/model/canonical-json.ts';
import { type MemoryDraft, memoryDraftSchema, type PersistentMemory } from '../../shared/model/memory.ts';
import { checkMemory } from '../../shared/model/validate-memory.ts';
import { memoryKind } from '../storage/files/definition-kinds.ts';
import { filesAtOnce, inBatches } from '../storage/files/in-batches.ts';
import type { Call } from './call.ts';
import { completeMemory } from './complete-memory.ts';
import { type ImportKind, importCandidates } from './import-definitions.ts';
import { type Candidate, readDefinitionFiles } from './read-definition-files.ts';

export const memoryImport: ImportKind<PersistentMemory, MemoryDraft> = {
  noun: 'memory type',
  schema: memoryDraftSchema,
  bundle: { key: 'memories', unless: 'retrieval' },
  complete: completeMemory,
  nameOf: memory => memory.label,
  notes: () => [],
};

/** Imports memory types from JSON: judges every file, then writes all that is good in one step, or nothing. */
export async function importMemories(
  input: Input<'memories.import'>,
  call: Call,
): Promise<Output<'memories.import'>> {
  const project = await call.project();
  const found = await readDefinitionFiles(memoryImport, input, project);
  const { usable, refused } = judge(found.candidates);
  const { report, saved } = await importCandidates(memoryImport, usable, project.memories, input);
  for (const { value, change } of saved)
    if (change !== 'unchanged')
      call.app.events.publish({ event: `persistentMemory:${change}`, id: value.id });
  return { ...report, refused: [...found.refused, ...refused, ...report.refused] };
}

/** What could not run, or would run code, is refused as it is when saving (M2). */
function judge(candidates: readonly Candidate<MemoryDraft>[]): {
  usable: Candidate<MemoryDraft>[];
  refused: Output<'memories.import'>['refused'];
} {
  const judged = candidates.map(candidate => ({
    candidate,
    problems: checkMemory(completeMemory(candidate.draft, [])),
  }));
  return {
    usable: judged.flatMap(({ candidate, problems }) => (problems.length === 0 ? [candidate] : [])),
    refused: judged.flatMap(({ candidate: { file, draft }, problems }) =>
      problems.map(({ message }) => ({ file, reason: `${draft.label}: ${message}` })),
    ),
  };
}

/** The canonical JSON of one memory type, or of several as a bundle `{ memories: [...] }`. */
export async function exportMemories(
  { id, ids }: Input<'memories.export'>,
  call: Call,
): Promise<Output<'memories.export'>> {
  if ((id === undefined) === (ids === undefined))
    throw new AppError('invalid_input', 'give either the id of a memory type, or ids');
  const { memories: store } = await call.project();
  if (id !== undefined) {
    const { value } = await store.get(id);
    return { filename: `${id}.json`, text: formatCanonicalJson(value, memoryKind.order) };
  }
  const memories = await inBatches([...new Set(ids)], filesAtOnce, async one => (await store.get(one)).value);
  const order = { keys: ['memories'], inside: { memories: memoryKind.order } };
  return { filename: 'memory-types.json', text: formatCanonicalJson({ memories }, order) };
}
