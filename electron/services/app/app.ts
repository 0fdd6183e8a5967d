import type { Diagnosis } from '../../../shared/contract/project.ts';
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
import type { Logger, World } from '../project/world.ts';
import { createKeyedCalls, type KeyedCalls } from './keyed-calls.ts';
import { createProjectHolder, type HolderOptions, type ProjectHolder } from './project-holder.ts';
import { createRunningWork, type RunningWork } from './running-work.ts';

export interface AppOptions extends HolderOptions {
  readonly version: string;
  /** Shows a folder dialog; absent where the shell has none. */
  readonly pickFolder?: () => Promise<string | null>;
  /** Shows a folder in the file manager of the system; absent where the shell has none. */
  readonly revealFolder?: (path: string) => void;
  /** Functions that `handler` steps of memories may name, for programs that embed Weft; none when absent. */
  readonly handlers?: ReadonlyMap<string, StepHandler>;
  /** Variables of the environment that set something here; a secret has no value. */
  readonly environment?: readonly {
    readonly name: string;
    readonly effect: string;
    readonly value?: string;
  }[];
  /** What is well of the host, its socket and who writes, for a project; absent where nobody else could meet there. */
  readonly examineHost?: (project: string) => Promise<readonly Diagnosis[]>;
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
  /** What goes on that takes long. */
  readonly work: RunningWork;
  /** The last lines of the log, without secrets; the newest last. */
  readonly recentLog: readonly string[];
  /** Finishes what is being written and lets go of the project. */
  close(): Promise<void>;
}

/** What handlers of the app itself take beside what every handler may. */
export interface AppCall extends Call {
  readonly app: App;
}

/** Creates the app without opening or reading anything. */
export function createApp(given: AppOptions): App {
  const recentLog: string[] = [];
  const note = (level: string, message: string, fields: Fields) => {
    recentLog.push(JSON.stringify({ at: momentOf(given.world), level, message, ...fields }));
    if (recentLog.length > mostLines) recentLog.shift();
  };
  const options = { ...given, logger: redactingLogger(given.logger, note) };
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
    recentLog,
    regexes: createRegexCache(undefined, options.world.compilePattern),
    redact: rememberScans(),
    keyed: createKeyedCalls(),
    work: createRunningWork(events.publish, options.world),
    compiled: createCompiledEngines(createRegexCache(Infinity, options.world.compilePattern)),
    async close() {
      await projects.close();
      await options.world.close();
    },
  };
  return app;
}

/** What a log tells of is often that something fails: a clock that does so as well takes no line from it. */
function momentOf({ clock }: World): string | undefined {
  try {
    return clock.nowIso().slice(0, 30);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** As many lines as somebody reads who looks for a fault. */
const mostLines = 200;

/** A log is a surface like others: texts go in without secrets, field by field; `note` keeps them for who asks. */
function redactingLogger(
  logger: Logger,
  note: (level: string, message: string, fields: Fields) => void,
): Logger {
  const write =
    (level: keyof Logger): Logger['info'] =>
    (message, fields) => {
      const cleaned = [clean(message), cleanFields(fields)] as const;
      note(level, ...cleaned);
      logger[level](...cleaned);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
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
