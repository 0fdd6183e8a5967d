import type { ContextItem, DroppedItem } from '../../../shared/model/assembled-context.ts';
import type { RedactionMode } from '../redaction/finding.ts';
import { type AssemblyRun, warnDegraded } from './assembly-run.ts';
import type { CalledMemory } from './call-memories.ts';
import { countItems } from './count-items.ts';
import type { Counter } from './counter.ts';
import type { MemoryItems } from './merge-items.ts';
import { type Redact, type RedactedItem, redactItems } from './redact-items.ts';

/** The items of all calls in resolved order, redacted and counted, and those whose redaction failed (A3b, A4). */
export interface CountedItems {
  readonly memories: readonly MemoryItems[];
  readonly dropped: readonly DroppedItem[];
}

export async function countCalls(
  calls: readonly CalledMemory[],
  run: AssemblyRun,
  counter: Counter,
  mode: RedactionMode,
  redact: Redact,
): Promise<CountedItems> {
  const redacted = calls.map(({ memory, outcome }) =>
    redactItems(memory, outcome.run.elements, mode, redact),
  );
  const dropped = redacted.flatMap(result => result.dropped);
  if (dropped.length > 0)
    warnDegraded(run, 'redaction_failed', 'items were left out', `${dropped.length} could not be redacted`);
  const counted = await countWithFallback(
    counter,
    redacted.flatMap(result => result.items),
  );
  const next = counted.values();
  const memories = calls.map(({ memory }, index) => ({
    contribution: memory.contribution,
    items: (redacted[index]?.items ?? []).flatMap(() => next.next().value ?? []),
  }));
  // A memory whose definition is broken has no items and perhaps no contribution either.
  return { memories: memories.filter(({ items }) => items.length > 0), dropped };
}

async function countWithFallback(counter: Counter, items: readonly RedactedItem[]): Promise<ContextItem[]> {
  try {
    return await countItems(counter, items);
  } catch {
    // The counter has said why and counts by chars4 from now on.
    return countItems(counter, items);
  }
}
