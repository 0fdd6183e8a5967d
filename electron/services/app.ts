import type { StepHandler } from '../engine/ports.ts';
import { rememberScans } from '../engine/redaction/remember-scans.ts';
import { type CompiledEngines, createCompiledEngines } from '../engine/rules/compiled/compiled-engines.ts';
import { createRegexCache, type RegexCache } from '../engine/rules/regex-cache.ts';
import { neverCancelled } from './call.ts';
import { deriveInBackground } from './conversing/derive-conversations.ts';
import { createDocumentSyncs, type DocumentSyncs } from './document-syncs.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { createProjectHolder, type ProjectHolder } from './project-holder.ts';
import { redactingLogger } from './redacting-logger.ts';
import { createRunningImports, type RunningImports } from './running-imports.ts';
import type { Logger, World } from './world.ts';

export interface AppOptions {
  /** Folder of what belongs to the user and to no project: recent projects, the sample project. */
  readonly userDataDir: string;
  readonly shell: 'window' | 'browser' | 'none';
  readonly version: string;
  readonly logger: Logger;
  /** Clock, ids, tokenizer: `createWorld()` of `platform/world.ts`. */
  readonly world: World;
  /** Shows a folder dialog; absent where the shell has none. */
  readonly pickFolder?: () => Promise<string | null>;
  /** The project to open when a call needs one and none is open; null when there is none. Asked once. */
  readonly findProject?: () => string | null;
  /** The user trusts every project that this process opens (T11). */
  readonly trustsAll?: boolean;
  /** Every call looks whether files of definitions have changed; otherwise a program that stays looks once a second at most. */
  readonly strictFiles?: boolean;
  /** Functions that `handler` steps of memories may name (M2), for programs that embed Weft; none when absent. */
  readonly handlers?: ReadonlyMap<string, StepHandler>;
  /** Files of the sample project, when they are not beside the code. */
  readonly sampleFilesDir?: string;
}

/** One running Weft: what `dispatch` works on. */
export interface App {
  readonly options: AppOptions;
  readonly events: EventHub;
  readonly projects: ProjectHolder;
  readonly imports: RunningImports;
  readonly syncs: DocumentSyncs;
  /** Compiled patterns, shared by all evaluations. */
  readonly regexes: RegexCache;
  /** Redacts items, and remembers what it scanned (A3b). */
  readonly redact: ReturnType<typeof rememberScans>;
  /** Compiled engines; their patterns belong to them. */
  readonly compiled: CompiledEngines;
  /** Finishes what is being written and lets go of the project. */
  close(): Promise<void>;
}

/** Creates the app without opening or reading anything. */
export function createApp(given: AppOptions): App {
  const options = { ...given, logger: redactingLogger(given.logger) };
  const events = createEventHub(options.logger);
  const syncs = createDocumentSyncs(() => app);
  const projects = createProjectHolder(options, events, syncs, project => {
    const caller = { door: 'cli', access: 'write' } as const;
    deriveInBackground(project, { app, caller, cancel: neverCancelled, project: async () => project });
  });
  const app: App = {
    options,
    events,
    projects,
    imports: createRunningImports(),
    syncs,
    regexes: createRegexCache(undefined, options.world.compilePattern),
    redact: rememberScans(),
    compiled: createCompiledEngines(createRegexCache(Infinity, options.world.compilePattern)),
    async close() {
      await projects.close();
      await options.world.close();
    },
  };
  return app;
}
