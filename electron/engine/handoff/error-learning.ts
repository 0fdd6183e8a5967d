import type { ErrorPattern, ErrorSignature } from '../../../shared/model/handoff.ts';
import { isSameFailure } from './error-signature.ts';

/** Confidence of a solution that nobody has tried yet (H9). */
export const firstConfidence = 0.5;
/** Agents are shown what is above it (H6). */
const leastShown = 0.7;
const mostShown = 3;
const dayMs = 86_400_000;

/** Confidence after somebody tried the solution (H9): two decimals, so that 0.5 + 0.1 + 0.1 is 0.7 exactly. */
export function confidenceAfter(confidence: number, helped: boolean): number {
  const changed = helped ? Math.min(1, confidence + 0.1) : Math.max(0.1, confidence - 0.2);
  return Math.round(changed * 100) / 100;
}

/** True when a pattern was not seen for its `ttl_days` (H9). */
export function isExpired({ last_seen, ttl_days }: ErrorPattern, now: string): boolean {
  return Date.parse(now) - Date.parse(last_seen) > ttl_days * dayMs;
}

/** True for what agents are shown (H6). */
export function isShown(pattern: ErrorPattern, now: string): boolean {
  return pattern.confidence > leastShown && !isExpired(pattern, now);
}

/** Best first: confidence, then occurrences, then hash, so that the order is total. */
export function bestFirst(patterns: readonly ErrorPattern[]): ErrorPattern[] {
  return patterns.toSorted(
    (left, right) =>
      right.confidence - left.confidence ||
      right.occurrences - left.occurrences ||
      (left.pattern_hash < right.pattern_hash ? -1 : 1),
  );
}

/** The patterns an agent gets (H6): those of the failure it saw first, then the best; at most three. */
export function choosePatterns(
  patterns: readonly ErrorPattern[],
  now: string,
  seen?: ErrorSignature,
): ErrorPattern[] {
  const best = bestFirst(patterns.filter(pattern => isShown(pattern, now)));
  const isMatch = ({ signature }: ErrorPattern) => seen !== undefined && isSameFailure(signature, seen);
  return [...best.filter(isMatch), ...best.filter(pattern => !isMatch(pattern))].slice(0, mostShown);
}
