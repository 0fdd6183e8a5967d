import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import type { Cancel } from '../engine/ports.ts';
import type { App } from './app.ts';
import type { OpenProject } from './open-project.ts';

/** Who calls, through which door, and what that door lets them do. */
export interface Caller {
  readonly door: 'ipc' | 'http' | 'cli' | 'mcp';
  readonly access: 'read' | 'write';
  readonly cancel?: Cancel;
  /** From the header `x-request-id`; a body's `request_id` wins (A9). */
  readonly requestId?: string;
  /** From the header `x-thread-id`; a body's `scope.thread.thread_id` wins. */
  readonly threadId?: string;
}

/** What a handler gets beside its input. */
export interface Call {
  readonly app: App;
  readonly caller: Caller;
  readonly cancel: Cancel;
  /** The open project; `not_found` with what to do when there is none. */
  project(): Promise<OpenProject>;
}

export type Handler<Name extends ProcedureName> = (
  input: Input<Name>,
  call: Call,
) => Promise<Output<Name>> | Output<Name>;

/** The handlers of one group; one that is missing does not compile. */
export type Handlers<Names extends ProcedureName> = { readonly [Name in Names]: Handler<Name> };

/** For callers that never stop their call. */
export const neverCancelled: Cancel = { cancelled: false, onCancel: () => () => {} };
