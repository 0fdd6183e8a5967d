import type { SecretFinding } from './finding.ts';
import { deepestIndent, type Hit } from './hint-scanner.ts';
import { matchAt, type SecretKind } from './secret-kind.ts';
import { isWordLike } from './word-like.ts';

/** How much of each line is looked at, and of how many. */
export const longestLine = 1024;
const mostLines = 64;
/** What a pattern may look back for, also over the ends of lines. */
const beforeHint = 240;

/** What of the work on joined lines is left, in characters, so that hostile texts cost no more than long ones. */
export interface JoinAllowance {
  characters: number;
}

/** A kind's hint in a text, and the secret that its line shows, if it shows one. */
interface Beginning {
  readonly kind: SecretKind;
  readonly hit: Hit;
  readonly first: SecretFinding | undefined;
}

/** The end of a line that a token may go on over. */
const wrapping = /^.{0,2}[^\s\\"'`;,)\]}>{([]\\?\r?\n[ \t]*[A-Za-z0-9+/_.~%!@=-]/s;
/** The beginning of a line that a token may have come from. */
const begun = /[A-Za-z0-9+/_.~=-]\\?\r?\n[ \t]{0,64}[A-Za-z0-9+/_.~-]*$/;

/** Between a name and its value are a few blanks at most. */
const isSentence = /\s+\S+\s+\S+\s+\S+\s+\S/;

/** Whether a token may go over the end of a line: from a hint in the line, or, where it is one already, from its end. */
export function mayGoOn(text: string, from: number, lineEnd: number, isSecret: boolean): boolean {
  const gap = lineEnd - from;
  if (lineEnd >= text.length || gap < 0 || gap > (isSecret ? 2 : longestLine)) return false;
  if (!wrapping.test(text.slice(Math.max(0, lineEnd - 3), lineEnd + deepestIndent + 2))) return false;
  return gap <= 2 || !isSentence.test(text.slice(from, lineEnd));
}

/** Whether a token that has its hint in the middle may have begun in a line above. */
export function mayHaveBegun(text: string, hint: number): boolean {
  return begun.test(before(text, hint));
}

/**
 * A secret that was wrapped: it begins at a hint and goes on in the next lines. What is a secret already is continued
 * only by a line that holds nothing but a piece of a token, or by what looks random; `startsToken` says where another
 * token begins.
 */
export function joinLines(
  text: string,
  { kind, hit, first }: Beginning,
  startsToken: (line: string) => boolean,
  allowance: JoinAllowance,
): SecretFinding | undefined {
  const lines = new JoinedLines(text, kind, hit);
  let longest = lines.find();
  while (longest === undefined || longest.end === lines.length) {
    const next = lines.next();
    const isSecret = longest !== undefined || first !== undefined;
    const goesOn = next !== undefined && (isSecret ? isRest(next, startsToken) : isPiece(next));
    if (!goesOn || allowance.characters <= 0) break;
    lines.add(next);
    allowance.characters -= lines.length;
    const longer = lines.find();
    if (longer === undefined && (isSecret || !next.isWhole)) break;
    longest = longer ?? longest;
  }
  return longest === undefined ? first : lines.inSource(longest);
}

const isPiece = ({ run, isWhole }: NextLine): boolean => isWhole || !isWordLike(run);

/** What goes on with a secret is a line of its own that is no word, or more random than one. */
function isRest({ run, isWhole }: NextLine, startsToken: (line: string) => boolean): boolean {
  const isRandom = /[0-9]/.test(run) && /[A-Za-z]/.test(run);
  const isNoWord = /[0-9]|[a-z][A-Z]|[A-Z][a-z]/.test(run) || run.length > 4;
  return (isRandom || (isWhole && isNoWord)) && !isWordLike(run) && !startsToken(run);
}

interface Line {
  readonly start: number;
  readonly end: number;
}

/** A line that may go on with a token. */
interface NextLine extends Line {
  /** The piece of a token that it begins with. */
  readonly run: string;
  /** The line holds nothing else, quotes and commas after it aside. */
  readonly isWhole: boolean;
}

/** Between two pieces of a wrapped text: the end of the line, also with a backslash before it, and the indentation. */
const lineBreak = /\\?\r?\n[ \t]{0,64}(?=[A-Za-z0-9+/_.~%!@=-])/y;
/** What follows it may tell that it is a name, or code. */
const piece =
  /^(?<run>(?:[A-Za-z0-9+/_.~%$!#^*=-]|:(?=[A-Za-z0-9]))+)(?![A-Za-z0-9+/_.~%$!#^*=:([{-]|<[^/])(?:(?<rest>["'`]?[,;)}]{0,3}$)|)/;
const given = /^(?<name>[^=]+)=[^=]/;

/** The lines of a text from a hint on, put together. */
class JoinedLines {
  readonly #source: string;
  readonly #kind: SecretKind;
  readonly #lines: Line[] = [];
  readonly #joints: number[] = [];
  readonly #hintOffset: number;
  #joined = '';

  constructor(source: string, kind: SecretKind, hit: Hit) {
    this.#source = source;
    this.#kind = kind;
    const near = before(source, hit.start);
    const begin = kind.isLookingBack ? beginOfRuns(near) : near.lastIndexOf('\n') + 1;
    let line = lineFrom(source, hit.start - near.length + begin);
    this.#append(line);
    while (line.end < hit.end) {
      const next = this.next();
      if (next === undefined) break;
      line = next;
      this.#append(next);
    }
    this.#hintOffset = this.#offsetOf(hit.start);
  }

  get length(): number {
    return this.#joined.length;
  }

  next(): NextLine | undefined {
    const last = this.#lines.at(-1);
    if (last === undefined || this.#lines.length >= mostLines) return undefined;
    lineBreak.lastIndex = last.end;
    if (!lineBreak.test(this.#source)) return undefined;
    const line = lineFrom(this.#source, lineBreak.lastIndex);
    const { run, rest } = piece.exec(this.#source.slice(line.start, line.end))?.groups ?? {};
    const name = given.exec(run ?? '')?.groups?.name;
    const isNamed = name !== undefined && (isWordLike(name) || /^(?:[A-Z0-9_]+|[a-z0-9_.-]+)$/.test(name));
    return run === undefined || isNamed ? undefined : { ...line, run, isWhole: rest !== undefined };
  }

  add(line: NextLine): void {
    this.#append(line);
  }

  /** A secret at the hint that goes over a line's end, in offsets of the joined lines. */
  find(): SecretFinding | undefined {
    if (this.#joints.length === 0) return undefined;
    const found = matchAt(this.#kind, this.#joined, this.#hintOffset)?.finding;
    if (found === undefined) return undefined;
    const { start, end } = found;
    // Two words in two lines are no secret; what is random has digits, or changes between capitals and others.
    const isRandom = /[0-9]|[a-z][A-Z]/.test(this.#joined.slice(start, end));
    return isRandom && this.#joints.some(joint => start < joint && joint < end) ? found : undefined;
  }

  inSource({ kind, start, end }: SecretFinding): SecretFinding {
    return { kind, start: this.#placeOf(start), end: this.#placeOf(end - 1) + 1 };
  }

  #append(line: Line): void {
    if (this.#lines.length > 0) this.#joints.push(this.length);
    this.#lines.push(line);
    this.#joined += this.#source.slice(line.start, line.end);
  }

  #offsetOf(place: number): number {
    let offset = 0;
    for (const { start, end } of this.#lines) {
      if (place < end) return offset + place - start;
      offset += end - start;
    }
    return offset;
  }

  #placeOf(offset: number): number {
    let left = offset;
    for (const { start, end } of this.#lines) {
      if (left < end - start) return start + left;
      left -= end - start;
    }
    return this.#lines.at(-1)?.end ?? 0;
  }
}

function lineFrom(text: string, start: number): Line {
  const within = text.slice(start, start + longestLine);
  const line = /^[^\r\n]*?(?=\\?\r?\n|$)/.exec(within)?.[0] ?? '';
  return { start, end: start + line.length };
}

const before = (text: string, place: number): string => text.slice(Math.max(0, place - beforeHint), place);

/** Lines that hold nothing but a run, one after the other, and the one they go on from. */
const runs = /[^\n]*(?:\n[ \t]{0,64}[^\s]+(?=\r?\n)){0,16}\n[ \t]{0,64}[^\s]*$/;

function beginOfRuns(near: string): number {
  return runs.exec(near)?.index ?? near.lastIndexOf('\n') + 1;
}
