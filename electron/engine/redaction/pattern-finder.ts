import type { Finding, SecretFinder } from './finding.ts';
import { isMonotonous } from './placeholder.ts';

/** What a match must also be; for kinds whose shape alone is not distinctive. */
export type Accept = (secret: string, text: string, end: number) => boolean;

/**
 * A finder of one pattern, which has the flags `d` and `g` and is linear: what repeats is one character class, bounded
 * or the end of the pattern. The secret is the group `secret`, else the whole match; a pattern may start at a rare
 * character and look back: then the group `left` belongs to the secret too.
 */
export function patternFinder(
  kind: string,
  hints: readonly string[],
  pattern: RegExp,
  accept: Accept = () => true,
): SecretFinder {
  const matches = matcherOf(pattern);
  return {
    kind,
    hints,
    *find(text) {
      for (const { match, end } of matches(text)) yield findingOf(kind, text, match, end, accept);
    },
  };
}

interface Match {
  readonly match: RegExpExecArray;
  /** Of the match, with all that its last class goes on with. */
  readonly end: number;
}

/** Matched in one go; a repetition keeps something for each character, and millions exhaust the stack. */
const longestPiece = 4096;
const openEnd = /(\[(?:[^\]\\]|\\.)+\])\{(\d+),\}(\)?)$/;

/** Finds all matches; where the pattern ends in an open repetition, it is followed in pieces. */
function matcherOf(pattern: RegExp): (text: string) => Iterable<Match> {
  const { source, flags } = pattern;
  const [open, characters = '', least = '', close = ''] = openEnd.exec(source) ?? [];
  if (open === undefined)
    return function* (text) {
      for (const match of text.matchAll(pattern)) yield { match, end: match.index + match[0].length };
    };
  const bounded = `${source.slice(0, -open.length)}${characters}{${least},${longestPiece}}${close}`;
  return function* (text) {
    const begin = new RegExp(bounded, flags);
    const piece = new RegExp(`${characters}{1,${longestPiece}}`, flags.includes('i') ? 'iy' : 'y');
    for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
      const end = endOfRun(piece, text, begin.lastIndex);
      yield { match, end };
      begin.lastIndex = end;
    }
  };
}

/** Where a run of a class ends that goes on at a place; `piece` is sticky. */
function endOfRun(piece: RegExp, text: string, from: number): number {
  let end = from;
  for (piece.lastIndex = from; piece.test(text); ) end = piece.lastIndex;
  return end;
}

function findingOf(
  kind: string,
  text: string,
  match: RegExpExecArray,
  matchEnd: number,
  accept: Accept,
): Finding | undefined {
  const groups = match.indices?.groups;
  const start = groups?.secret?.[0] ?? groups?.left?.[0] ?? match.index;
  // A secret that ends with the match goes on with it.
  const isLast = groups?.secret === undefined || groups.secret[1] === match.index + match[0].length;
  const end = isLast ? matchEnd : (groups?.secret?.[1] ?? matchEnd);
  const secret = text.slice(start, end);
  // The tail is what varies; a prefix followed by "xxxx" is a placeholder.
  const isReal = !isMonotonous(secret.slice(-16)) && accept(secret, text, end);
  return isReal ? { kind, start, end } : undefined;
}
