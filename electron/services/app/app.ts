import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { rememberScans } from '../../../shared/redaction/remember-scans.ts';
import {
  type CompiledEngines,
  createCompiledEngines,
} from '../../../shared/rules/compiled/compiled-engines.ts';
import { createRegexCache, type RegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import type { StepHandler } from '../../engine/ports.ts';
import { type Call, neverCancelled } from '../project/call.ts';
import { createEventHub, type EventHub } from '../project/event-hub.ts';
import type { Logger } from '../project/world.ts';
import { createKeyedCalls, type KeyedCalls } from './keyed-calls.ts';
import { createProjectHolder, type HolderOptions, type ProjectHolder } from './project-holder.ts';

export interface AppOptions extends HolderOptions {
  readonly version: string;
  /** Shows a folder dialog; absent where the shell has none. */
  readonly pickFolder?: () => Promise<string | null>;
  /** Functions that `handler` steps of memories may name, for programs that embed Weft; none when absent. */
  readonly handlers?: ReadonlyMap<string, StepHandler>;
  /** Files of the sample project, when they are not beside the code. */
  readonly sampleFilesDir?: string;
}

/** One running Weft: what `dispatch` works on. */
export interface App {
  readonly options: AppOptions;
  readonly events: EventHub;
  readonly projects: ProjectHolder;
  /** Compiled patterns, shared by all evaluations. */
  readonly regexes: RegexCache;
  /** Redacts items, and remembers what it scanned. */
  readonly redact: ReturnType<typeof rememberScans>;
  /** Compiled engines; their patterns belong to them. */
  readonly compiled: CompiledEngines;
  readonly keyed: KeyedCalls;
  /** Finishes what is being written and lets go of the project. */
  close(): Promise<void>;
}

/** What handlers of the app itself take beside what every handler may. */
export interface AppCall extends Call {
  readonly app: App;
}

/** Creates the app without opening or reading anything. */
export function createApp(given: AppOptions): App {
  const options = { ...given, logger: redactingLogger(given.logger) };
  const events = createEventHub(options.logger);
  const projects = createProjectHolder(options, events, {
    world: options.world,
    logger: options.logger,
    publish: events.publish,
    cancel: neverCancelled,
    stays: options.shell !== 'none',
  });
  const app: App = {
    options,
    events,
    projects,
    regexes: createRegexCache(undefined, options.world.compilePattern),
    redact: rememberScans(),
    keyed: createKeyedCalls(),
    compiled: createCompiledEngines(createRegexCache(Infinity, options.world.compilePattern)),
    async close() {
      await projects.close();
      await options.world.close();
    },
  };
  return app;
}

type Fields = Readonly<Record<string, unknown>>;

/** A log is a surface like others: texts go in without secrets, field by field. */
function redactingLogger(logger: Logger): Logger {
  return {
    info: (message, fields) => logger.info(clean(message), cleanFields(fields)),
    warn: (message, fields) => logger.warn(clean(message), cleanFields(fields)),
    error: (message, fields) => logger.error(clean(message), cleanFields(fields)),
  };
}

const clean = (text: string): string => redact(text).text;

function cleanFields(fields: Fields = {}): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanValue(value)]));
}

function cleanValue(value: unknown): unknown {
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return clean(value);
  return clean(JSON.stringify(redactValue(value)) ?? String(value));
}
