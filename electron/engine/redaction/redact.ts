import { assignmentFinder } from './assignments.ts';
import { credentialFinders } from './credentials.ts';
import { entropyFinder } from './entropy.ts';
import type { Finding, RedactionMode, SecretFinder } from './finding.ts';
import { keyBlockFinders } from './key-blocks.ts';
import { vendorTokenFinders } from './vendor-tokens.ts';

/** Bound into stored scans: raise it when a pattern changes (A3b). */
export const redactionVersion = 2;

/** A text without its secrets, and where they were in the input. */
export interface Redacted {
  readonly text: string;
  readonly findings: readonly Finding[];
}

// From the most to the least specific: where findings overlap, the earlier finder names the kind.
const patternFinders: readonly SecretFinder[] = [
  ...keyBlockFinders,
  ...vendorTokenFinders,
  ...credentialFinders,
  assignmentFinder,
];

const findersOf = {
  pattern_only: patternFinders,
  entropy: [entropyFinder],
  both: [...patternFinders, entropyFinder],
  off: [],
} as const satisfies Record<RedactionMode, readonly SecretFinder[]>;

/** Texts up to this length are looked through for any hint first, which is cheaper than for each. */
const shortText = 256;
const anyHint = new RegExp(
  patternFinders
    .flatMap(({ hints }) => hints)
    .map(hint => hint.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|'),
);

/** Replaces secrets by `[REDACTED:<kind>]` (H10). `findings` are in order and do not overlap; linear in the text. */
export function redact(text: string, mode: RedactionMode = 'pattern_only'): Redacted {
  if (mode === 'pattern_only' && text.length <= shortText && !anyHint.test(text))
    return { text, findings: [] };
  const search = searchSecrets(text, findersOf[mode]);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
  }
}

/** `redact` for texts of any length: asks `pause` again and again, by which the caller lets others run when it is time. */
export async function redactInStretches(
  text: string,
  mode: RedactionMode,
  pause: () => Promise<void> | undefined,
): Promise<Redacted> {
  const search = searchSecrets(text, findersOf[mode]);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value;
    const others = pause();
    if (others !== undefined) await others;
  }
}

/** Version of the patterns when they find nothing in any of the texts, to be stored beside them (A3b); else null. */
export function cleanUnder(texts: readonly string[]): number | null {
  return texts.every(text => redact(text).findings.length === 0) ? redactionVersion : null;
}

interface Ranked extends Finding {
  readonly rank: number;
}

/** Looking for one hint in a text up to this length takes no time worth stopping for. */
const longText = 65_536;

/** Stops after each place that looked like a secret and each pattern, so that a long search can be interrupted. */
function* searchSecrets(text: string, finders: readonly SecretFinder[]): Generator<void, Redacted> {
  const found: Ranked[] = [];
  for (const [rank, finder] of finders.entries()) {
    if (text.length > longText) yield;
    const isPossible = finder.hints.length === 0 || finder.hints.some(hint => text.includes(hint));
    if (!isPossible) continue;
    for (const one of finder.find(text)) {
      if (one !== undefined) found.push({ ...one, rank });
      yield;
    }
  }
  if (found.length === 0) return { text, findings: [] };
  const sorted = found.toSorted((left, right) => left.start - right.start || left.rank - right.rank);
  return yield* replaceSecrets(text, mergeOverlaps(yield* outsideImages(text, sorted)));
}

function* replaceSecrets(text: string, merged: readonly Ranked[]): Generator<void, Redacted> {
  const findings: Finding[] = [];
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
function* outsideImages(text: string, sorted: readonly Ranked[]): Generator<void, readonly Ranked[]> {
  if (!text.includes(';base64,')) return sorted;
  const addresses = text.matchAll(
    /data:[A-Za-z0-9.+/-]{1,100}(?:;[A-Za-z0-9=._-]{1,100}){0,5};base64,[A-Za-z0-9+/=_-]*/g,
  );
  const outside: Ranked[] = [];
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
function mergeOverlaps(sorted: readonly Ranked[]): Ranked[] {
  const merged: Ranked[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else merged[merged.length - 1] = joined(last, finding);
  }
  return merged;
}

function joined(left: Ranked, right: Ranked): Ranked {
  const specific = right.rank < left.rank ? right : left;
  return {
    kind: specific.kind,
    rank: specific.rank,
    start: Math.min(left.start, right.start),
    end: Math.max(left.end, right.end),
  };
}
