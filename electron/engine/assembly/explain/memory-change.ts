import type { IncludingChange, MemoryChange } from '../../../../shared/model/explanation.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import type { AddingRule } from './adding-rules.ts';
import { type ExplainEnv, type ExplainInput, findMemory, keptItems, tryRequest } from './explain-target.ts';
import { smallestChange } from './smallest-change.ts';

/**
 * The smallest change of the memory that includes the target, where no change of the request alone does: the least
 * `max_items` that lets it in, and what the request needs besides. What is answered was assembled, and the target was
 * there.
 */
export async function memoryChange(
  request: ContextRequest,
  adding: readonly AddingRule[],
  input: ExplainInput,
  env: ExplainEnv,
): Promise<MemoryChange | undefined> {
  const from = findMemory(input)?.contribution.max_items;
  if (from === undefined) return undefined;
  const unlimited = await smallestChange(request, adding, withMaxItems(input, undefined), env);
  const to = unlimited && (await leastMaxItems(unlimited.request, input, env));
  if (to === undefined || to <= from) return undefined;
  const change = await smallestChange(request, adding, withMaxItems(input, to), env);
  return (
    change && {
      memory_id: input.target.memoryId,
      max_items: { from, to },
      ...(asksSomething(change) && { request_change: change }),
    }
  );
}

/** The place of the target among what its memory brings; the budget is judged after `max_items`. */
async function leastMaxItems(
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<number | undefined> {
  const { max_tokens: _, ...constraints } = request.constraints ?? {};
  const whole = await tryRequest({ ...request, constraints }, withMaxItems(input, undefined), env);
  const [target] = keptItems(whole, input.target);
  const brought = keptItems(whole, { memoryId: input.target.memoryId });
  return target === undefined ? undefined : brought.indexOf(target) + 1;
}

function withMaxItems(input: ExplainInput, most: number | undefined): ExplainInput {
  const memories = input.memories.map(memory => {
    if (memory.id !== input.target.memoryId) return memory;
    const { max_items: _, ...contribution } = memory.contribution;
    return { ...memory, contribution: { ...contribution, ...(most !== undefined && { max_items: most }) } };
  });
  return { ...input, memories };
}

const asksSomething = ({ variables, explicit_memory, max_tokens }: IncludingChange): boolean =>
  variables.length > 0 || explicit_memory !== undefined || max_tokens !== undefined;
