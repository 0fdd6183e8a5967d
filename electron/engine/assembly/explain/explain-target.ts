import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import type { RegexCache } from '../../../../shared/rules/evaluation/regex-cache.ts';
import type { EnginePorts } from '../../ports.ts';
import { type AssembleInput, assemble } from '../assemble.ts';
import type { ExecuteEnv } from '../execute-memory.ts';

/** What is asked about: a memory, or one item of it. */
export interface ExplainTarget {
  readonly memoryId: string;
  readonly itemId?: string;
}

export interface ExplainInput extends AssembleInput {
  readonly target: ExplainTarget;
  /** Where values for missing variables are taken from. */
  readonly samples?: readonly Sample[];
}

export interface ExplainEnv extends ExecuteEnv {
  readonly ports: EnginePorts;
  readonly regexes: RegexCache;
}

/** Assembles a request with the definitions in question; nobody hears of it. */
export function tryRequest(
  request: ContextRequest,
  { engines, memories, unreadable, redaction, authority, giver }: ExplainInput,
  { ports, cancel }: ExplainEnv,
): Promise<AssembledContext> {
  return assemble(
    { request, engines, memories, ...(unreadable && { unreadable }), redaction, authority, giver },
    { ports, cancel, emit: () => {}, requestId: 'explain' },
  );
}

/** The items in the context that are asked about. */
export function keptItems({ context }: AssembledContext, { memoryId, itemId }: ExplainTarget) {
  return Object.values(context)
    .flat()
    .filter(item => (itemId === undefined ? item.memory_id === memoryId : item.id === itemId));
}

export function findMemory(input: ExplainInput): PersistentMemory | undefined {
  return input.memories.find(({ id }) => id === input.target.memoryId);
}
