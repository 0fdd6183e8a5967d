import type { Finding } from './finding.ts';
import { isMonotonous } from './placeholder.ts';
import { isPathLike } from './word-like.ts';

const kind = 'high-entropy';

/** Names of public things that look random: integrity strings, UUIDs, ULIDs. */
const publicShapes: readonly RegExp[] = [
  /^sha(?:1|256|384|512)-/,
  /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
];

/**
 * A whole token. The alphabet has 67 characters, so that of more than 111 never more than 0.6 are distinct; without that
 * bound a run of millions, such as a file in base64, would exhaust the stack of the regular expression.
 */
const token = /(?<![A-Za-z0-9_+/=-])[A-Za-z0-9_+/=-]{20,111}(?![A-Za-z0-9_+/=-])/g;

/** Tokens that look random: 20 characters or more, more than 0.6 of them distinct, a digit and a capital. */
export function* findRandomTokens(text: string): Generator<Finding | undefined> {
  for (const { 0: found, index: start } of text.matchAll(token))
    yield isRandom(found) ? { kind, start, end: start + found.length } : undefined;
}

function isRandom(found: string): boolean {
  const isDense = new Set(found).size / found.length > 0.6;
  if (!isDense || !/[0-9]/.test(found) || !/[A-Z]/.test(found)) return false;
  return !isMonotonous(found) && !isPathLike(found) && !publicShapes.some(shape => shape.test(found));
}
