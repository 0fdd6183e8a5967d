import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { UnreadableFiles } from '../engine/rules/unknown-words.ts';
import type { DefinitionList } from '../storage/files/definition-store.ts';
import type { OpenProject } from './open-project.ts';
import { refuseUntrusted } from './project-trust.ts';
import { trustedDefinitions } from './withheld-definitions.ts';

/** What requests are judged and assembled against. */
export interface KnownDefinitions {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly unreadable?: UnreadableFiles;
}

export const noDefinitions: KnownDefinitions = { engines: [], memories: [] };

/** The definitions of a trusted project whose files can be read and may act; the others block nothing (F11, T11). */
export async function knownDefinitions(project: OpenProject): Promise<KnownDefinitions> {
  refuseUntrusted(project);
  const [engines, memories] = await Promise.all([project.engines.list(), project.memories.list()]);
  const given = readableDefinitions(engines, memories);
  const { withheld, ...trusted } = await trustedDefinitions(project.trust, given);
  if (withheld.engines.length === 0 && withheld.memories.length === 0) return given;
  return {
    ...trusted,
    unreadable: {
      engines: [...engines.problems, ...withheld.engines],
      memories: [...memories.problems, ...withheld.memories],
    },
  };
}

function readableDefinitions(
  engines: DefinitionList<ContextRuleEngine>,
  memories: DefinitionList<PersistentMemory>,
): KnownDefinitions {
  const before = derived.get(memories);
  if (before?.engines === engines) return before.known;
  const known = {
    engines: engines.definitions.map(({ value }) => value),
    memories: memories.definitions.map(({ value }) => value),
    unreadable: { engines: engines.problems, memories: memories.problems },
  };
  derived.set(memories, { engines, known });
  return known;
}

// A list is the same object as long as no file changed; what is derived from it goes with it.
const derived = new WeakMap<object, { readonly engines: object; readonly known: KnownDefinitions }>();
