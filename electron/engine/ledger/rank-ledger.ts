import { assert } from '../../../shared/contract/errors.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { LedgerWeights } from '../../../shared/model/ledger.ts';
import { type CandidateColumns, withMore } from './candidate-columns.ts';
import type { Relevance } from './item-search.ts';
import type { LedgerIndex } from './ledger-index.ts';
import type { Candidate, LedgerItem } from './ledger-item.ts';
import { isInScope } from './scope-match.ts';
import { scoreColumns } from './score-item.ts';

/** Least relevance of what is taken from outside the scope, and how many of a kind. */
const leastFound = 0.35;
const mostFound = 10;
/** What lies in scope is worth looking at, whatever its words. */
const leastInScope = 0.5;

interface RankOptions {
  readonly scope: string;
  readonly nowMs: number;
  readonly weights: LedgerWeights;
  /** Relevance in 0..1 for the task, of any items; absent without a search. */
  readonly relevance?: Relevance | undefined;
}

/** A candidate with its score. */
export interface RankedItem {
  readonly item: Candidate;
  /** Its place in the ranking. */
  readonly at: number;
  readonly relevance: number;
  readonly score: number;
  /** False for what the search found outside the scope. */
  readonly isInScope: boolean;
}

/** All candidates of a task, in no order, with their scores: of a large ledger too many to make an object of each. */
export interface Ranking {
  readonly columns: CandidateColumns;
  /** By place in the columns. */
  readonly scores: Float64Array;
  at(place: number): RankedItem;
  /** The order of two places, best first. */
  compare(left: number, right: number): number;
}

/** Ranks the candidates of a task. */
export function rankLedger(index: LedgerIndex, options: RankOptions): Ranking {
  const { relevance: found, scope, nowMs, weights } = options;
  const inScope = index.candidatesIn(scope);
  const others = found === undefined ? [] : foundItems(index, found).filter(item => !isInScope(item, scope));
  const columns = withMore(inScope, others);
  const relevance = new Float64Array(columns.places.length).fill(leastInScope, 0, inScope.places.length);
  if (found !== undefined)
    for (let at = 0; at < relevance.length; at += 1)
      relevance[at] = Math.max(relevance[at] ?? 0, found.at(columns.places[at] ?? 0));
  const scores = scoreColumns(columns, nowMs, relevance, weights);
  return toRanking(columns, scores, {
    tell: at => ({
      item: candidateAt(index, columns.places[at]),
      relevance: relevance[at] ?? 0,
      isInScope: at < inScope.places.length,
    }),
    idAt: at => index.idAt(columns.places[at] ?? 0),
  });
}

function candidateAt(index: LedgerIndex, place: number | undefined): Candidate {
  const item = place === undefined ? undefined : index.itemAt(place);
  assert(item !== undefined && index.isCandidate(item), 'a place of a ranking has its item');
  return item;
}

/** Candidates with their scores as a ranking; `tell` says what else is known of one, `idAt` only its id. */
export function toRanking(
  columns: CandidateColumns,
  scores: Float64Array,
  {
    tell,
    idAt,
  }: {
    readonly tell: (at: number) => Pick<RankedItem, 'item' | 'relevance' | 'isInScope'>;
    readonly idAt: (at: number) => string;
  },
): Ranking {
  const { atMs } = columns;
  return {
    columns,
    scores,
    at: at => ({ at, score: scores[at] ?? 0, ...tell(at) }),
    compare: (left, right) =>
      (scores[right] ?? 0) - (scores[left] ?? 0) ||
      (atMs[right] ?? 0) - (atMs[left] ?? 0) ||
      compareCodeUnits(idAt(left), idAt(right)),
  };
}

/** The best decisions and the best findings for the task, wherever they lie. */
function foundItems(index: LedgerIndex, relevance: Relevance): Candidate[] {
  const best = (type: 'decision' | 'finding') =>
    relevance.best(
      mostFound,
      leastFound,
      // An entry that records a decision is of this type as well, and no candidate.
      place => index.isCandidateAt(place) && index.typeAt(place) === type,
      newerFirst,
    );
  return [...best('decision'), ...best('finding')].filter(index.isCandidate);
}

/** The order of equal scores: newer first, then by id. */
export function newerFirst(left: LedgerItem, right: LedgerItem): number {
  return right.atMs - left.atMs || compareCodeUnits(left.id, right.id);
}
