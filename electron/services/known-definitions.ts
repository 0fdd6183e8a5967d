import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { UnreadableFiles } from '../engine/rules/unknown-words.ts';
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
  const { withheld, ...trusted } = await trustedDefinitions(project.trust, {
    engines: engines.definitions.map(({ value }) => value),
    memories: memories.definitions.map(({ value }) => value),
  });
  return {
    ...trusted,
    unreadable: {
      engines: [...engines.problems, ...withheld.engines],
      memories: [...memories.problems, ...withheld.memories],
    },
  };
}
