import type { ContextItem } from '../../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { itemsOfMemory } from '../../engine/assembly/execute-memory.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

/** Says what a memory brings for a request, in tokens, of as many items as it may bring at most. */
export async function createMemoryTokens(
  needs: Needs<'cancel' | 'ports'>,
  project: OpenProject | undefined,
): Promise<(memory: PersistentMemory, request: ContextRequest) => Promise<number>> {
  const itemsOf = await createMemoryItems(needs, project);
  return async (memory, request) => {
    const items = (await itemsOf(memory, request)).slice(0, memory.contribution.max_items);
    return items.reduce((sum, { tokens }) => sum + tokens, 0);
  };
}

/** All items that a memory has for a request, however many of them it may bring. */
export async function createMemoryItems(
  needs: Needs<'cancel' | 'ports'>,
  project: OpenProject | undefined,
): Promise<(memory: PersistentMemory, request: ContextRequest) => Promise<ContextItem[]>> {
  const ports = needs.ports(project);
  const redaction = await redactionModeOf(project);
  return (memory, request) => itemsOfMemory({ memory, request, redaction }, { ports, cancel: needs.cancel });
}
