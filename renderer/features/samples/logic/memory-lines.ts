import type { AssembledContext, MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { formatCount } from '../../../ui/format-number.ts';

/** One memory of an assembled context in a few words. */
export interface MemoryLine {
  readonly memoryId: string;
  readonly words: string;
  readonly detail: string;
  readonly isBad: boolean;
}

/** Memories in the order in which they were resolved (A2). */
export function memoryLines(assembled: AssembledContext): MemoryLine[] {
  const tokens = new Map<string, number>();
  for (const items of Object.values(assembled.context))
    for (const item of items ?? [])
      tokens.set(item.memory_id, (tokens.get(item.memory_id) ?? 0) + item.tokens);
  return assembled.trace.memory_calls.map(call => ({
    memoryId: call.memory_id,
    words: words(call, tokens.get(call.memory_id) ?? 0),
    detail: call.error?.message ?? `${call.kept} of ${call.items} items are in the context`,
    isBad: call.status === 'failed' || call.status === 'skipped',
  }));
}

function words(call: MemoryCall, tokens: number): string {
  if (call.status === 'failed' || call.status === 'skipped') return call.status;
  const kept = call.kept === call.items ? `${call.items}` : `${call.kept} of ${call.items}`;
  return `${kept} · ${formatCount(tokens)}`;
}
