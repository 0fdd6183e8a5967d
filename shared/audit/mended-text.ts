import type { SecretFinding } from '../redaction/finding.ts';
import { redact } from '../redaction/redact.ts';
import { longestTokens } from './kinds/too-long.ts';

/** A stretch of a text, `to` exclusive. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** All that is to be done with one text; positions are those of the text as it is. */
export interface TextMends {
  readonly cuts: readonly Stretch[];
  readonly isRedacted: boolean;
  readonly isSplit: boolean;
}

/**
 * What is left of a text: in one part, in several, or in none. Each mend is resolved against the text as it was, so
 * that what one takes away moves nothing that another is about, and what two take away goes once.
 */
export function mendedText(text: string, { cuts, isRedacted, isSplit }: TextMends): string[] {
  const whole = { from: 0, to: text.length };
  const secrets: Secrets = { found: isRedacted ? redact(text).findings : [], told: new Set() };
  if (!isSplit && cuts.length === 0) return [written(text, whole, secrets)];
  const gone = united(cuts);
  const parts = isSplit ? [...partsOf(text, whole)] : [whole];
  return parts.flatMap(part => {
    const kept = without(part, gone).map(stretch => written(text, stretch, secrets));
    const rest = kept.map(one => one.trim()).filter(one => one !== '');
    return rest.length === 0 ? [] : [rest.join(' ')];
  });
}

/** In order, none of which touches another. */
function united(cuts: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const { from, to } of cuts.toSorted((left, right) => left.from - right.from)) {
    const last = found.at(-1);
    if (last === undefined || from > last.to) found.push({ from, to });
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return found;
}

function without({ from, to }: Stretch, gone: readonly Stretch[]): Stretch[] {
  const starts = [from, ...gone.map(one => Math.max(from, one.to))];
  const ends = [...gone.map(one => Math.min(to, one.from)), to];
  return starts.flatMap((start, at) => {
    const end = ends[at] ?? to;
    return start < end ? [{ from: start, to: end }] : [];
  });
}

interface Secrets {
  readonly found: readonly SecretFinding[];
  /** Of one that is cut in two the first part names it. */
  readonly told: Set<SecretFinding>;
}

/** A stretch without its secrets. */
function written(text: string, { from, to }: Stretch, { found, told }: Secrets): string {
  let at = from;
  let shown = '';
  for (const secret of found) {
    const { kind, start, end } = secret;
    if (end <= from || start >= to) continue;
    shown += text.slice(at, Math.max(at, start)) + (told.has(secret) ? '' : `[REDACTED:${kind}]`);
    told.add(secret);
    at = Math.min(to, end);
  }
  return shown + text.slice(at, to);
}

/** Characters that a text may have at most. */
const longest = longestTokens * 4;

/** Parts of at most the longest length that a text may have, at paragraphs, else lines, else sentences, else anywhere. */
function* partsOf(text: string, whole: Stretch): Generator<Stretch> {
  for (const end of [/\n\s*\n/g, /\n/g, /(?<=[.!?])\s+/g]) {
    const parts = partedAt(text, whole, end);
    if (parts.length < 2) continue;
    for (const part of parts)
      if (part.to - part.from > longest) yield* partsOf(text, part);
      else yield part;
    return;
  }
  for (let from = whole.from; from < whole.to; ) {
    const to = Math.min(whole.to, from + longest);
    const end = to < whole.to && /[\uD800-\uDBFF]/.test(text[to - 1] ?? '') ? to - 1 : to;
    yield { from, to: end };
    from = end;
  }
}

/** What stands between ends, unless it is blank. */
function partedAt(text: string, { from, to }: Stretch, end: RegExp): Stretch[] {
  const own = text.slice(from, to);
  const ends = [...own.matchAll(end)];
  const starts = [0, ...ends.map(one => one.index + one[0].length)];
  return starts.flatMap((start, at) => {
    const stop = ends[at]?.index ?? own.length;
    return own.slice(start, stop).trim() === '' ? [] : [{ from: from + start, to: from + stop }];
  });
}
