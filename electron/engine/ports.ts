import type { StepTrace } from '../../shared/model/assembled-context.ts';
import type { Element } from '../../shared/model/element.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import type { DecisionStatus, EntryType } from '../../shared/model/ledger-words.ts';
import type { ExactEstimator } from '../../shared/model/request.ts';
import type { StepResult } from './pipeline/step-result.ts';

/** A request to stop. The engine sees no platform, so this is its own small type. */
export interface Cancel {
  readonly cancelled: boolean;
  /** Calls `listener` once when cancelled (at once when it already is); returns how to stop listening. */
  onCancel(listener: () => void): () => void;
}

/** How chunks are judged: by words (bm25), by meaning (cosine of embeddings), or by both joined. */
export type SearchMode = 'keyword' | 'semantic' | 'hybrid';

export interface DocumentQuery {
  readonly query: string;
  readonly collection?: string;
  readonly topK: number;
  /** Least score in 0..1. */
  readonly minScore: number;
  /** `keyword` when absent. The others fail with `unsupported` where there is no embedder or nothing is embedded. */
  readonly mode?: SearchMode;
  /** How many places before and after a good chunk, in its series or document, gain from its score: 0 (default) to 2. */
  readonly neighbours?: number;
}

/** Chunks of one collection by cosine (`vector_search`). */
export interface VectorQuery {
  readonly query: string;
  readonly collection: string;
  readonly topK: number;
  /** Least cosine in 0..1. */
  readonly minScore: number;
}

/** Events of the log, newest first. Absent filters let everything through. */
export interface EventQuery {
  readonly instance: string;
  readonly eventType?: string;
  readonly streamId?: string;
  /** ISO 8601; events at this time and later. */
  readonly since?: string;
  readonly limit: number;
}

/** Decisions of a scope, newest first (`decisions`). */
export interface DecisionQuery {
  /** The whole project when absent. */
  readonly scope?: string;
  readonly statuses: readonly DecisionStatus[];
  readonly limit: number;
}

/** Entries of a scope that are not resolved, newest first (`blackboard`). */
export interface BlackboardQuery {
  /** The whole project when absent. */
  readonly scope?: string;
  /** All types when absent. */
  readonly entryTypes?: readonly EntryType[];
  readonly limit: number;
}

/** Packages that agents have left for an agent (`context_packages`). */
export interface PackageQuery {
  readonly sessionId: string;
  /** Empty for an agent that nobody names. */
  readonly agentType: string;
  /** The whole session when absent. */
  readonly groupId?: string;
  readonly iteration: number;
}

/** What of a conversation is asked for (`conversation`). */
export type ConversationPart = 'arc' | 'messages' | 'both';

export interface ConversationQuery {
  readonly conversationId: string;
  readonly part: ConversationPart;
  /** `chars4` tokens for all parts together. */
  readonly budgetTokens: number;
}

/** Messages of all conversations, best first (`conversation_search`); absent filters let everything through. */
export interface MessageQuery {
  readonly query: string;
  /** Ids of conversations. */
  readonly scope?: string[];
  /** Only conversations in which all of them take part. */
  readonly participants?: string[];
  /** ISO 8601; messages at this time and later, and earlier than this one. */
  readonly after?: string;
  readonly before?: string;
  readonly topK: number;
}

/** What lies around some nodes of the knowledge graph. */
export interface GraphExpansion {
  /** Ids of the nodes to begin at; unknown ones are passed over. */
  readonly from: readonly string[];
  /** How many edges away, at least 1. */
  readonly depth: number;
  /** Only edges of this relation, in both directions; all when absent. */
  readonly relation?: string;
}

export interface KeyQuery {
  readonly instance: string;
  readonly namespace: string;
  readonly keys: readonly string[];
}

/** A part of the stores that changes by itself: all documents, those of a collection, all keys, a namespace of them, all logs, one, the graph, the ledger. */
export type ContentScope =
  | 'documents'
  | `documents/${string}`
  | 'kv'
  | `kv/${string}/${string}`
  | 'events'
  | `events/${string}`
  | 'graph'
  | 'ledger'
  | `conversations/${string}`;

/** The stores a pipeline may read. Lists come best first, respectively in the order of the keys. */
export interface StorePort {
  searchDocuments(query: DocumentQuery, cancel: Cancel): Promise<readonly Element[]>;
  /** Names of the collections that documents can be in. */
  collections?(): Promise<readonly string[]>;
  readKeys(query: KeyQuery, cancel: Cancel): Promise<readonly Element[]>;
  /** Where there are keys. */
  keyPlaces?(): Promise<readonly Pick<KeyQuery, 'instance' | 'namespace'>[]>;
  /** `unsupported` where there is no embedder or the collection is not embedded. */
  searchVectors(query: VectorQuery, cancel: Cancel): Promise<readonly Element[]>;
  searchEvents(query: EventQuery, cancel: Cancel): Promise<readonly Element[]>;
  /** Names of the instances that have a log. */
  logInstances?(): Promise<readonly string[]>;
  readDecisions(query: DecisionQuery, cancel: Cancel): Promise<readonly Element[]>;
  readBlackboard(query: BlackboardQuery, cancel: Cancel): Promise<readonly Element[]>;
  /** Candidates for an agent, best first; none for an unknown session. */
  readPackages(query: PackageQuery, cancel: Cancel): Promise<readonly Element[]>;
  /** Known failures of the project of a session whose solutions an agent is shown. */
  readErrorPatterns(sessionId: string, cancel: Cancel): Promise<readonly Element[]>;
  /** What sessions saved before a compaction; all of it is historical where no session is named. */
  readSessionState(sessionId: string | undefined, cancel: Cancel): Promise<readonly Element[]>;
  /** One element per part that has a text, the arc first; `not_found` for an unknown conversation. */
  readConversation(query: ConversationQuery, cancel: Cancel): Promise<readonly Element[]>;
  /** None where nothing is about the query; `not_found` for an unknown conversation in its scope. */
  searchMessages(query: MessageQuery, cancel: Cancel): Promise<readonly Element[]>;
  /** Nodes of a saved view, `content` as `name (kind): attributes`; `id` is the node's. `not_found` for an unknown view. */
  readGraphView(viewId: string, cancel: Cancel): Promise<readonly Element[]>;
  /** Nodes that are reached and not among `from`, breadth first, nearest first; each once, with its `depth`. */
  expandGraph(query: GraphExpansion, cancel: Cancel): Promise<readonly Element[]>;
  /**
   * One version for each scope; another one as soon as anything in it may be read differently, whoever wrote it.
   * Nothing is remembered of stores that have none.
   */
  contentVersions?(scopes: readonly ContentScope[]): Promise<readonly string[]>;
}

/** Exact token counts, in the order of the texts. `chars4` is computed by the engine itself. */
export interface TokenPort {
  countTokens(estimator: ExactEstimator, texts: readonly string[]): Promise<readonly number[]>;
}

/** What a chat model is asked: how to work, on what, and how long its answer may be. */
export interface ChatRequest {
  readonly instructions: string;
  readonly text: string;
  readonly maxTokens: number;
}

/** A chat model. It may be slow or throw; whoever asks goes on without it. */
export interface ChatPort {
  /** `openai:<model>`. */
  readonly id: string;
  complete(request: ChatRequest, cancel: Cancel): Promise<string>;
}

export interface ClockPort {
  /** Wall clock, ISO 8601 in UTC. */
  nowIso(): string;
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number;
  /** Calls back after a while; returns how to call it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** What a handler is given: its arguments with templates resolved, what the caller wants, and the list it works on. */
export interface HandlerInput {
  readonly args: JsonObject;
  readonly query: string;
  readonly elements: readonly Element[];
}

/** A function of the embedding program, run by a `handler` step. It may be slow or throw; its pipeline answers for it. */
export type StepHandler = (input: HandlerInput, cancel: Cancel) => unknown;

/** What a pipeline gave, and the versions of everything it read. */
export interface RememberedRun {
  readonly output: StepResult | undefined;
  readonly steps: readonly StepTrace[];
  readonly results: ReadonlyMap<string, StepResult>;
  readonly versions: ReadonlyMap<ContentScope, string>;
}

/** Runs by key, least recently used ones forgotten first. */
export interface PipelineCache {
  get(key: string): RememberedRun | undefined;
  set(key: string, run: RememberedRun): void;
}

/** The world as the engine sees it. */
export interface EnginePorts {
  readonly stores: StorePort;
  readonly tokens: TokenPort;
  readonly clock: ClockPort;
  /** Handlers by name; none when absent. */
  readonly handlers?: ReadonlyMap<string, StepHandler>;
  /** Remembers what pipelines gave, for stores that tell versions; it belongs to these stores alone. */
  readonly pipelines?: PipelineCache;
}
