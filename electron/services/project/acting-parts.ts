import { AppError } from '../../../shared/contract/errors.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { listSyncs, type StoredSync } from '../../storage/documents/sync-table.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import type { OpenProject } from './project.ts';
import type { ProjectTrust } from './project-trust.ts';
import { engineActs, memoryAct, syncAct } from './trust-acts.ts';

/** All of a project that can act: what trust is given for. */
export interface ActingParts {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly config: LoadedConfig;
  /** Folders of the project that are read again whenever they change. */
  readonly syncs: readonly StoredSync[];
  readonly problems: readonly FileProblem[];
}

/**
 * Reads it. Samples are only requests, layouts only places, drafts are shown as unsaved work, and documents, ledger and
 * conversations are content that a memory has to ask for: nothing of them acts by itself.
 */
export async function readActing(
  project: Pick<OpenProject, 'path' | 'trust' | 'parts' | 'engines' | 'memories' | 'content'>,
): Promise<ActingParts> {
  const [engines, memories] = [await project.engines.look(), await project.memories.look()];
  return {
    engines: engines.definitions.map(({ value }) => value),
    memories: memories.definitions.map(({ value }) => value),
    config: await loadConfig(project),
    syncs: await project.content.read(listSyncs, []).catch(noneOfDamaged),
    problems: [...engines.problems, ...memories.problems],
  };
}

/** A database that cannot be read follows nothing, and is told as what it is elsewhere. */
function noneOfDamaged(error: unknown): StoredSync[] {
  if (error instanceof AppError && error.code === 'storage_failed') return [];
  throw error;
}

/** Hashes of everything but the configuration. */
export const actsOf = ({ engines, memories, syncs }: ActingParts): string[] => [
  ...engines.flatMap(engineActs),
  ...memories.map(memoryAct),
  ...syncs.map(syncAct),
];

/** Trusts everything as it is now. */
export function grantAll(trust: ProjectTrust, parts: ActingParts): Promise<void> {
  const { given, isBroken } = parts.config;
  return trust.grant({ acts: actsOf(parts), config: isBroken ? (trust.seenConfig() ?? {}) : given });
}
