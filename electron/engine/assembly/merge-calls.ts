import type { ContextItem, DroppedItem, LoweredItem } from '../../../shared/model/assembled-context.ts';
import type { AuthorityPolicy } from '../../../shared/model/authority.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { type AssemblyRun, warnDegraded } from './assembly-run.ts';
import type { CalledMemory } from './call-memories.ts';
import type { Counter } from './counter.ts';
import { judgeItems } from './judge-items.ts';
import { droppedItem, type MemoryItems } from './merge-items.ts';
import { type Redact, type RedactedItems, redactItems } from './redact-items.ts';

/** The items of all calls in resolved order, redacted and counted, and those whose redaction failed. */
interface CountedItems {
  readonly memories: readonly MemoryItems[];
  readonly dropped: readonly DroppedItem[];
  readonly lowered: readonly LoweredItem[];
}

/** What of an assembly's input its items are judged by. */
interface ItemPolicy {
  readonly mode: RedactionMode;
  readonly redact: Redact;
  /** What sections need; all of them take everything where it is absent. */
  readonly authority?: AuthorityPolicy | undefined;
}

export async function countCalls(
  calls: readonly CalledMemory[],
  run: AssemblyRun,
  counter: Counter,
  { mode, redact, authority }: ItemPolicy,
): Promise<CountedItems> {
  const rules = { mode, redact, estimator: counter.estimator };
  const redacted = calls.map(({ memory, outcome }) => redactItems(memory, outcome.run.elements, rules));
  const failed = redacted.flatMap(result => result.dropped);
  if (failed.length > 0)
    warnDegraded(run, 'redaction_failed', 'items were left out', `${failed.length} could not be redacted`);
  const judged = calls.map(({ memory }, index) => judgeItems(memory, redacted[index], authority));
  await countItems(counter, redacted);
  const left = judged.flatMap(({ leftOut }) =>
    leftOut.map(placed => droppedItem(placed, { reason: 'authority' })),
  );
  return {
    // A memory whose definition is broken has no items and perhaps no contribution either.
    memories: judged.flatMap(({ memories }) => memories).filter(({ items }) => items.length > 0),
    dropped: [...failed, ...left],
    lowered: judged.flatMap(({ lowered }) => lowered),
  };
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
