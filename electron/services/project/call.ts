import type { Input, Output, ProcedureName } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { rememberScans } from '../../../shared/redaction/remember-scans.ts';
import type { CompiledEngines } from '../../../shared/rules/compiled/compiled-engines.ts';
import type { RegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import type { Pause } from '../../../shared/stretches.ts';
import type { Cancel, EnginePorts } from '../../engine/ports.ts';
import { createPause } from '../../storage/pause.ts';
import type { EventHub } from './event-hub.ts';
import type { OpenProject } from './project.ts';
import type { Logger, World } from './world.ts';

/** Who calls, through which door, and what that door lets them do. */
export interface Caller {
  readonly door: 'ipc' | 'http' | 'cli' | 'mcp';
  readonly access: 'read' | 'write';
  readonly cancel?: Cancel;
  /** From the header `x-request-id`; a body's `request_id` wins. */
  readonly requestId?: string;
  /** From the header `x-thread-id`; a body's `scope.thread.thread_id` wins. */
  readonly threadId?: string;
  /** From the header `idempotency-key`: a write that is asked for again under its key is not done again. */
  readonly key?: string;
}

/** What a handler may take beside its input. What it calls says with `Needs` what of it it takes. */
export interface Call {
  readonly caller: Caller;
  readonly cancel: Cancel;
  readonly world: World;
  readonly logger: Logger;
  /** Tells all who listen. */
  readonly publish: EventHub['publish'];
  /** False for a command that asks once and goes: nothing is begun for it that it would not wait for. */
  readonly stays: boolean;
  /** Compiled patterns, shared by all evaluations. */
  readonly regexes: RegexCache;
  /** Compiled engines; their patterns belong to them. */
  readonly compiled: CompiledEngines;
  /** Redacts items, and remembers what it scanned. */
  readonly redact: ReturnType<typeof rememberScans>;
  /** The world as the engine sees it: the project's stores, empty ones where no project is open. */
  readonly ports: (project: OpenProject | undefined) => EnginePorts;
  /** The open project; `not_found` with what to do when there is none. */
  project(): Promise<OpenProject>;
  /** The open project; undefined when there is none. */
  projectIfOpen(): Promise<OpenProject | undefined>;
}

/** What a piece of work needs beside its project and its input. */
export type Needs<Part extends keyof Call> = Pick<Call, Part>;

type Handler<Name extends ProcedureName, Context = Call> = (
  input: Input<Name>,
  call: Context,
) => Promise<Output<Name>> | Output<Name>;

/** The handlers of one group; one that is missing does not compile. */
export type Handlers<Names extends ProcedureName, Context = Call> = {
  readonly [Name in Names]: Handler<Name, Context>;
};

/** A pause for work that goes on step by step, and ends with `deadline` as soon as it is cancelled. */
export function cancellablePause({ cancel }: Needs<'cancel'>): Pause {
  const pause = createPause();
  return () => {
    refuseCancelled(cancel);
    return pause()?.then(() => refuseCancelled(cancel));
  };
}

/** `deadline` for work that was cancelled and has changed nothing so far. */
export function refuseCancelled({ cancelled }: Cancel): void {
  if (cancelled) throw new AppError('deadline', 'cancelled; nothing was changed');
}

/** For callers that never stop their call. */
export const neverCancelled: Cancel = { cancelled: false, onCancel: () => () => {} };
