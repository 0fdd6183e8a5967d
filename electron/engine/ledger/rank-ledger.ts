import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { CandidateType, LedgerWeights } from '../../../shared/model/ledger.ts';
import type { Relevance } from './item-search.ts';
import type { LedgerIndex } from './ledger-index.ts';
import type { DecisionItem, EntryItem, LedgerItem } from './ledger-item.ts';
import { decisionMatches, scopesMatch } from './scope-match.ts';
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
  readonly relevance?: Relevance | undefined;
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
  const { relevance, scope } = options;
  const ranked: RankedItem[] = [];
  const add = (item: LedgerItem, isInScope: boolean): void => {
    if (!isCandidate(index, item)) return;
    const found = relevance?.of(item) ?? 0;
    const relevant = isInScope ? Math.max(leastInScope, found) : found;
    const score = scoreOf(factorsOf(item, options.nowMs, relevant), options.weights);
    ranked.push({ item, relevance: relevant, score, isInScope });
  };
  for (const item of index.decisionsIn(scope)) add(item, true);
  for (const item of index.entriesIn(scope)) add(item, true);
  if (relevance !== undefined)
    for (const item of foundItems(index, relevance)) if (!isIn(item, scope)) add(item, false);
  return ranked;
}

const isIn = (item: LedgerItem, scope: string): boolean =>
  item.kind === 'decision' ? decisionMatches(item, scope) : scopesMatch(item.scope, scope);

/** The best decisions and the best findings for the task, wherever they lie. */
function foundItems(index: LedgerIndex, relevance: Relevance): LedgerItem[] {
  const better = (left: LedgerItem, right: LedgerItem): number =>
    relevance.of(right) - relevance.of(left) || newerFirst(left, right);
  const best: Record<LedgerItem['kind'], LedgerItem[]> = { decision: [], entry: [] };
  for (const item of relevance.hits()) {
    if (item.kind === 'entry' && item.type !== 'finding') continue;
    if (relevance.of(item) < leastFound || !isCandidate(index, item)) continue;
    const list = best[item.kind];
    const last = list.at(-1);
    // Almost all are worse than the ten best so far.
    if (list.length === mostFound && last !== undefined && better(item, last) >= 0) continue;
    list.push(item);
    list.sort(better);
    list.splice(mostFound);
  }
  return [...best.decision, ...best.entry];
}

/** The order of equal scores: newer first, then by id (L4). */
export function newerFirst(left: LedgerItem, right: LedgerItem): number {
  return right.atMs - left.atMs || compareCodeUnits(left.id, right.id);
}

/** Best first (L4). */
export function betterFirst(left: RankedItem, right: RankedItem): number {
  return right.score - left.score || newerFirst(left.item, right.item);
}
