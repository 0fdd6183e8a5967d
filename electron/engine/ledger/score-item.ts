import { candidateTypes, type LedgerFactors, type LedgerWeights } from '../../../shared/model/ledger.ts';
import { type CandidateColumns, sureness } from './candidate-columns.ts';
import type { LedgerItem } from './ledger-item.ts';

/** What counts when nobody says otherwise. */
export const defaultLedgerWeights: LedgerWeights = {
  recency: 0.3,
  relevance: 0.4,
  confidence: 0.2,
  warning_boost: 0.1,
};

/** A week: the time in which recency falls to 1/e; its half-life is 116.4 h. */
const fadingHours = 168;
const msPerHour = 3_600_000;

/** Weights that can be used: each at least 0, together 1, give or take a hundredth; else the defaults and why. */
export function judgeWeights(weights: LedgerWeights): {
  readonly weights: LedgerWeights;
  readonly warning?: string;
} {
  const { recency, relevance, confidence, warning_boost } = weights;
  const all = [recency, relevance, confidence, warning_boost];
  const sum = all.reduce((total, weight) => total + weight, 0);
  // Rounded, so that a sum of exactly 1.01 or 0.99 is not refused for how computers add.
  const isSound = all.every(weight => weight >= 0) && Math.round(Math.abs(sum - 1) * 1e9) <= 1e7;
  if (isSound) return { weights };
  const warning = `the ledger's weights are ${all.join(', ')}, together ${Number(sum.toFixed(6))}; they must be at least 0 and sum to 1, so the defaults are used`;
  return { weights: defaultLedgerWeights, warning };
}

/** The factors of an item's score; `relevance` is what search and scope gave. */
export function factorsOf(item: LedgerItem, nowMs: number, relevance: number): LedgerFactors {
  return {
    recency: recencyAt(item.atMs, nowMs),
    relevance: clamp(relevance),
    confidence: sureness(item),
    warning_boost: item.type === 'warning' ? 1 : 0,
  };
}

/**
 * The weighted sums of the factors of many candidates, each rounded to 12 decimals, so that scores that ought to be
 * equal are. `relevance` is by place in the columns.
 */
export function scoreColumns(
  { atMs, confidence, types }: CandidateColumns,
  nowMs: number,
  relevance: Float64Array,
  weights: LedgerWeights,
): Float64Array {
  const scores = new Float64Array(atMs.length);
  for (let at = 0; at < scores.length; at += 1) {
    const score =
      recencyAt(atMs[at] ?? 0, nowMs) * weights.recency +
      clamp(relevance[at] ?? 0) * weights.relevance +
      (confidence[at] ?? 0) * weights.confidence +
      (types[at] === warningType ? weights.warning_boost : 0);
    scores[at] = Math.round(score * 1e12) / 1e12;
  }
  return scores;
}

const warningType = candidateTypes.indexOf('warning');

const recencyAt = (atMs: number, nowMs: number): number =>
  clamp(Math.exp((atMs - nowMs) / (msPerHour * fadingHours)));

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
