import type { CompiledPattern } from '../../../shared/rules/compile-pattern.ts';
import type { ChatPort, ClockPort, TokenPort } from '../../engine/ports.ts';

/** Where the app writes what its developers or users need to find out later. Fields are redacted by the logger. */
export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Turns texts into vectors of unit length, near to each other where the texts mean the like. */
export interface EmbedderPort {
  /** Embedders that can be used here: `use-lite`, which is built in, and `openai:<model>` where an endpoint is set. */
  readonly ids: readonly string[];
  /** One vector for each text, all of one length; `unsupported` for an unknown embedder, or where it cannot be reached. */
  embed(id: string, texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** What the services need of the outside world; `platform/world.ts` makes the real one, tests their own. */
export interface World {
  readonly clock: ClockPort;
  readonly tokens: TokenPort;
  readonly embedder: EmbedderPort;
  /** A chat model for summaries; absent where no endpoint is set. */
  readonly chat?: ChatPort;
  /** A faster way to compile patterns, with the same answers as RE2; RE2 itself when absent. */
  readonly compilePattern?: (pattern: string) => CompiledPattern;
  /** A new unique id, sortable by time. */
  mintId(): string;
  close(): Promise<void>;
}
