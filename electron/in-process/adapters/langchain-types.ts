import type { StorePort } from '../../engine/ports.ts';
import type { PrepareOptions, Weft } from '../weft-types.ts';

// Types only: this text is part of the published declarations.

/** What is used of a message of LangChain. */
export interface LangChainMessage {
  readonly content: unknown;
  getType(): string;
}

/**
 * Messages with the context that the rules choose, within the budget: a step for `pipe`, `RunnableLambda.from` or
 * `RunnableSequence`. Messages that stay are the same objects.
 *
 * @example
 * const chain = RunnableLambda.from(weftMessages(weft, { budget: 50_000 })).pipe(model);
 */
export type CreateMessagesStep = (
  weft: Pick<Weft, 'prepare'>,
  options?: PrepareOptions,
) => <Message extends LangChainMessage>(messages: readonly Message[]) => Promise<Message[]>;

/**
 * The same for agents of LangGraph: `preModelHook` of `createReactAgent`. The model sees the prepared messages, and the
 * graph's state keeps its own.
 */
export type CreatePreModelHook = (
  weft: Pick<Weft, 'prepare'>,
  options?: PrepareOptions,
) => <Message extends LangChainMessage>(state: {
  readonly messages: readonly Message[];
}) => Promise<{ llmInputMessages: Message[] }>;

/** What is kept in a store of LangGraph. */
export interface LangGraphItem {
  value: Record<string, unknown>;
  key: string;
  namespace: string[];
  createdAt: Date;
  updatedAt: Date;
}

export interface LangGraphSearchItem extends LangGraphItem {
  score?: number;
}

export interface LangGraphSearch {
  filter?: Record<string, unknown>;
  limit?: number;
  offset?: number;
  query?: string;
}

/** What is used of any `BaseStore` of LangGraph. */
export interface LangGraphStore {
  get(namespace: string[], key: string): Promise<LangGraphItem | null>;
  search(namespacePrefix: string[], options?: LangGraphSearch): Promise<LangGraphSearchItem[]>;
  listNamespaces(options?: {
    prefix?: string[];
    suffix?: string[];
    maxDepth?: number;
    limit?: number;
    offset?: number;
  }): Promise<string[][]>;
}

/**
 * Stores for `createWeft` that read what agents remember in a `BaseStore` of LangGraph: `kv_get` its items by key, with
 * instance and namespace as the path, and `document_search` by its own search, with the collection as a path with "/".
 */
export type StoresOfBaseStore = (
  store: LangGraphStore,
) => Pick<StorePort, 'readKeys' | 'searchDocuments' | 'collections'>;

/** What is used of the client of a running Weft, as `createClient` of `@weft/sdk` gives it. */
export interface KeyValueClient {
  call(
    name: 'kv.get',
    input: { instance: string; namespace: string; key: string },
  ): Promise<{ value: unknown; updated_at: string }>;
  call(
    name: 'kv.set',
    input: { instance: string; namespace: string; key: string; value: unknown },
  ): Promise<unknown>;
  call(name: 'kv.delete', input: { instance: string; namespace: string; key: string }): Promise<unknown>;
  call(
    name: 'kv.list',
    input: { instance: string },
  ): Promise<{ entries: { namespace: string; key: string; value: unknown; updated_at: string }[] }>;
}

/** A `BaseStore` of LangGraph. */
export interface WeftStore extends LangGraphStore {
  /** LangGraph says what each of its operations gives; they are told apart by their keys. */
  batch<Results>(operations: readonly object[]): Promise<Results>;
  put(namespace: string[], key: string, value: Record<string, unknown>): Promise<void>;
  delete(namespace: string[], key: string): Promise<void>;
  start(): void;
  stop(): void;
}

/**
 * A `BaseStore` that keeps what agents remember in the project of a running Weft, where the studio shows it and the
 * memories of any other agent can ask for it: keys of the instance `langgraph`. A search is by words, and `createdAt` is
 * when an item was written last.
 *
 * @example
 * const graph = builder.compile({ store: weftStore(createClient()) });
 */
export type CreateWeftStore = (client: KeyValueClient, options?: { readonly instance?: string }) => WeftStore;
