import type { Finding, SecretFinder } from './finding.ts';
import { isMonotonous } from './placeholder.ts';

/** What a match must also be; for kinds whose shape alone is not distinctive. */
export type Accept = (secret: string, text: string, end: number) => boolean;

/**
 * A finder of one pattern, which has the flags `d` and `g` and is linear: what repeats is one character class, bounded
 * or followed by nothing that could fail. The secret is the group `secret`, else the whole match; a pattern may start
 * at a rare character and look back: then the group `left` belongs to the secret too.
 */
export function patternFinder(
  kind: string,
  hints: readonly string[],
  pattern: RegExp,
  accept: Accept = () => true,
): SecretFinder {
  return {
    kind,
    hints,
    find: text => [...text.matchAll(pattern)].flatMap(match => findingOf(kind, text, match, accept)),
  };
}

function findingOf(kind: string, text: string, match: RegExpExecArray, accept: Accept): Finding[] {
  const groups = match.indices?.groups;
  const matchEnd = match.index + match[0].length;
  const [start, end] = groups?.secret ?? [groups?.left?.[0] ?? match.index, matchEnd];
  const secret = text.slice(start, end);
  // The tail is what varies; a prefix followed by "xxxx" is a placeholder.
  const isReal = !isMonotonous(secret.slice(-16)) && accept(secret, text, end);
  return isReal ? [{ kind, start, end }] : [];
}
