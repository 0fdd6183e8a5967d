import { resolve } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { type MemoryDraft, memoryDraftSchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { memoryKind } from '../../storage/files/definition-kinds.ts';
import { filesAtOnce, inBatches } from '../../storage/files/in-batches.ts';
import { isInside } from '../../storage/files/path-inside.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { asImported } from '../project/stamp-origin.ts';
import { type DefinitionImport, importCandidates } from '../rules/import-definitions.ts';
import { type Candidate, readDefinitionFiles } from '../rules/read-definition-files.ts';
import { completeMemory } from './complete-memory.ts';

export const memoryImport: DefinitionImport<PersistentMemory, MemoryDraft> = {
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
  needs: Needs<'caller' | 'publish' | 'project'>,
): Promise<Output<'memories.import'>> {
  const project = await needs.project();
  const found = await readDefinitionFiles(memoryImport, input, project, needs.caller);
  const isOwn = input.folder !== undefined && isInside(project.path, resolve(project.path, input.folder));
  // Files of the project's own folder are the project's; whatever else is given came from elsewhere.
  const candidates = isOwn
    ? found.candidates
    : found.candidates.map(({ file, draft }) => ({ file, draft: asImported(draft) }));
  const { usable, refused } = judge(candidates);
  const { report, saved } = await importCandidates(memoryImport, usable, project.memories, input);
  for (const { value, change } of saved)
    if (change !== 'unchanged') needs.publish({ event: `persistentMemory:${change}`, id: value.id });
  return { ...report, refused: [...found.refused, ...refused, ...report.refused] };
}

/** What could not run, or would run code, is refused as it is when saving. */
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

/** The canonical JSON of one memory type, or of several as a bundle `{ memories: [...] }`, redacted like all that leaves. */
export async function exportMemories(
  { id, ids }: Input<'memories.export'>,
  needs: Needs<'project'>,
): Promise<Output<'memories.export'>> {
  if ((id === undefined) === (ids === undefined))
    throw new AppError('invalid_input', 'give either the id of a memory type, or ids');
  const project = await needs.project();
  const mode = await redactionModeOf(project);
  const read = async (one: string) => ({
    ...redactValue((await project.memories.get(one)).value, mode),
    id: one,
  });
  if (id !== undefined)
    return { filename: `${id}.json`, text: formatCanonicalJson(await read(id), memoryKind.order) };
  const memories = await inBatches([...new Set(ids)], filesAtOnce, read);
  const order = { keys: ['memories'], inside: { memories: memoryKind.order } };
  return { filename: 'memory-types.json', text: formatCanonicalJson({ memories }, order) };
}
