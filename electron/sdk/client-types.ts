import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { StreamedEvent } from '../../shared/contract/events.ts';

// Types only: this text is part of the published declarations.

/** Where a client finds Weft. A page that Weft serves needs none of it. */
export interface ClientOptions {
  /**
   * Address of `weft serve`, e.g. `http://127.0.0.1:4747`; where absent the page's own, or `WEFT_URL` of the environment.
   * In Node without either the server that runs for this user: the one whose project the program runs in, else the only one.
   */
  readonly url?: string | undefined;
  /**
   * The token of this launch; a page that Weft serves is known by its cookie. Where absent `WEFT_TOKEN` of the
   * environment, which goes to the address of the environment only. A server that was found has its own, and is told it
   * once it has proved to know it.
   */
  readonly token?: string | undefined;
  /** Fails a call with `deadline` after this many milliseconds; none where absent. */
  readonly timeoutMs?: number | undefined;
  /** Hears what an answer may lack, e.g. since the database was damaged. */
  readonly onWarning?: ((warning: string, procedure: string) => void) | undefined;
}

export interface CallOptions {
  /** Stops the call, here and in the server; it fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  readonly timeoutMs?: number | undefined;
  /** Instead of the client's. */
  readonly onWarning?: ((warning: string, procedure: string) => void) | undefined;
  /** Names the request in events and traces, unless its body does. */
  readonly requestId?: string | undefined;
  /** Fills `scope.thread.thread_id` of an assembly, unless its body does. */
  readonly threadId?: string | undefined;
  /** A ULID. A write that is asked for again under the same key within 10 minutes is done once, and answered alike. */
  readonly idempotencyKey?: string | undefined;
}

/** Guards against overwriting someone else's change: the `hash` that was read, else `conflict`. */
export interface ChangeOptions extends CallOptions {
  readonly expectedHash?: string | undefined;
}

export interface EvaluateOptions extends CallOptions {
  /** Adds to each engine's result all its rules with the outcome of every condition. */
  readonly explain?: boolean | undefined;
}

/** The server's codes, and two of the way to it. */
export type WeftErrorCode = ErrorCode | 'aborted' | 'unreachable';

export interface SubscribeOptions {
  /** Only the events of this assembly. */
  readonly requestId?: string | undefined;
  /**
   * Hears that events passed while the connection was down; null when nobody knows how many, or whether one of the
   * request among them.
   */
  readonly onGap?: ((missed: number | null) => void) | undefined;
  /** Hears that it ended though nobody asked for it, after it was ready: a server that was started anew has another token. */
  readonly onEnd?: ((reason: { readonly code: WeftErrorCode; readonly message: string }) => void) | undefined;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
}

export interface Subscription {
  /** From then on events arrive; fails as a call does, e.g. with `unauthorized` or `unreachable`, and is closed then. */
  readonly ready: Promise<void>;
  /** Resolves when everything was heard that the server had sent by then; at once while there is no connection. */
  caughtUp(): Promise<void>;
  close(): void;
}

/** What `call` takes behind the name: the input may be left out where nothing is needed. */
export type CallArguments<Name extends ProcedureName> =
  Record<never, never> extends Input<Name>
    ? [input?: Input<Name>, options?: CallOptions]
    : [input: Input<Name>, options?: CallOptions];

/** The procedures of a group by their own names, as `ledger.post` by `post`. */
export type ProcedureGroup<Group extends string> = {
  readonly [Name in ProcedureName as Name extends `${Group}.${infer Own}` ? Own : never]: (
    ...rest: CallArguments<Name>
  ) => Promise<Output<Name>>;
};

/**
 * What was read or written, with the hash of its file for `expectedHash`. The hash is no part of it: it is not listed, and
 * not sent back with it.
 */
export type Stored<Value> = Value & { readonly hash: string };

/** Everything Weft can do, over HTTP. Failures are `WeftError`. */
export interface WeftClient {
  /** Any procedure by its name. */
  call<Name extends ProcedureName>(name: Name, ...rest: CallArguments<Name>): Promise<Output<Name>>;
  readonly contextAssembly: ContextAssemblyClient;
  readonly contextRuleEngine: ContextRuleEngineClient;
  readonly persistentMemory: PersistentMemoryClient;
  readonly ledger: ProcedureGroup<'ledger'>;
  readonly handoff: HandoffClient;
  readonly health: ProcedureGroup<'health'>;
  readonly conversations: ProcedureGroup<'conversations'>;
  readonly events: EventsClient;
  /**
   * A request for a model, within a budget of tokens and still of the same shape: `conversations.fit` with the types of
   * what is given. Fails with `message_too_long` where what has to stay is over the budget.
   */
  fit<Body>(request: Body, how: FitSettings, options?: CallOptions): Promise<Fitted<Body>>;
}

export type FitSettings = Omit<Input<'conversations.fit'>, 'request'>;
export type Fitted<Body> = Omit<Output<'conversations.fit'>, 'request'> & { readonly request: Body };

export interface HandoffClient {
  readonly sessions: ProcedureGroup<'sessions'>;
  readonly packages: ProcedureGroup<'packages'>;
  readonly errorPatterns: ProcedureGroup<'errorPatterns'>;
  readonly zones: ProcedureGroup<'zones'>;
}

export interface ContextAssemblyClient {
  getContext(
    request: Input<'assembly.assemble'>['request'],
    options?: CallOptions,
  ): Promise<Output<'assembly.assemble'>>;
  validate(
    request: Input<'assembly.validate'>['request'],
    options?: CallOptions,
  ): Promise<Output<'assembly.validate'>>;
  /** The text of an assembled context, as Markdown unless said otherwise. */
  render(
    assembled: Output<'assembly.assemble'>,
    as?: { readonly format?: Input<'assembly.render'>['format']; readonly provenance?: boolean },
    options?: CallOptions,
  ): Promise<Output<'assembly.render'>>;
  listMemoryTypes(options?: CallOptions): Promise<Output<'assembly.memoryTypes'>['memory_types']>;
  evaluateRules(
    request: Input<'rules.evaluate'>['request'],
    options?: EvaluateOptions,
  ): Promise<Output<'rules.evaluate'>>;
  getRequiredVariables(
    memoryIds: Input<'memories.requiredVariables'>['memory_ids'],
    options?: CallOptions,
  ): Promise<Output<'memories.requiredVariables'>>;
}

type Engine = Output<'engines.get'>['engine'];
type Rule = Output<'engines.addRule'>['rule'];

export interface ContextRuleEngineClient {
  list(options?: CallOptions): Promise<Engine[]>;
  get(id: string, options?: CallOptions): Promise<Stored<Engine>>;
  create(engine: Input<'engines.create'>['engine'], options?: CallOptions): Promise<Stored<Engine>>;
  /** Merges top-level keys; `rules` is replaced as a whole. */
  update(
    id: string,
    changes: Input<'engines.update'>['changes'],
    options?: ChangeOptions,
  ): Promise<Stored<Engine>>;
  delete(id: string, options?: ChangeOptions): Promise<Output<'engines.delete'>>;
  addRule(id: string, rule: Input<'engines.addRule'>['rule'], options?: ChangeOptions): Promise<Rule>;
  updateRule(
    id: string,
    ruleId: string,
    changes: Input<'engines.updateRule'>['changes'],
    options?: ChangeOptions,
  ): Promise<Rule>;
  deleteRule(id: string, ruleId: string, options?: ChangeOptions): Promise<Output<'engines.deleteRule'>>;
  /** All enabled engines, or the one that `engineId` names. */
  evaluate(
    request: Input<'rules.evaluate'>['request'],
    options?: EvaluateOptions & { readonly engineId?: string | undefined },
  ): Promise<Output<'rules.evaluate'>>;
  getPossibleVariables(options?: CallOptions): Promise<Output<'rules.possibleVariables'>['variables']>;
}

type Memory = Output<'memories.get'>['memory'];

export interface PersistentMemoryClient {
  list(options?: CallOptions): Promise<Memory[]>;
  get(id: string, options?: CallOptions): Promise<Stored<Memory>>;
  create(memory: Input<'memories.create'>['memory'], options?: CallOptions): Promise<Stored<Memory>>;
  /** Merges top-level keys. */
  update(
    id: string,
    changes: Input<'memories.update'>['changes'],
    options?: ChangeOptions,
  ): Promise<Stored<Memory>>;
  delete(id: string, options?: ChangeOptions): Promise<Output<'memories.delete'>>;
  duplicate(
    id: string,
    as?: { readonly to?: string; readonly label?: string },
    options?: CallOptions,
  ): Promise<Memory>;
  validate(
    memory: Input<'memories.validate'>['memory'],
    options?: CallOptions,
  ): Promise<Output<'memories.validate'>>;
  execute(
    id: string,
    request: Input<'memories.execute'>['request'],
    options?: CallOptions,
  ): Promise<Output<'memories.execute'>>;
  import(input: Input<'memories.import'>, options?: CallOptions): Promise<Output<'memories.import'>>;
  export(id: string, options?: CallOptions): Promise<Output<'memories.export'>>;
  stepSpecs(options?: CallOptions): Promise<Output<'memories.stepSpecs'>['steps']>;
}

export interface EventsClient {
  /** Hears every event, or those of one request. Connects again when the connection breaks, and tells the gap. */
  subscribe(listener: (event: StreamedEvent) => void, options?: SubscribeOptions): Subscription;
}
