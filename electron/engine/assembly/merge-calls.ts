import type { ContextItem, DroppedItem } from '../../../shared/model/assembled-context.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { type AssemblyRun, warnDegraded } from './assembly-run.ts';
import type { CalledMemory } from './call-memories.ts';
import type { Counter } from './counter.ts';
import type { MemoryItems } from './merge-items.ts';
import { type Redact, type RedactedItems, redactItems } from './redact-items.ts';

/** The items of all calls in resolved order, redacted and counted, and those whose redaction failed. */
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
  const rules = { mode, redact, estimator: counter.estimator };
  const redacted = calls.map(({ memory, outcome }) => redactItems(memory, outcome.run.elements, rules));
  const dropped = redacted.flatMap(result => result.dropped);
  if (dropped.length > 0)
    warnDegraded(run, 'redaction_failed', 'items were left out', `${dropped.length} could not be redacted`);
  await countItems(counter, redacted);
  const memories = calls.map(({ memory: { contribution } }, index) => ({
    contribution,
    items: redacted[index]?.items ?? [],
  }));
  // A memory whose definition is broken has no items and perhaps no contribution either.
  return { memories: memories.filter(({ items }) => items.length > 0), dropped };
}

/** Counts what is not counted; when that fails everything is counted anew, so that all counts are of one kind. */
async function countItems(counter: Counter, redacted: readonly RedactedItems[]): Promise<void> {
  const uncounted = redacted.flatMap(result => result.uncounted);
  if (uncounted.length === 0) return;
  try {
    await countInto(counter, uncounted);
  } catch {
    // The counter has said why and counts by chars4 from now on.
    await countInto(
      counter,
      redacted.flatMap(result => result.items),
    );
  }
}

async function countInto(counter: Counter, items: readonly ContextItem[]): Promise<void> {
  const counts = await counter.count(items.map(item => item.content));
  for (const [index, item] of items.entries()) item.tokens = counts[index] ?? 0;
}
