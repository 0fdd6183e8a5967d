import { AppError } from '../../../shared/contract/errors.ts';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';
import { engineKind, memoryKind } from '../../storage/files/definition-kinds.ts';
import type { Needs } from './call.ts';
import type { OpenProject } from './project.ts';
import { allowsEngine, allowsMemory, sinceTrust } from './withheld-definitions.ts';

/**
 * Definitions as the caller may read them. What waits for the user's look is named to an agent and not shown: its words
 * would be instructions.
 */
export async function enginesFor(
  needs: Needs<'caller'>,
  project: OpenProject,
): Promise<DefinitionList<ContextRuleEngine>> {
  const list = await project.engines.list();
  return shown(needs, project, list, engineKind.folder, engine => allowsEngine(project.trust, engine));
}

export async function memoriesFor(
  needs: Needs<'caller'>,
  project: OpenProject,
): Promise<DefinitionList<PersistentMemory>> {
  const list = await project.memories.list();
  return shown(needs, project, list, memoryKind.folder, memory => allowsMemory(project.trust, memory));
}

/** The engine for a caller who may read it, `untrusted_project` for an agent who may not yet. */
export function engineFor(
  needs: Needs<'caller'>,
  { trust }: OpenProject,
  engine: ContextRuleEngine,
): ContextRuleEngine {
  if (needs.caller.door !== 'mcp' || allowsEngine(trust, engine)) return engine;
  throw new AppError('untrusted_project', `something of the engine "${engine.id}" ${sinceTrust}`, {
    id: engine.id,
  });
}

export function memoryFor(
  needs: Needs<'caller'>,
  { trust }: OpenProject,
  memory: PersistentMemory,
): PersistentMemory {
  if (needs.caller.door !== 'mcp' || allowsMemory(trust, memory)) return memory;
  throw new AppError('untrusted_project', `the memory "${memory.id}" ${sinceTrust}`, { id: memory.id });
}

async function shown<Value extends { readonly id: string }>(
  { caller }: Needs<'caller'>,
  { trust }: OpenProject,
  list: DefinitionList<Value>,
  folder: string,
  isAllowed: (value: Value) => boolean,
): Promise<DefinitionList<Value>> {
  if (caller.door !== 'mcp') return list;
  if (!list.definitions.every(({ value }) => isAllowed(value))) await trust.reread();
  const withheld = list.definitions.filter(({ value }) => !isAllowed(value));
  return {
    definitions: list.definitions.filter(definition => !withheld.includes(definition)),
    problems: [
      ...list.problems,
      ...withheld.map(({ value }) => ({
        file: definitionFile(folder, value.id),
        reason: `something of it ${sinceTrust}`,
      })),
    ],
  };
}
