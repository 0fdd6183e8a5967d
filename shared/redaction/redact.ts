import { atOnce, inStretches, type Pause } from '../stretches.ts';
import { findSecrets, mayHoldSecret, type RankedFinding } from './find-secrets.ts';
import type { RedactionMode, SecretFinding } from './finding.ts';
import { isMonotonous } from './placeholder.ts';
import { isPathLike, isWordLike } from './word-like.ts';

/** Bound into stored scans: raise it when a pattern changes. */
export const redactionVersion = 5;

/** A text without its secrets, and where they were in the input. */
export interface Redacted {
  readonly text: string;
  readonly findings: readonly SecretFinding[];
}

/** Most texts are short and hold nothing; that is told at once. */
export const shortText = 4096;

/** Replaces secrets by `[REDACTED:<kind>]`. `findings` are in order and do not overlap; linear in the text. */
export function redact(text: string, mode: RedactionMode = 'pattern_only'): Redacted {
  if (mode === 'pattern_only' && text.length <= shortText && !mayHoldSecret(text))
    return { text, findings: [] };
  return atOnce(searchSecrets(text, mode));
}

/** `redact` for texts of any length: asks `pause` again and again, by which the caller lets others run when it is time. */
export const redactInStretches = (text: string, mode: RedactionMode, pause: Pause): Promise<Redacted> =>
  inStretches(searchSecrets(text, mode), pause);

/** Version of the patterns when they find nothing in any of the texts, to be stored beside them; else null. */
export function cleanUnder(texts: readonly string[]): number | null {
  return texts.every(text => redact(text).findings.length === 0) ? redactionVersion : null;
}

/** Stops again and again, so that a long search can be interrupted. */
export function* searchSecrets(text: string, mode: RedactionMode): Generator<void, Redacted> {
  const found: RankedFinding[] = [];
  for (const one of candidatesIn(text, mode)) {
    if (one !== undefined) found.push(one);
    yield;
  }
  if (found.length === 0) return { text, findings: [] };
  const sorted = found.toSorted((left, right) => left.start - right.start || left.rank - right.rank);
  return yield* replaceSecrets(text, mergeOverlaps(yield* outsideImages(text, sorted)));
}

/** Patterns before randomness: where both find something the pattern names it. */
function* candidatesIn(text: string, mode: RedactionMode): Generator<RankedFinding | undefined> {
  if (mode === 'pattern_only' || mode === 'both') yield* findSecrets(text);
  if (mode === 'entropy' || mode === 'both')
    for (const found of findRandomTokens(text)) yield found && { ...found, rank: Number.POSITIVE_INFINITY };
}

function* replaceSecrets(text: string, merged: readonly RankedFinding[]): Generator<void, Redacted> {
  const findings: SecretFinding[] = [];
  const parts: string[] = [];
  let end = 0;
  for (const { kind, start, end: next } of merged) {
    findings.push({ kind, start, end: next });
    parts.push(text.slice(end, start), `[REDACTED:${kind}]`);
    end = next;
    yield;
  }
  return { text: parts.join('') + text.slice(end), findings };
}

/** Base64 of a `data:` address is content, whatever it looks like. */
function* outsideImages(
  text: string,
  sorted: readonly RankedFinding[],
): Generator<void, readonly RankedFinding[]> {
  if (!text.includes(';base64,')) return sorted;
  const addresses = text.matchAll(
    /data:[A-Za-z0-9.+/-]{1,100}(?:;[A-Za-z0-9=._-]{1,100}){0,5};base64,[A-Za-z0-9+/=_-]*/g,
  );
  const outside: RankedFinding[] = [];
  let image = addresses.next();
  for (const one of sorted) {
    while (!image.done && endOf(image.value) <= one.start) image = addresses.next();
    if (image.done || one.start < image.value.index || one.end > endOf(image.value)) outside.push(one);
    yield;
  }
  return outside;
}

const endOf = (match: RegExpExecArray): number => match.index + match[0].length;

/** One finding per stretch of text; the most specific finder names it. */
function mergeOverlaps(sorted: readonly RankedFinding[]): RankedFinding[] {
  const merged: RankedFinding[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else merged[merged.length - 1] = joined(last, finding);
  }
  return merged;
}

function joined(left: RankedFinding, right: RankedFinding): RankedFinding {
  const specific = right.rank < left.rank ? right : left;
  return {
    kind: specific.kind,
    rank: specific.rank,
    start: Math.min(left.start, right.start),
    end: Math.max(left.end, right.end),
  };
}

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
function* findRandomTokens(text: string): Generator<SecretFinding | undefined> {
  for (const { 0: found, index: start } of text.matchAll(token))
    yield isRandom(found) ? { kind, start, end: start + found.length } : undefined;
}

function isRandom(found: string): boolean {
  const isDense = new Set(found).size / found.length > 0.6;
  if (!isDense || !/[0-9]/.test(found) || !/[A-Z]/.test(found)) return false;
  return !isMonotonous(found) && !isPath(found) && !publicShapes.some(shape => shape.test(found));
}

/** Base64 has slashes as well, but no name in a path looks random. */
const isPath = (found: string): boolean =>
  isPathLike(found) && !found.split('/').some(name => isRandomName(name) && !isWordLike(name));

const isRandomName = (name: string): boolean =>
  name.length >= 20 || (name.length >= 8 && /[0-9]/.test(name) && /[A-Z]/.test(name) && /[a-z]/.test(name));
