import type { AssembledContext, MemoryCall } from '../model/assembled-context.ts';
import type { EngineResult } from '../model/evaluation.ts';
import type { ErrorBody } from './errors.ts';
import type { Work } from './work.ts';

/** What an assembly tells while it runs. Exactly one of complete and error ends it. */
export type AssemblyEventBody =
  | {
      readonly event: 'contextAssembly:started';
      readonly request: {
        readonly input?: string;
        readonly explicit_memory: readonly string[];
        readonly max_tokens?: number;
      };
    }
  | {
      readonly event: 'contextAssembly:rulesEvaluated';
      readonly matchedMemories: readonly string[];
      readonly engineResults: readonly EngineResult[];
    }
  | { readonly event: 'contextAssembly:pipelineComplete'; readonly memory_call: MemoryCall }
  | { readonly event: 'contextAssembly:complete'; readonly result: AssembledContext }
  | { readonly event: 'contextAssembly:error'; readonly error: ErrorBody };

/** `seq` counts from 1 per request; `at` is an ISO timestamp. */
export type AssemblyEvent = AssemblyEventBody & {
  readonly request_id: string;
  readonly seq: number;
  readonly at: string;
};

/** A stored memory type was run on its own; inside an assembly its own events tell. */
export interface PipelineEvent {
  readonly event: 'persistentMemory:pipeline-executed';
  readonly id: string;
  readonly memory_call: MemoryCall;
}

/** Texts of a collection are being embedded. */
export interface EmbeddingEvent {
  readonly event: 'documents:embedding';
  readonly collection: string;
  readonly done: number;
  readonly total: number;
}

/** Definitions that changed, by whatever door or by an edit on disk. */
export type DefinitionEvent =
  | {
      readonly event: 'contextRuleEngine:created' | 'contextRuleEngine:updated' | 'contextRuleEngine:deleted';
      readonly id: string;
    }
  | {
      readonly event: 'persistentMemory:created' | 'persistentMemory:updated' | 'persistentMemory:deleted';
      readonly id: string;
    }
  | {
      readonly event: 'project:changed';
      readonly what:
        | 'opened'
        | 'samples'
        | 'tests'
        | 'documents'
        | 'kv'
        | 'events'
        | 'graph'
        | 'layouts'
        | 'contracts'
        | 'trust'
        | 'config'
        | 'backups'
        | 'ledger'
        | 'handoff'
        | 'health'
        | 'flights'
        | 'recordings'
        | 'conversations'
        | 'topics';
    };

/** How far an import with an `import_id` is; told where a stage begins, and ten times a second. */
export interface ImportEvent {
  readonly event: 'imports:progress';
  readonly import_id: string;
  readonly stage: 'reading' | 'judging' | 'preparing' | 'storing';
  readonly done: number;
  readonly total: number;
}

/** What goes on now that takes long; told when something of it began, went on or ended, a moment after it began at the earliest. */
export interface WorkEvent {
  readonly event: 'work:changed';
  readonly work: readonly Work[];
}

export type WeftEvent =
  | AssemblyEvent
  | DefinitionEvent
  | PipelineEvent
  | EmbeddingEvent
  | ImportEvent
  | WorkEvent;

/** An event as the WebSocket `/events` sends it: `position` counts all events of this launch, from 1. */
export type StreamedEvent = WeftEvent & { readonly position: number };

/** Where a listener stands: which launch's stream, and the last event it can have seen. */
export interface StreamPosition {
  readonly stream: string;
  readonly position: number;
}

/** A client's message to `/events`. The first must bring the token, where the connection itself did not. */
export interface EventsMessage {
  readonly token?: string;
  /** With an id only that assembly's events are sent, without one all. */
  readonly subscribe?: { readonly request_id?: string };
  /** Where the client stood before its connection broke. */
  readonly after?: StreamPosition;
}

/** The answer to each message: from here on the client gets what it asked for. */
export interface EventsSubscribed extends StreamPosition {
  readonly event: 'events:subscribed';
  /** How many events passed since `after`; null when that was another launch, so nobody knows. */
  readonly missed?: number | null;
}
