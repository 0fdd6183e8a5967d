import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { AssemblyEvent } from '../../shared/contract/events.ts';
import type { AssembledContext, RequestValidation } from '../../shared/model/assembled-context.ts';
import type { FitReport } from '../../shared/model/conversation.ts';
import type { RuleEvaluation } from '../../shared/model/evaluation.ts';
import type { Explanation } from '../../shared/model/explanation.ts';
import type { MemoryDraft, PersistentMemory } from '../../shared/model/memory.ts';
import type { PromptPrefix } from '../../shared/model/prompt-cache.ts';
import type { RedactionMode } from '../../shared/model/redaction-mode.ts';
import type { ContextRequest, Estimator } from '../../shared/model/request.ts';
import type { ContextRuleEngine, EngineDraft } from '../../shared/model/rule.ts';
import type { ShapeName } from '../../shared/shapes/shape-names.ts';
import type { ChatPort, StepHandler, StorePort, TokenPort } from '../engine/ports.ts';

// Types only: this text is part of the published declarations.

/** Rule engines and memory types, as their files hold them, or with less: what is absent is as in a new one. */
export interface GivenDefinitions {
  readonly engines: readonly EngineDraft[];
  readonly memories: readonly MemoryDraft[];
  /** How secrets are looked for in whatever leaves; `pattern_only` when absent. */
  readonly redaction?: RedactionMode | undefined;
}

/** A folder with `.codebolt` in it. Nothing is written there. */
export interface ProjectFolderSource {
  /** Path of the folder. */
  readonly project: string;
  /**
   * `granted` (default): what of the folder the user of this machine has trusted, in the studio or with `weft trust`,
   * acts; without such a grant opening fails with `untrusted_project`, and what came or changed since does nothing.
   * `all`: the program vouches for the folder, as for its own code, e.g. because it ships it.
   */
  readonly trust?: 'granted' | 'all' | undefined;
  /** Follows changes of the files, of the configuration and of what is trusted; true when absent. */
  readonly watch?: boolean | undefined;
}

/** Definitions that somebody signed with `weft bundle`, fetched and looked at again from time to time. */
export interface BundleSource {
  readonly bundle: {
    /** `https:`, `http:` or `file:`. The signature protects what is in it, whatever the way. */
    readonly url: string;
    /** Of the signer, as `weft bundle --new-key` prints it. A bundle that it does not fit is never used. */
    readonly publicKey: string;
    /** The bundle must have been given this name; any when absent. */
    readonly name?: string | undefined;
    /** Sent with each request, e.g. `authorization`; an address that leads elsewhere is not followed then. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** How often is looked for another one, in milliseconds; 60,000 when absent, 0 never by itself. */
    readonly refreshMs?: number | undefined;
    /** How long an answer is waited for, in milliseconds; 10,000 when absent. */
    readonly timeoutMs?: number | undefined;
    /** Where the last good bundle is kept; `bundles` in Weft's folder of the user when absent, nowhere when null. */
    readonly keptIn?: string | null | undefined;
  };
}

/** Definitions of any other place. */
export interface DefinitionSource {
  readonly source: {
    /** Reads them; called once at the beginning, at `refresh`, and whenever `subscribe` says so. */
    read(): Promise<GivenDefinitions> | GivenDefinitions;
    /** Tells of changes; gives how to stop. */
    subscribe?(onChange: () => void): () => void;
  };
}

/** What a span of OpenTelemetry is used for; an `@opentelemetry/api` span is one. */
export interface WeftSpan {
  setAttributes(attributes: Record<string, string | number | boolean | string[]>): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: Record<string, string | number | boolean | string[]>): unknown;
  end(): void;
}

/** What makes spans; `trace.getTracer('my-app')` of `@opentelemetry/api` is one. */
export interface WeftTracer {
  startActiveSpan<Result>(
    name: string,
    options: { kind?: number; attributes?: Record<string, string | number | boolean | string[]> },
    work: (span: WeftSpan) => Result,
  ): Result;
}

export interface WeftSettings {
  /** What pipelines read; a step whose store is not given fails in the trace with `unsupported`. */
  readonly stores?: Partial<StorePort> | undefined;
  /** Functions that `handler` steps may name. */
  readonly handlers?: Readonly<Record<string, StepHandler>> | undefined;
  /** Exact token counts; where absent `gpt-tokenizer` makes them, if it is installed. `chars4` needs neither. */
  readonly tokens?: TokenPort | undefined;
  /** A chat model that writes the summaries of `fit`; they are extracts when absent. */
  readonly chat?: ChatPort | undefined;
  /** Makes a span of each evaluation, assembly, fit and call of a wrapped client; no content is in it. */
  readonly tracer?: WeftTracer | undefined;
  /** Hears in one sentence of what went wrong in the background: a file or a bundle that cannot be read, or is not trusted. */
  readonly onProblem?: ((problem: string) => void) | undefined;
  /** Where grants of trust and kept bundles of this user are; Weft's own folder when absent. */
  readonly userDataDir?: string | undefined;
}

export type WeftOptions = (GivenDefinitions | ProjectFolderSource | BundleSource | DefinitionSource) &
  WeftSettings;

/** The definitions that act now. */
export interface ActingDefinitions {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  /** Counts from 1: another one whenever they may be others. */
  readonly generation: number;
  /** What cannot be read, is withheld or could not be fetched, in sentences. */
  readonly problems: readonly string[];
}

export interface AssembleOptions {
  /** Stops the assembly; what is not there by then fails in its trace. */
  readonly signal?: AbortSignal | undefined;
  /** Hears the assembly's events, in order. */
  readonly onEvent?: ((event: AssemblyEvent) => void) | undefined;
}

export interface FitOptions {
  /** Tokens of all that is sent: instructions, tools and entries. */
  readonly budget: number;
  /**
   * What something beside the body takes this time of a larger budget that stays, in tokens: so that what is kept of the
   * body begins alike, however much that is the next time.
   */
  readonly taken?: number | undefined;
  /** Recognised when absent. */
  readonly shape?: ShapeName | undefined;
  /** `chars4` when absent. */
  readonly estimator?: Estimator | undefined;
  /** `stable` when absent: what was sent before stays in front as it was, so that a provider's cache holds it. */
  readonly prefix?: PromptPrefix | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FittedBody<Body> {
  readonly shape: ShapeName;
  /** The same body with some of its entries; the same object's content where it fits. */
  readonly request: Body;
  readonly report: FitReport;
}

/** What is done for each call to a model. */
export interface PrepareOptions {
  /**
   * The request that context is assembled for, from what the user said last; `null` adds none. When absent: no scope,
   * that text as `input.text`.
   */
  readonly request?: ContextRequest | ((text: string) => ContextRequest | null) | undefined;
  /** Tokens of all that is sent; nothing is fitted when absent. */
  readonly budget?: number | undefined;
  /** Recognised when absent; `wrap` knows it by the call. */
  readonly shape?: ShapeName | undefined;
  readonly estimator?: Estimator | undefined;
  /** As in `fit`. */
  readonly prefix?: PromptPrefix | undefined;
  /**
   * Where the context goes. `user` (default): before what the user said last, so that all before it stays as it was and a
   * provider's cache of it warm. `system`: behind the instructions.
   */
  readonly place?: 'user' | 'system' | undefined;
  /** Hears what was added and what was fitted. */
  readonly onPrepared?: ((prepared: Prepared) => void) | undefined;
}

export interface Prepared {
  /** Absent where no context was asked for. */
  readonly assembled?: AssembledContext;
  /** Absent without a budget. */
  readonly report?: FitReport;
}

/** The engine within a program: no server, no database. */
export interface Weft {
  /** Which rules fire. Fails with `invalid_input` and all errors where the request is none. */
  evaluate(
    request: ContextRequest,
    options?: { readonly explain?: boolean | undefined; readonly engineId?: string | undefined },
  ): RuleEvaluation;
  /** Assembles the context of a request. Fails with `invalid_input` for an invalid one and with nothing else. */
  assemble(request: ContextRequest, options?: AssembleOptions): Promise<AssembledContext>;
  /** Judges a request: all errors and warnings at once. */
  validate(request: unknown): RequestValidation;
  /** Why a memory, or an item as `<memory_id>#<n>`, is in the context or not, and the smallest change that includes it. */
  explain(
    request: ContextRequest,
    target: { readonly memoryId: string } | { readonly itemId: string },
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Explanation>;
  /** The text of an assembled context; Markdown when no format is named. */
  render(
    assembled: AssembledContext,
    as?: {
      readonly format?: 'markdown' | 'xml' | 'json' | undefined;
      readonly provenance?: boolean | undefined;
    },
  ): string;
  /**
   * A model's request within a budget of tokens, in its own shape. Fails with `message_too_long` where what has to stay
   * is over the budget, and with `invalid_input` for a shape that is not known.
   */
  fit<Body>(body: Body, options: FitOptions): Promise<FittedBody<Body>>;
  /** A model's request with the context that the rules choose, within a budget; the body that is given stays as it is. */
  prepare<Body extends object>(body: Body, options?: PrepareOptions): Promise<Body>;
  /**
   * A client of OpenAI or Anthropic whose calls are prepared: `chat.completions.create`, `responses.create`,
   * `messages.create`, and the helpers that are built on them. It has the type, and otherwise the behaviour, of the given.
   */
  wrap<Client extends object>(client: Client, options?: PrepareOptions): Client;
  definitions(): ActingDefinitions;
  /** Hears that other definitions act now; gives how to stop. */
  onChange(listener: (definitions: ActingDefinitions) => void): () => void;
  /**
   * Looks at the source now; fails with what went wrong, and what acted before goes on acting. A file of a project that
   * cannot be read is no failure: its own definition alone acts no more until it can be read, and `problems` names it.
   */
  refresh(): Promise<void>;
  /** Stops watching. */
  close(): Promise<void>;
}

/** The codes of `WeftError`. */
export type WeftErrorCode = ErrorCode;
