import type { ContextContract } from '../../../shared/model/context-contract.ts';
import type { ContextTest } from '../../../shared/model/context-test.ts';
import type { Layout } from '../../../shared/model/layout.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { DefinitionStore } from '../../storage/files/definition-store.ts';
import type { ProjectFolder } from '../../storage/files/project-folder.ts';
import type { KeptParts } from '../../storage/kept-parts.ts';
import type { ProjectTrust } from './project-trust.ts';

/** The files of a project. */
interface ProjectStores {
  /** Absolute and free of links. */
  readonly path: string;
  /** The same, and the right to change files in it. */
  readonly folder: ProjectFolder;
  readonly engines: DefinitionStore<ContextRuleEngine>;
  readonly memories: DefinitionStore<PersistentMemory>;
  readonly samples: DefinitionStore<Sample>;
  readonly tests: DefinitionStore<ContextTest>;
  readonly layouts: DefinitionStore<Layout>;
  readonly contracts: DefinitionStore<ContextContract>;
}

/** A project with its stores. Opening somebody else's writes nothing. */
export interface OpenProject extends ProjectStores {
  readonly name: string;
  readonly trust: ProjectTrust;
  readonly content: ContentDatabase;
  /** What groups keep with it as long as it is open. */
  readonly parts: KeptParts;
  /**
   * Names the definitions, the configuration and what of them may act, as they are known now: as long as it is the same,
   * so are they. Undefined where they are looked at each time.
   */
  generation(): number | undefined;
  /** Takes in what changed since, as far as it is known or its time has come, so that `generation` names what is used next. */
  refresh(): Promise<void>;
  isClosed(): boolean;
  /** Files that cannot be read, and what else the user should know of. */
  problems(): Promise<FileProblem[]>;
  /** Tells changes on disk as they happen, until it is closed. */
  watch(onFailure: (error: unknown) => void): Promise<void>;
  unwatch(): Promise<void>;
  close(): Promise<void>;
}

/** What a project keeps as files. */
export type DefinitionGroup = 'engines' | 'memories' | 'samples' | 'tests' | 'layouts' | 'contracts';
