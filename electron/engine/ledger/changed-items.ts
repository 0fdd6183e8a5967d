import type { LedgerIndex } from './ledger-index.ts';
import type { DecisionItem, EntryItem } from './ledger-item.ts';
import { newerFirst } from './rank-ledger.ts';

export interface ChangedItems {
  readonly newDecisions: readonly DecisionItem[];
  readonly newEntries: readonly EntryItem[];
  readonly overridden: readonly DecisionItem[];
  readonly reconsidered: readonly DecisionItem[];
}

/** What happened at a moment or since, newest first. */
export function changedItems(index: LedgerIndex, sinceMs: number, scope: string): ChangedItems {
  const decisions = index.decisionsIn(scope).sort(newerFirst);
  const changed = decisions
    .filter(({ statusChangedMs }) => statusChangedMs >= sinceMs)
    .sort((left, right) => right.statusChangedMs - left.statusChangedMs || newerFirst(left, right));
  const isInForce = ({ status }: DecisionItem) => status === 'active' || status === 'provisional';
  return {
    newDecisions: decisions.filter(decision => decision.atMs >= sinceMs && isInForce(decision)),
    newEntries: index
      .entriesIn(scope)
      .filter(({ atMs }) => atMs >= sinceMs)
      .sort(newerFirst),
    overridden: changed.filter(({ isOverridden }) => isOverridden),
    // One that was provisional from the beginning is new, and nobody has thought it over.
    reconsidered: changed.filter(
      ({ status, atMs, statusChangedMs }) => status === 'provisional' && statusChangedMs > atMs,
    ),
  };
}
