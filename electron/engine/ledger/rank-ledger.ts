import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { CandidateType, LedgerWeights } from '../../../shared/model/ledger.ts';
import type { LedgerIndex } from './ledger-index.ts';
import type { DecisionItem, EntryItem, LedgerItem } from './ledger-item.ts';
import { factorsOf, scoreOf } from './score-item.ts';

/** Least relevance of what is taken from outside the scope, and how many of a kind (L4). */
const leastFound = 0.35;
const mostFound = 10;
/** What lies in scope is worth looking at, whatever its words (L4). */
const leastInScope = 0.5;

export interface RankOptions {
  readonly scope: string;
  readonly nowMs: number;
  readonly weights: LedgerWeights;
  /** Relevance in 0..1 for the task, of any items; absent without a search (L4). */
  readonly relevance?: ReadonlyMap<LedgerItem, number>;
}

/** A candidate with its score. */
export interface RankedItem {
  readonly item: DecisionItem | (EntryItem & { readonly type: CandidateType });
  readonly relevance: number;
  readonly score: number;
  /** False for what the search found outside the scope. */
  readonly isInScope: boolean;
}

/** True for what may be a candidate at all: decisions that hold or may hold, open needs, warnings and questions, findings (L4). */
export function isCandidate(index: LedgerIndex, item: LedgerItem): item is RankedItem['item'] {
  if (item.kind === 'decision') return item.status === 'active' || item.status === 'provisional';
  if (item.type === 'finding') return true;
  const isOpenKind = item.type === 'need' || item.type === 'warning' || item.type === 'question';
  return isOpenKind && !index.isResolved(item);
}

/** All candidates of a task, in no order (L4). */
export function rankLedger(index: LedgerIndex, options: RankOptions): RankedItem[] {
  const { relevance = new Map<LedgerItem, number>(), scope } = options;
  const ranked: RankedItem[] = [];
  const add = (item: LedgerItem, isInScope: boolean): void => {
    if (!isCandidate(index, item)) return;
    const found = relevance.get(item) ?? 0;
    const relevant = isInScope ? Math.max(leastInScope, found) : found;
    const score = scoreOf(factorsOf(item, options.nowMs, relevant), options.weights);
    ranked.push({ item, relevance: relevant, score, isInScope });
  };
  const decisions = index.decisionsIn(scope);
  const entries = index.entriesIn(scope);
  for (const item of decisions) add(item, true);
  for (const item of entries) add(item, true);
  const found = foundItems(index, relevance);
  if (found.length === 0) return ranked;
  const inScope = new Set<LedgerItem>([...decisions, ...entries]);
  for (const item of found) if (!inScope.has(item)) add(item, false);
  return ranked;
}

/** The best decisions and the best findings for the task, wherever they lie. */
function foundItems(index: LedgerIndex, relevance: ReadonlyMap<LedgerItem, number>): LedgerItem[] {
  const good = [...relevance].filter(
    ([item, found]) =>
      found >= leastFound &&
      (item.type === 'finding' || item.kind === 'decision') &&
      isCandidate(index, item),
  );
  const best = (kind: LedgerItem['kind']) =>
    good
      .filter(([item]) => item.kind === kind)
      .sort(([left, one], [right, other]) => other - one || newerFirst(left, right))
      .slice(0, mostFound)
      .map(([item]) => item);
  return [...best('decision'), ...best('entry')];
}

/** The order of equal scores: newer first, then by id (L4). */
export function newerFirst(left: LedgerItem, right: LedgerItem): number {
  return right.atMs - left.atMs || compareCodeUnits(left.id, right.id);
}

/** Best first (L4). */
export function betterFirst(left: RankedItem, right: RankedItem): number {
  return right.score - left.score || newerFirst(left.item, right.item);
}
