import type { Finding, SecretFinder } from './finding.ts';
import { isMonotonous } from './placeholder.ts';
import { isPathLike } from './word-like.ts';

const kind = 'high-entropy';

/** Names of public things that look random: integrity strings, UUIDs, ULIDs. */
const publicShapes: readonly RegExp[] = [
  /^sha(?:1|256|384|512)-/,
  /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
];

/** Tokens that look random (H10): 20 characters or more, more than 0.6 of them distinct, a digit and a capital. */
export const entropyFinder: SecretFinder = {
  kind,
  hints: [],
  find: text =>
    [...text.matchAll(/[A-Za-z0-9_+/=-]{20,}/g)].flatMap((match): Finding[] => {
      const [token] = match;
      return isRandom(token) ? [{ kind, start: match.index, end: match.index + token.length }] : [];
    }),
};

function isRandom(token: string): boolean {
  const isDense = new Set(token).size / token.length > 0.6;
  if (!isDense || !/[0-9]/.test(token) || !/[A-Z]/.test(token)) return false;
  return !isMonotonous(token) && !isPathLike(token) && !publicShapes.some(shape => shape.test(token));
}
