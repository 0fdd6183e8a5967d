import { textHead } from '../../../shared/text-head.ts';

// What agents tell is theirs: one field that is out of shape is left out, and loses no event. How long each may be, the
// schema of events says, which is too much to be loaded for each of them.

const longestWord = 200;

const textUpTo =
  (most: number) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && value.length <= most ? value : undefined;

export const fittingWord = textUpTo(longestWord);
const anyPath = textUpTo(4096);
const glob = textUpTo(1000);

/** Without a path nothing is named. */
export const fittingPath = (value: unknown): string | undefined => anyPath(value) || undefined;

export function fittingGlobs(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.flatMap(one => glob(one) ?? []).slice(0, 100) : undefined;
}

/** A whole number from the least on. */
export function fittingCount(value: unknown, least = 0): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : undefined;
}

export function fittingDuration(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** It says whose the event is: without it a subagent's would be the session's. */
export function fittingId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return textHead(typeof value === 'string' ? value : JSON.stringify(value), longestWord);
}
