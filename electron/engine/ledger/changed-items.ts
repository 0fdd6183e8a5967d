import { sortInSteps } from '../../../shared/stretches.ts';
import type { LedgerIndex } from './ledger-index.ts';
import type { DecisionItem, EntryItem } from './ledger-item.ts';
import { newerFirst } from './rank-ledger.ts';

interface ChangedItems {
  readonly newDecisions: readonly DecisionItem[];
  readonly newEntries: readonly EntryItem[];
  readonly overridden: readonly DecisionItem[];
  readonly reconsidered: readonly DecisionItem[];
}

/** What happened at a moment or since, newest first; stops after each. */
export function* changedItems(
  index: LedgerIndex,
  sinceMs: number,
  scope: string,
): Generator<void, ChangedItems> {
  const found = {
    decisions: noDecisions(),
    entries: noEntries(),
    overridden: noDecisions(),
    reconsidered: noDecisions(),
  };
  for (const decision of index.decisionsIn(scope)) {
    const { status, atMs, statusChangedMs, isOverridden } = decision;
    const isInForce = status === 'active' || status === 'provisional';
    if (atMs >= sinceMs && isInForce) found.decisions.push(decision);
    if (statusChangedMs >= sinceMs && isOverridden) found.overridden.push(decision);
    // One that was provisional from the beginning is new, and nobody has thought it over.
    if (statusChangedMs >= sinceMs && status === 'provisional' && statusChangedMs > atMs)
      found.reconsidered.push(decision);
    yield;
  }
  for (const entry of index.entriesIn(scope)) {
    if (entry.atMs >= sinceMs) found.entries.push(entry);
    yield;
  }
  return {
    newDecisions: yield* sortInSteps(found.decisions, newerFirst),
    newEntries: yield* sortInSteps(found.entries, newerFirst),
    overridden: yield* sortInSteps(found.overridden, laterChangedFirst),
    reconsidered: yield* sortInSteps(found.reconsidered, laterChangedFirst),
  };
}

const noDecisions = (): DecisionItem[] => [];
const noEntries = (): EntryItem[] => [];

const laterChangedFirst = (left: DecisionItem, right: DecisionItem): number =>
  right.statusChangedMs - left.statusChangedMs || newerFirst(left, right);
