import type { memoriesContract } from '../../shared/contract/memories.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import { checkMemory } from '../../shared/model/validate-memory.ts';
import { stepSpecs } from '../../shared/pipeline/step-specs.ts';
import { requiredVariables } from '../engine/rules/required-variables.ts';
import type { SavedDefinition } from '../storage/files/definition-store.ts';
import type { Call, Handlers } from './call.ts';
import { toListing } from './definition-list.ts';
import { refuseProblems } from './refuse-problems.ts';

export const memoryHandlers: Handlers<Exclude<keyof typeof memoriesContract, 'memories.execute'>> = {
  async 'memories.list'(_, call) {
    const { memories: store } = await call.project();
    const { values: memories, hashes, problems } = toListing(await store.list());
    return { memories, hashes, problems };
  },

  async 'memories.get'({ id }, call) {
    const { memories: store } = await call.project();
    const { value: memory, hash } = await store.get(id);
    return { memory, hash };
  },

  async 'memories.save'({ memory, expected_hash }, call) {
    refuseProblems('the memory type', checkMemory(memory));
    const { memories: store } = await call.project();
    return reportSaved(call, await store.save(memory, expected_hash));
  },

  async 'memories.delete'({ id, expected_hash }, call) {
    const { memories: store } = await call.project();
    await store.remove(id, expected_hash);
    call.app.events.publish({ event: 'persistentMemory:deleted', id });
    return { deleted: id };
  },

  'memories.validate'({ memory }) {
    const problems = checkMemory(memory);
    return { valid: problems.length === 0, problems };
  },

  'memories.stepSpecs': () => ({ steps: stepSpecs }),

  async 'memories.requiredVariables'({ memory_ids }, call) {
    const { memories: store } = await call.project();
    const chosen = await Promise.all([...new Set(memory_ids)].map(id => store.get(id)));
    return requiredVariables(chosen.map(({ value }) => value));
  },
};

function reportSaved(
  call: Call,
  { value: memory, hash, change }: SavedDefinition<PersistentMemory>,
): { memory: PersistentMemory; hash: string } {
  if (change !== 'unchanged') call.app.events.publish({ event: `persistentMemory:${change}`, id: memory.id });
  return { memory, hash };
}
