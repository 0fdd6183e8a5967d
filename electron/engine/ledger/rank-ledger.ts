import { assert } from '../../../shared/contract/errors.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { LedgerWeights } from '../../../shared/model/ledger.ts';
import type { Relevance } from './item-search.ts';
import type { LedgerIndex } from './ledger-index.ts';
import type { Candidate, LedgerItem } from './ledger-item.ts';
import { decisionMatches, scopesMatch } from './scope-match.ts';
import { scoreItem } from './score-item.ts';

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
  readonly item: Candidate;
  readonly relevance: number;
  readonly score: number;
  /** False for what the search found outside the scope. */
  readonly isInScope: boolean;
}

/** All candidates of a task, in no order, with their scores: of a large ledger too many to make an object of each. */
export interface Ranking {
  readonly items: readonly Candidate[];
  /** By place in `items`. */
  readonly scores: Float64Array;
  at(place: number): RankedItem;
  /** Best first, of places (L4). */
  readonly compare: (left: number, right: number) => number;
}

/** Ranks the candidates of a task (L4). */
export function rankLedger(index: LedgerIndex, options: RankOptions): Ranking {
  const { relevance, scope, nowMs, weights } = options;
  const items: Candidate[] = [];
  for (const item of index.decisionsIn(scope)) if (index.isCandidate(item)) items.push(item);
  for (const item of index.entriesIn(scope)) if (index.isCandidate(item)) items.push(item);
  const inScope = items.length;
  if (relevance !== undefined)
    for (const item of foundItems(index, relevance)) if (!isIn(item, scope)) items.push(item);
  const relevanceAt = (place: number, item: Candidate): number => {
    const found = relevance === undefined ? 0 : relevance.of(item);
    return place < inScope ? Math.max(leastInScope, found) : found;
  };
  const scores = new Float64Array(items.length);
  // Counted by hand: an iterator over a hundred thousand takes as long as the scores.
  for (let place = 0; place < items.length; place += 1) {
    const item = items[place];
    if (item !== undefined) scores[place] = scoreItem(item, nowMs, relevanceAt(place, item), weights);
  }
  return toRanking(items, scores, (place, item) => ({
    relevance: relevanceAt(place, item),
    isInScope: place < inScope,
  }));
}

/** Candidates with their scores as a ranking; `tell` says what else is known of one. */
export function toRanking(
  items: readonly Candidate[],
  scores: Float64Array,
  tell: (place: number, item: Candidate) => Pick<RankedItem, 'relevance' | 'isInScope'>,
): Ranking {
  const itemAt = (place: number): Candidate => {
    const item = items[place];
    assert(item !== undefined, 'a place of a ranking has its item');
    return item;
  };
  const scoreAt = (place: number): number => scores[place] ?? 0;
  return {
    items,
    scores,
    at: place => ({ item: itemAt(place), score: scoreAt(place), ...tell(place, itemAt(place)) }),
    compare: (left, right) => scoreAt(right) - scoreAt(left) || newerFirst(itemAt(left), itemAt(right)),
  };
}

const isIn = (item: LedgerItem, scope: string): boolean =>
  item.kind === 'decision' ? decisionMatches(item, scope) : scopesMatch(item.scope, scope);

/** The best decisions and the best findings for the task, wherever they lie. */
function foundItems(index: LedgerIndex, relevance: Relevance): Candidate[] {
  const best = (type: 'decision' | 'finding') =>
    relevance.best(
      mostFound,
      leastFound,
      // An entry that records a decision is of this type as well, and no candidate.
      (item): item is Candidate => item.type === type && index.isCandidate(item),
      newerFirst,
    );
  return [...best('decision'), ...best('finding')];
}

/** The order of equal scores: newer first, then by id (L4). */
export function newerFirst(left: LedgerItem, right: LedgerItem): number {
  return right.atMs - left.atMs || compareCodeUnits(left.id, right.id);
}
