import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { ErrorPattern, ErrorSignature } from '../../../shared/model/handoff.ts';
import { firstConfidence } from '../../../shared/model/package-words.ts';
import { isSameFailure } from './error-signature.ts';

const mostShown = 3;
const dayMs = 86_400_000;

/** Confidence after somebody tried the solution: two decimals, so that 0.5 + 0.1 + 0.1 is 0.7 exactly. */
export function confidenceAfter(confidence: number, helped: boolean): number {
  const changed = helped ? Math.min(1, confidence + 0.1) : Math.max(0.1, confidence - 0.2);
  return Math.round(changed * 100) / 100;
}

/** True when a pattern was not seen for its `ttl_days`. */
export function isExpired({ last_seen, ttl_days }: ErrorPattern, now: string): boolean {
  return Date.parse(now) - Date.parse(last_seen) > ttl_days * dayMs;
}

/** True for what agents are shown with its confidence: untried solutions at once, those that misled no longer. */
export function isShown(pattern: ErrorPattern, now: string): boolean {
  return pattern.confidence >= firstConfidence && !isExpired(pattern, now);
}

/** Best first: confidence, then occurrences, then hash and project, so that the order is total. */
export function bestFirst(patterns: readonly ErrorPattern[]): ErrorPattern[] {
  return patterns.toSorted(
    (left, right) =>
      right.confidence - left.confidence ||
      right.occurrences - left.occurrences ||
      compareCodeUnits(left.pattern_hash, right.pattern_hash) ||
      compareCodeUnits(left.project_id, right.project_id),
  );
}

/** A failure as it is compared. */
export interface SeenFailure {
  readonly signature: ErrorSignature;
  readonly lang?: string | undefined;
}

/** The patterns of a failure that was seen: those of its stack first, then those with more of its hints, then the best. */
export function matchingPatterns(patterns: readonly ErrorPattern[], seen: SeenFailure): ErrorPattern[] {
  return bestFirst(patterns.filter(pattern => isMatch(pattern, seen))).sort(
    (left, right) => closeness(right, seen) - closeness(left, seen),
  );
}

/** Whose a pattern is that was recorded without a project. */
export const defaultProject = 'default';

/**
 * The patterns an agent gets: those of the failure it saw first, then the best, at most three. Where those of all
 * projects count, the ones that were recorded without a project come before others.
 */
export function choosePatterns(
  patterns: readonly ErrorPattern[],
  now: string,
  seen?: SeenFailure,
): ErrorPattern[] {
  const shown = patterns.filter(pattern => isShown(pattern, now));
  const matching = seen === undefined ? [] : matchingPatterns(shown, seen);
  const others = bestFirst(shown.filter(pattern => !matching.includes(pattern))).sort(
    (left, right) => Number(isUnnamed(right)) - Number(isUnnamed(left)),
  );
  return [...matching, ...others].slice(0, mostShown);
}

const isUnnamed = ({ project_id }: ErrorPattern): boolean => project_id === defaultProject;

function isMatch({ signature, lang }: ErrorPattern, seen: SeenFailure): boolean {
  const isOfLanguage =
    lang === undefined || seen.lang === undefined || lang.toLowerCase() === seen.lang.toLowerCase();
  return isOfLanguage && isSameFailure(signature, seen.signature);
}

/** The same stack counts more than any hints: a failure has 50 at most. */
function closeness({ signature }: ErrorPattern, { signature: seen }: SeenFailure): number {
  const isSameStack = seen.stack_pattern !== '' && signature.stack_pattern === seen.stack_pattern;
  const hints = new Set(seen.context_hints);
  return Number(isSameStack) * 100 + signature.context_hints.filter(hint => hints.has(hint)).length;
}
