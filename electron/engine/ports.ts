import type { Element } from '../../shared/model/element.ts';
import type { ExactEstimator } from '../../shared/model/request.ts';

/** A request to stop. The engine sees no platform, so this is its own small type. */
export interface Cancel {
  readonly cancelled: boolean;
  /** Calls `listener` once when cancelled (at once when it already is); returns how to stop listening. */
  onCancel(listener: () => void): () => void;
}

export interface DocumentQuery {
  readonly query: string;
  readonly collection?: string;
  readonly topK: number;
  /** Least score in 0..1. */
  readonly minScore: number;
}

export interface KeyQuery {
  readonly instance: string;
  readonly namespace: string;
  readonly keys: readonly string[];
}

/** The stores a pipeline may read. Lists come best first, respectively in the order of the keys. */
export interface StorePort {
  searchDocuments(query: DocumentQuery, cancel: Cancel): Promise<readonly Element[]>;
  readKeys(query: KeyQuery, cancel: Cancel): Promise<readonly Element[]>;
}

/** Exact token counts, in the order of the texts. `chars4` is computed by the engine itself. */
export interface TokenPort {
  countTokens(estimator: ExactEstimator, texts: readonly string[]): Promise<readonly number[]>;
}

export interface ClockPort {
  /** Wall clock, ISO 8601 in UTC. */
  nowIso(): string;
  /** Monotonic milliseconds, for durations. */
  monotonicMs(): number;
  /** Calls back after a while; returns how to call it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The world as the engine sees it. */
export interface EnginePorts {
  readonly stores: StorePort;
  readonly tokens: TokenPort;
  readonly clock: ClockPort;
}
