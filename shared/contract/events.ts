import type { AssembledContext, MemoryCall } from '../model/assembled-context.ts';
import type { EngineResult } from '../model/evaluation.ts';
import type { ErrorBody } from './errors.ts';

/** What an assembly tells while it runs (A9). Exactly one of complete and error ends it. */
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
      readonly what: 'opened' | 'samples' | 'documents' | 'kv' | 'layouts';
    };

export type WeftEvent = AssemblyEvent | DefinitionEvent;
