import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { UnreadableFiles } from '../../../shared/rules/evaluation/unknown-words.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import type { OpenProject } from './project.ts';
import { refuseUntrusted } from './project-trust.ts';
import { trustedDefinitions } from './withheld-definitions.ts';

/** What requests are judged and assembled against. */
export interface KnownDefinitions {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly unreadable?: UnreadableFiles;
}

/** What of a project its definitions depend on. */
type DefinedProject = Pick<OpenProject, 'path' | 'trust' | 'parts'> & {
  readonly engines: Pick<OpenProject['engines'], 'list'>;
  readonly memories: Pick<OpenProject['memories'], 'list'>;
};

export const noDefinitions: KnownDefinitions = { engines: [], memories: [] };

/** The definitions of a trusted project whose files can be read and may act; the others block nothing. */
export async function knownDefinitions(project: DefinedProject): Promise<KnownDefinitions> {
  refuseUntrusted(project);
  const [engines, memories] = await Promise.all([project.engines.list(), project.memories.list()]);
  const given = readableDefinitions(project, engines, memories);
  const { trust, parts } = project;
  const kept = parts.of(acting);
  const version = trust.version();
  // All of it may act, and did when it was asked before: with thousands of definitions asking takes a while.
  if (kept.last?.given === given && kept.last.version === version) return given;
  const { withheld, ...trusted } = await trustedDefinitions(trust, given);
  if (withheld.engines.length === 0 && withheld.memories.length === 0) {
    kept.last = { given, version: trust.version() };
    return given;
  }
  return {
    ...trusted,
    unreadable: {
      engines: [...engines.problems, ...withheld.engines],
      memories: [...memories.problems, ...withheld.memories],
    },
  };
}

const acting: PartKind<{ last?: { readonly given: object; readonly version: number } }> = {
  make: () => ({}),
};

function readableDefinitions(
  { parts }: DefinedProject,
  engines: DefinitionList<ContextRuleEngine>,
  memories: DefinitionList<PersistentMemory>,
): KnownDefinitions {
  const kept = parts.of(derived);
  if (kept.last?.engines === engines && kept.last.memories === memories) return kept.last.known;
  const known = {
    engines: engines.definitions.map(({ value }) => value),
    memories: memories.definitions.map(({ value }) => value),
    unreadable: { engines: engines.problems, memories: memories.problems },
  };
  kept.last = { engines, memories, known };
  return known;
}

// A list is the same object as long as no file changed.
const derived: PartKind<{
  last?: { readonly engines: object; readonly memories: object; readonly known: KnownDefinitions };
}> = { make: () => ({}) };
