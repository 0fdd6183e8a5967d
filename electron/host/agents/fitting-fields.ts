import { plainSha256 } from '../../../shared/model/plain-sha256.ts';
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

/**
 * It says whose the event is: without it a subagent's would be the session's, and a session's nobody's. One that is too
 * long goes by its hash, which is always the same: of its beginning two ids might have the same, or half a secret.
 */
export function fittingId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const id = typeof value === 'string' ? value : JSON.stringify(value);
  return id.length > longestWord ? hashedId(id) : id;
}

/** Whether it stands for one that was too long. */
export const isHashedId = (id: string): boolean => /^sha256-[0-9a-f]{32}$/.test(id);

/** So much of it says which one it is; all of one that is as long as an event may be would take too long. */
const hashedHead = 16_000;

function hashedId(id: string): string {
  const bytes = Buffer.from(`${id.length} ${textHead(id, hashedHead)}`);
  return `sha256-${Buffer.from(plainSha256(bytes)).toString('hex').slice(0, 32)}`;
}
