import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { memoriesContract } from '../../../shared/contract/memories.ts';
import { withoutUndefined } from '../../../shared/model/entries.ts';
import { memoryDraftSchema, memorySchema, type PersistentMemory } from '../../../shared/model/memory.ts';
import { checkMemory, checkPartOfMemory } from '../../../shared/model/validate-memory.ts';
import { describedSteps } from '../../../shared/pipeline/described-steps.ts';
import { memoryImpact } from '../../../shared/renaming/memory-impact.ts';
import { requiredVariables } from '../../../shared/rules/evaluation/required-variables.ts';
import { executeMemory } from '../../engine/assembly/execute-memory.ts';
import { filesAtOnce, inBatches } from '../../storage/files/in-batches.ts';
import type { SavedDefinition } from '../../storage/files/plan-save.ts';
import { memoriesFor, memoryFor } from '../project/agent-view.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { giverOf } from '../project/caller-request.ts';
import { redactionModeOf } from '../project/config.ts';
import { toListing } from '../project/definition-list.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshaped, refuseNewId, refuseProblems } from '../project/refuse-problems.ts';
import { stampOrigin } from '../project/stamp-origin.ts';
import { allowsMemory, sinceTrust } from '../project/withheld-definitions.ts';
import { mintFrom } from '../rules/complete-engine.ts';
import { readAll, renameMemoryEverywhere } from '../rules/renaming.ts';
import { completeMemory } from './complete-memory.ts';
import { exportMemories, importMemories } from './memory-files.ts';

export const memoryHandlers: Handlers<keyof typeof memoriesContract> = {
  async 'memories.list'(_, call) {
    const project = await call.project();
    const { values: memories, hashes, problems } = toListing(await memoriesFor(call, project));
    return { memories, hashes, problems };
  },

  async 'memories.get'({ id }, call) {
    const project = await call.project();
    const { value, hash } = await project.memories.get(id);
    return { memory: memoryFor(call, project, value), hash };
  },

  async 'memories.create'({ memory: draft }, call) {
    refuseProblems('the memory type', checkPartOfMemory(draft, memoryDraftSchema));
    const { memories: store } = await call.project();
    const saved = await store.change(async ({ takenIds }) => {
      const memory = stampOrigin(call.caller, completeMemory(draft, await takenIds()));
      refuseProblems('the memory type', checkMemory(memory));
      return { value: memory, expected: null };
    });
    return reportSaved(call, saved);
  },

  async 'memories.update'({ id, changes, expected_hash }, call) {
    refuseProblems('the change', checkPartOfMemory(changes, memoryDraftSchema.partial()));
    refuseNewId(id, changes.id, 'rename it');
    const { memories: store } = await call.project();
    const saved = await store.change(async ({ get }) => {
      const { value: current, hash } = await get(id);
      // A key without a value means "leave it", so what is merged has the types of a memory.
      const memory = stampOrigin(call.caller, { ...current, ...withoutUndefined(changes) }, current);
      refuseProblems('the memory type', checkMemory(memory));
      return { value: memory, expected: expected_hash ?? hash };
    });
    return reportSaved(call, saved);
  },

  async 'memories.duplicate'({ id, to, label }, call) {
    const { memories: store } = await call.project();
    const saved = await store.change(async ({ get, takenIds }) => {
      const { value } = await get(id);
      const newId = to ?? mintFrom(`${id}-copy`, 'memory', await takenIds());
      const copy = { ...value, id: newId, label: label ?? `${value.label} copy`.slice(0, 300) };
      return { value: copy, expected: null, copyOf: value };
    });
    return reportSaved(call, saved);
  },

  'memories.import': importMemories,
  'memories.export': exportMemories,

  async 'memories.save'({ memory, expected_hash }, call) {
    refuseProblems('the memory type', checkMemory(memory));
    const { memories: store } = await call.project();
    if (call.caller.door !== 'mcp') return reportSaved(call, await store.save(memory, expected_hash));
    const saved = await store.change(async ({ get }) => {
      // What is not there, or cannot be read, is told by what is expected of it.
      const before = await get(memory.id).then(
        ({ value }) => value,
        () => undefined,
      );
      return { value: stampOrigin(call.caller, memory, before), expected: expected_hash };
    });
    return reportSaved(call, saved);
  },

  async 'memories.delete'({ id, expected_hash }, call) {
    const { memories: store } = await call.project();
    await store.remove(id, expected_hash);
    call.publish({ event: 'persistentMemory:deleted', id });
    return { deleted: id };
  },

  'memories.validate'({ memory }) {
    const problems = checkMemory(memory);
    return { valid: problems.length === 0, problems };
  },

  'memories.execute': executeGiven,

  'memories.stepSpecs': () => ({ steps: describedSteps() }),

  async 'memories.requiredVariables'({ memory_ids }, call) {
    const { memories: store } = await call.project();
    const chosen = await inBatches([...new Set(memory_ids)], filesAtOnce, id => store.get(id));
    return requiredVariables(chosen.map(({ value }) => value));
  },

  async 'memories.impact'({ id }, call) {
    const { definitions } = await readAll(await call.project());
    return memoryImpact(id, definitions, call.regexes);
  },

  'memories.rename': renameMemoryEverywhere,
};

/** Runs a stored memory type, or one that is still being written; of that only what cannot run is refused. */
async function executeGiven(
  { id, memory: given, request }: Input<'memories.execute'>,
  needs: Needs<'caller' | 'cancel' | 'publish' | 'ports' | 'project'>,
): Promise<Output<'memories.execute'>> {
  const project = await needs.project();
  if (id === undefined && given === undefined)
    throw new AppError('invalid_input', 'give the id of a memory type, or the memory type itself');
  if (given !== undefined) {
    refuseProblems(
      'the memory type',
      checkMemory(given).filter(({ code }) => code === 'code_refused'),
    );
    await refuseMisshaped('the memory type', memorySchema, given);
  }
  const memory = given ?? (await allowedMemory(project, id ?? ''));
  const executed = await executeMemory(
    {
      memory,
      request,
      giver: giverOf(needs.caller),
      redaction: await redactionModeOf(project),
    },
    { ports: needs.ports(project), cancel: needs.cancel },
  );
  if (given === undefined)
    needs.publish({
      event: 'persistentMemory:pipeline-executed',
      id: memory.id,
      memory_call: executed.call,
    });
  return executed;
}

/** One that the user has not seen as it is would bring its texts to whoever asked. */
async function allowedMemory(project: OpenProject, id: string): Promise<PersistentMemory> {
  const { value } = await project.memories.get(id);
  const { trust } = project;
  if (
    !trust.isTrusted() ||
    allowsMemory(trust, value) ||
    ((await trust.reread()) && allowsMemory(trust, value))
  )
    return value;
  throw new AppError('untrusted_project', `the memory "${id}" ${sinceTrust}`, { id });
}

function reportSaved(
  needs: Needs<'publish'>,
  { value: memory, hash, change }: SavedDefinition<PersistentMemory>,
): { memory: PersistentMemory; hash: string } {
  if (change !== 'unchanged') needs.publish({ event: `persistentMemory:${change}`, id: memory.id });
  return { memory, hash };
}
