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
  const findings = findSecrets(text, findersOf[mode]);
  if (findings.length === 0) return { text, findings };
  const parts = findings.map((finding, index) => {
    const previousEnd = findings[index - 1]?.end ?? 0;
    return `${text.slice(previousEnd, finding.start)}[REDACTED:${finding.kind}]`;
  });
  return { text: parts.join('') + text.slice(findings.at(-1)?.end ?? 0), findings };
}

/** Version of the patterns when they find nothing in any of the texts, to be stored beside them (A3b); else null. */
export function cleanUnder(texts: readonly string[]): number | null {
  return texts.every(text => redact(text).findings.length === 0) ? redactionVersion : null;
}

function findSecrets(text: string, finders: readonly SecretFinder[]): readonly Finding[] {
  const found = finders.flatMap((finder, rank) => {
    const isPossible = finder.hints.length === 0 || finder.hints.some(hint => text.includes(hint));
    return isPossible ? finder.find(text).map(finding => ({ ...finding, rank })) : [];
  });
  if (found.length === 0) return [];
  const images = imageSpans(text);
  const outside = found.filter(
    ({ start, end }) => !images.some(image => start >= image.start && end <= image.end),
  );
  return mergeOverlaps(outside);
}

/** Base64 of a `data:` address is content, whatever it looks like. */
function imageSpans(text: string) {
  if (!text.includes(';base64,')) return [];
  const addresses = text.matchAll(
    /data:[A-Za-z0-9.+/-]{1,100}(?:;[A-Za-z0-9=._-]{1,100}){0,5};base64,[A-Za-z0-9+/=_-]*/g,
  );
  return [...addresses].map(match => ({ start: match.index, end: match.index + match[0].length }));
}

/** One finding per stretch of text; the most specific finder names it. */
function mergeOverlaps(found: readonly (Finding & { readonly rank: number })[]): Finding[] {
  const sorted = found.toSorted((left, right) => left.start - right.start || left.rank - right.rank);
  const merged: (Finding & { readonly rank: number })[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else merged[merged.length - 1] = joined(last, finding);
  }
  return merged.map(({ kind, start, end }) => ({ kind, start, end }));
}

function joined<Ranked extends Finding & { readonly rank: number }>(left: Ranked, right: Ranked) {
  const specific = right.rank < left.rank ? right : left;
  return {
    kind: specific.kind,
    rank: specific.rank,
    start: Math.min(left.start, right.start),
    end: Math.max(left.end, right.end),
  };
}
