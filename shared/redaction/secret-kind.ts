import { literalPattern } from '../literal-pattern.ts';
import type { SecretFinding } from './finding.ts';
import { isMonotonous } from './placeholder.ts';

/** Where something matched that looks like a secret. */
export interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly match: RegExpExecArray;
}

/** What a match must also be; for kinds whose shape alone is not distinctive. */
export type Accept = (secret: string, place: Place) => boolean;

/** A kind of secret and how one is recognised. */
export interface SecretKind {
  readonly kind: string;
  /** In lower case. Each match of the pattern begins with one of them: they are what a text is searched for. */
  readonly hints: readonly string[];
  /** A hint within a word is none. */
  readonly isWord: boolean;
  /** A part of it stands before its hint: the group `left`. */
  readonly isLookingBack: boolean;
  /** Sticky. The secret is the group that took part, else the whole match, to which the group `left` before the hint belongs. */
  readonly pattern: RegExp;
  /** Sticky: what an open end goes on with, in pieces. */
  readonly tail: RegExp | undefined;
  readonly accept: Accept;
  /** Sticky: what is there at a hint of each kind that shares it, whichever it is; quicker than each pattern. */
  readonly guard: RegExp | undefined;
}

/** No letter or digit stands before, but for that of a `\\n`, `\\r` or `\\t` in JSON or code. */
const wordEdge = '(?<![A-Za-z0-9](?<!\\\\[nrt]))';
/** A repetition keeps something for each character, and millions exhaust the stack. */
const longestPiece = 4096;
const openEnd = /(\[(?:[^\]\\]|\\.)+\])\{(\d+),\}(\)*)$/;

/**
 * A kind as its pattern says. The pattern is linear: what repeats is one character class, bounded or the end of the
 * pattern (`{20,}`), and what stands before the hint is looked back for.
 */
export function shape(
  kind: string,
  hints: string | readonly string[],
  { source, ignoreCase }: RegExp,
  accept: Accept = () => true,
  guard?: RegExp,
): SecretKind {
  const [open, characters = '', least = '', close = ''] = openEnd.exec(source) ?? [];
  const bounded =
    open === undefined
      ? source
      : `${source.slice(0, -open.length)}${characters}{${least},${longestPiece}}${close}`;
  const letters = ignoreCase ? 'i' : '';
  return {
    kind,
    hints: typeof hints === 'string' ? [hints] : hints,
    isWord: source.startsWith(wordEdge),
    isLookingBack: source.includes('(?<left>'),
    pattern: new RegExp(bounded, /\(\?<[a-z]/.test(source) ? `dy${letters}` : `y${letters}`),
    tail: open === undefined ? undefined : new RegExp(`${characters}{1,${longestPiece}}`, `y${letters}`),
    accept,
    guard,
  };
}

/** A token that stands by itself. With an open end (`{20,}`) it takes all that the token goes on with. */
export function token(
  kind: string,
  hints: string | readonly string[],
  pattern: RegExp,
  accept?: Accept,
): SecretKind {
  const right = openEnd.test(pattern.source) ? '' : '(?![A-Za-z0-9])';
  return shape(kind, hints, new RegExp(`${wordEdge}(?:${pattern.source})${right}`, pattern.flags), accept);
}

/** A token known by a mark in its middle: what is on the left of the mark, and what on the right. */
export function around(kind: string, mark: string, left: RegExp, right: RegExp): SecretKind {
  const literal = literalPattern(mark);
  const before = `(?<=${wordEdge}(?<left>${left.source})${literal})`;
  return shape(kind, mark.toLowerCase(), new RegExp(`${literal}${before}${right.source}(?![A-Za-z0-9])`));
}

const keyWords = 'key|token|secret|pass(?:word)?|auth|credentials?|pat|dsn|sid';

/** A value known by the name that it is given to: `DATADOG_APP_KEY=...`, `"datadog": {"key": "..."}` aside. */
export function named(kind: string, names: string | readonly string[], value: RegExp): SecretKind {
  const words = typeof names === 'string' ? [names] : names;
  const name = `(?:${words.join('|')})[\\w.-]{0,24}?(?:${keyWords})[\\w.-]{0,12}["'\`]?`;
  const given = '[ \\t]{0,8}(?:=>|:=|[:=,])[ \\t]{0,8}["\'`]?';
  const source = `${name}${given}(?<secret>${value.source})(?![A-Za-z0-9])`;
  return shape(kind, words, new RegExp(source, 'i'), secret => /[0-9]/.test(secret));
}

/** What matched at a hint; without `finding` it only looked like a secret. */
interface Match {
  readonly end: number;
  readonly finding: SecretFinding | undefined;
}

/** What matches the kind whose hint stands at a place of the text. */
export function matchAt(kind: SecretKind, text: string, at: number): Match | undefined {
  const { pattern, tail, accept } = kind;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const matched = at + match[0].length;
  const { left, ...inner } = match.indices?.groups ?? {};
  // Of several ways to write a value one was taken.
  const span = Object.values(inner).find(one => one !== undefined);
  const start = span?.[0] ?? left?.[0] ?? at;
  const isLast = span === undefined || span[1] === matched;
  const end = isLast ? endOfRun(tail, text, matched) : span[1];
  const secret = text.slice(start, end);
  // The tail is what varies; a prefix followed by "xxxx" is a placeholder.
  const isReal = !isMonotonous(secret.slice(-16)) && accept(secret, { text, start, end, match });
  return { end, finding: isReal ? { kind: kind.kind, start, end } : undefined };
}

/** Where a run of a class ends that goes on at a place. */
function endOfRun(piece: RegExp | undefined, text: string, from: number): number {
  if (piece === undefined) return from;
  let end = from;
  for (piece.lastIndex = from; piece.test(text); ) end = piece.lastIndex;
  return end;
}
