import { literalPattern } from '../literal-pattern.ts';
import { assignmentKinds } from './assignments.ts';
import { decodedRuns, nextRun } from './base64-runs.ts';
import { credentialKinds } from './credentials.ts';
import { decodedView, isDisguised } from './decoded-view.ts';
import type { SecretFinding } from './finding.ts';
import { createHintScanner, type Hit } from './hint-scanner.ts';
import { type JoinAllowance, joinLines, longestLine, mayGoOn, mayHaveBegun } from './joined-lines.ts';
import { type Accept, matchAt, type SecretKind, shape } from './secret-kind.ts';
import type { TextView } from './text-view.ts';
import { vendorKinds } from './vendor-kinds.ts';

/** A finding with its place in the table of kinds: where several overlap, the first names the whole. */
export interface RankedFinding extends SecretFinding {
  readonly rank: number;
}

// The body ends at the next five dashes, so that many unfinished blocks cost no more than one.
const body = '(?:[^-]|-(?!----)){16,32768}';

/** A key has at least one long run of base64; `...` between the lines is documentation. */
const hasKeyMaterial: Accept = secret =>
  /[A-Za-z0-9+/]{16}/.test(secret.replace(/-----[^-]{1,64}-----/g, ''));

const block = (label: string) =>
  // A block whose end was cut off is still a key: then its base64 lines are taken.
  new RegExp(
    `-----BEGIN ${label}-----(?:${body}-----END ${label}-----|(?:\\\\[nr]|\\s){1,4}(?:[A-Za-z0-9+/=]{1,128}(?:\\\\[nr]?|\\s|$){0,4}){1,512})`,
  );

const serviceAccountKey =
  /"private_key"\s{0,8}:\s{0,8}"(?<secret>-----BEGIN PRIVATE KEY-----(?:[^-"]|-(?!----)){16,32768}-----END PRIVATE KEY-----(?:\\n)?)"/;

const begin = '-----begin ';

/** Private keys in PEM and PGP armour and in the file of PuTTY. */
const keyBlockKinds: readonly SecretKind[] = [
  shape('gcp-service-account', '"private_key"', serviceAccountKey, hasKeyMaterial),
  shape('openssh-key-block', begin, block('OPENSSH PRIVATE KEY'), hasKeyMaterial),
  shape('pgp-private-key-block', begin, block('PGP PRIVATE KEY BLOCK'), hasKeyMaterial),
  shape('private-key-block', begin, block('(?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY'), hasKeyMaterial),
  shape(
    'putty-private-key',
    'private-lines:',
    /Private-Lines:[ \t]{0,4}[0-9]{1,4}\r?\n(?<secret>(?:[A-Za-z0-9+/=]{1,76}(?:\\?\r?\n[ \t]{0,8})?){1,256})/i,
  ),
];

/** All kinds, from the most to the least specific. */
export const secretKinds: readonly SecretKind[] = [
  ...keyBlockKinds,
  ...vendorKinds,
  ...credentialKinds,
  ...assignmentKinds,
];

/** Disguises within disguises: base64 of escaped text, escaped twice. */
const deepest = 2;
/** After so many characters, or hints, others may run. */
const stretch = 8192;
const hitsAtOnce = 16;
/** What is longer is passed over when it was found, whatever it holds. */
const endless = 65_536;

const scanHints = createHintScanner(secretKinds);

/**
 * Finds secrets of all kinds in a text as it stands and behind its disguises: percent signs, escapes, invisible
 * characters, concatenation, base64, wrapped lines. Gives undefined from time to time, so that others can run.
 */
export function* findSecrets(text: string, depth = 0): Generator<RankedFinding | undefined> {
  yield* new HintSearch(text).findings();
  yield* findUnhinted(text);
  if (depth === deepest) return;
  const view = yield* decodedView(text);
  if (view !== undefined) yield* findBehind(view, depth + 1);
  for (const run of decodedRuns(text))
    if (run === undefined) yield undefined;
    else yield* findBehind(run, depth + 1);
}

/** False where no secret can stand in a text, in whatever disguise; quicker than looking for one. */
export function mayHoldSecret(text: string): boolean {
  return (
    scanHints(text).next(text.length) !== undefined ||
    isDisguised(text) ||
    nextRun(text, 0) !== undefined ||
    unhinted.some(({ search }) => text.search(search) >= 0)
  );
}

function* findBehind(view: TextView, depth: number): Generator<RankedFinding | undefined> {
  for (const found of findSecrets(view.text, depth))
    yield found && { ...found, start: view.startOf(found.start), end: view.endOf(found.end) };
}

/** Looks at each hint of a text for the kinds that have it. */
class HintSearch {
  readonly #text: string;
  /** By kind: up to where the text was judged. */
  readonly #ends = new Map<number, number>();
  readonly #allowance: JoinAllowance;
  #lineEnd = -1;
  #lastHit = -1;
  #goesOn = false;
  #guarded: RegExp | undefined;
  #guardedAt = -1;
  #isPassed = false;

  constructor(text: string) {
    this.#text = text;
    this.#allowance = { characters: text.length + endless };
  }

  *findings(): Generator<RankedFinding | undefined> {
    const scan = scanHints(this.#text);
    let pause = stretch;
    let hits = 0;
    while (scan.at < this.#text.length) {
      for (const hit of scan.next(pause) ?? []) {
        const found = this.#judge(hit);
        for (const one of found) {
          yield one;
          if (one.end - hit.end > endless) scan.skipTo(one.end);
        }
        hits += 1;
      }
      if (scan.at < pause && hits < hitsAtOnce) continue;
      pause = scan.at + stretch;
      hits = 0;
      yield undefined;
    }
  }

  #judge(hit: Hit): readonly RankedFinding[] {
    const found: RankedFinding[] = [];
    for (const rank of hit.rows) {
      const kind = secretKinds[rank];
      if (kind === undefined || hit.start < (this.#ends.get(rank) ?? 0) || !this.#isGuarded(kind, hit))
        continue;
      const match = matchAt(kind, this.#text, hit.start);
      const finding = this.#isWrapped(kind, hit, match?.finding)
        ? joinLines(this.#text, { kind, hit, first: match?.finding }, startsToken, this.#allowance)
        : match?.finding;
      const end = finding?.end ?? match?.end ?? hit.end;
      // What only looks like a secret may hold one, but a long one is not read again and again.
      if (finding !== undefined || end - hit.end > longestLine) this.#ends.set(rank, end);
      if (finding !== undefined) found.push({ ...finding, rank });
    }
    return found;
  }

  /** Whether what several kinds have in common is there. */
  #isGuarded({ guard }: SecretKind, hit: Hit): boolean {
    if (guard === undefined || hit.isSplit) return true;
    if (this.#guarded !== guard || this.#guardedAt !== hit.start) {
      this.#guarded = guard;
      this.#guardedAt = hit.start;
      guard.lastIndex = hit.start;
      this.#isPassed = guard.test(this.#text);
    }
    return this.#isPassed;
  }

  #isWrapped(kind: SecretKind, hit: Hit, first: SecretFinding | undefined): boolean {
    if (first !== undefined) {
      const lineEnd = first.end + this.#text.slice(first.end, first.end + 3).indexOf('\n');
      return mayGoOn(this.#text, first.end, lineEnd, true);
    }
    if (hit.isSplit || (kind.isLookingBack && mayHaveBegun(this.#text, hit.start))) return true;
    // The same for all kinds that have the hint.
    if (this.#lastHit !== hit.end) {
      this.#lastHit = hit.end;
      this.#goesOn = mayGoOn(this.#text, hit.end, this.#endOfLine(hit.end), false);
    }
    return this.#goesOn;
  }

  #endOfLine(from: number): number {
    if (this.#lineEnd < from) {
      const end = this.#text.indexOf('\n', from);
      this.#lineEnd = end < 0 ? this.#text.length : end;
    }
    return this.#lineEnd;
  }
}

const anyPrefix = new RegExp(
  `^(?:${secretKinds
    .filter(({ isWord }) => isWord)
    .flatMap(({ hints }) => hints)
    .filter(hint => hint.length > 3)
    .map(literalPattern)
    .join('|')})`,
  'i',
);
const startsToken = (line: string): boolean => anyPrefix.test(line);

const unhinted = secretKinds.flatMap((kind, rank) =>
  kind.hints.length > 0 ? [] : [{ kind, rank, search: new RegExp(kind.pattern.source, 'g') }],
);

function* findUnhinted(text: string): Generator<RankedFinding | undefined> {
  for (const { kind, rank, search } of unhinted)
    for (const { index } of text.matchAll(search)) {
      const finding = matchAt(kind, text, index)?.finding;
      yield finding && { ...finding, rank };
    }
}
