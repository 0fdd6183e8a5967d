import type { ErrorPattern, Zone } from '../../../shared/model/handoff.ts';
import { type NoneShown, type PackageBlock, packageBlock, patternBlock } from './context-text.ts';
import type { RankedEntry, RankedPackage } from './rank-packages.ts';

/** Tokens of texts, in their order. */
export type CountTexts = (texts: readonly string[]) => Promise<readonly number[]>;

interface ComposeInput<Package> {
  readonly zone: Zone;
  /** All candidates in order, redacted. */
  readonly ranked: readonly RankedEntry<Package>[];
  /** Chosen error patterns, redacted. */
  readonly patterns: readonly ErrorPattern[];
  /** Most packages. */
  readonly limit: number;
  /** Tokens for packages and for error patterns. */
  readonly shares: { readonly packages: number; readonly errors: number };
}

export interface ShownPackage<Package> extends RankedEntry<Package> {
  /** What stands in the text: without content where that does not fit or the zone forbids it. */
  readonly block: PackageBlock;
  readonly tokens: number;
}

export interface ComposedContext<Package> {
  readonly shown: ShownPackage<Package>[];
  readonly patterns: ErrorPattern[];
  /** Candidates that the zone allows. */
  readonly available: number;
  readonly stoppedBy: 'limit' | 'share' | 'zone' | null;
  readonly noneShown?: NoneShown;
}

/** Chooses what an agent is shown in a zone, within limit and shares. */
export async function composeContext<Package extends RankedPackage & PackageBlock>(
  { zone, ranked, patterns, limit, shares }: ComposeInput<Package>,
  count: CountTexts,
): Promise<ComposedContext<Package>> {
  if (zone === 'Wrap-up' || zone === 'Emergency')
    return { shown: [], patterns: [], available: 0, stoppedBy: 'zone' };
  const isConservative = zone === 'Conservative';
  const allowed = isConservative ? ranked.filter(({ entry }) => entry.priority === 'critical') : ranked;
  if (isConservative && ranked.length > 0 && allowed.length === 0)
    return {
      shown: [],
      patterns: [],
      available: 0,
      stoppedBy: 'zone',
      noneShown: { kind: 'none critical' },
    };
  const most = isConservative ? 1 : limit;
  const shown = await fitPackages(allowed.slice(0, most), zone === 'Normal', shares.packages, count);
  const isTooSmall = shown.length < Math.min(most, allowed.length);
  const stoppedBy = isTooSmall ? 'share' : shown.length < allowed.length ? 'limit' : null;
  return {
    shown,
    patterns: zone === 'Normal' ? await fitPatterns(patterns, shares.errors, count) : [],
    available: allowed.length,
    stoppedBy,
    ...(shown.length === 0 &&
      allowed.length > 0 && { noneShown: { kind: 'too small', tokens: shares.packages } as const }),
  };
}

/** Takes packages in order until one does not fit, with their content as long as that fits too. */
async function fitPackages<Package extends PackageBlock>(
  ranked: readonly RankedEntry<Package>[],
  withContent: boolean,
  share: number,
  count: CountTexts,
): Promise<ShownPackage<Package>[]> {
  const shown: ShownPackage<Package>[] = [];
  let left = share;
  for (const one of ranked) {
    const { priority, file_path, summary, content, trust } = one.entry;
    const short: PackageBlock = { priority, file_path, summary, ...(trust !== undefined && { trust }) };
    const whole = withContent && content !== undefined && content !== '' ? [{ ...short, content }] : [];
    const blocks = [...whole, short].filter(block => couldFit(blockLength(block), left));
    const tokens = await count(blocks.map(packageBlock));
    const fitting = blocks.findIndex((_, index) => (tokens[index] ?? Number.POSITIVE_INFINITY) <= left);
    const block = blocks[fitting];
    if (block === undefined) break;
    const cost = tokens[fitting] ?? 0;
    shown.push({ ...one, block, tokens: cost });
    left -= cost;
  }
  return shown;
}

/** No token is longer: what has more characters need not be counted, which for megabytes takes minutes. */
const longestToken = 128;
const couldFit = (characters: number, left: number): boolean => characters <= left * longestToken;

const blockLength = ({ file_path, summary, content = '' }: PackageBlock): number =>
  file_path.length + summary.length + content.length;

const patternLength = ({ signature, solution }: ErrorPattern): number =>
  signature.error_type.length + signature.message_pattern.length + solution.length;

async function fitPatterns(
  patterns: readonly ErrorPattern[],
  share: number,
  count: CountTexts,
): Promise<ErrorPattern[]> {
  const tooLong = patterns.findIndex(pattern => !couldFit(patternLength(pattern), share));
  const possible = tooLong < 0 ? patterns : patterns.slice(0, tooLong);
  const tokens = await count(possible.map(patternBlock));
  let left = share;
  const end = tokens.findIndex(cost => {
    left -= cost;
    return left < 0;
  });
  return possible.slice(0, end < 0 ? possible.length : end);
}
