import { unreachable } from '../../../../shared/contract/errors.ts';
import type { AgentContext, LeftOutPackage, PackageFactors } from '../../../../shared/model/handoff.ts';
import type { PackagePriority } from '../../../../shared/model/package-words.ts';
import { t } from '../../../texts/texts.ts';
import { formatCount, formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import type { ListedPackage } from '../handoff-store.ts';

/** A package of the session, and whether the agent gets it. */
export interface ContextRow {
  readonly id: number;
  readonly filePath: string;
  readonly priority: PackagePriority;
  readonly summary: string;
  readonly isTaken: boolean;
  /** Why it is there as it is, or why it is not. */
  readonly words: string;
  readonly score?: number | undefined;
  readonly factors?: PackageFactors | undefined;
}

interface Asker {
  readonly agent: string;
  readonly iteration: number;
}

/** All packages of a session: what the agent gets in its order, then what it does not, those that were ranked first. */
export function contextRows(
  context: AgentContext,
  packages: readonly ListedPackage[],
  asker: Asker,
): ContextRow[] {
  const taken = context.packages.map(
    ({ id, file_path, priority, summary, content, tokens, score, factors }): ContextRow => ({
      id,
      filePath: file_path,
      priority,
      summary,
      isTaken: true,
      words: `${formatCounted(tokens, 'token')}, ${content === undefined ? t('summary only') : t('with content')}`,
      score,
      factors,
    }),
  );
  const byId = new Map(packages.map(one => [one.id, one]));
  const left = (context.left_out ?? []).flatMap((one): ContextRow[] => {
    const known = byId.get(one.id);
    // Listed a moment later than the context was made.
    if (known === undefined) return [];
    const { id, file_path, priority, summary } = known;
    const words = leftOutWords(one, known, context, packages, asker);
    const { score, factors } = one;
    return [{ id, filePath: file_path, priority, summary, isTaken: false, words, score, factors }];
  });
  return [...taken, ...left];
}

function leftOutWords(
  { reason }: LeftOutPackage,
  { id, group_id }: ListedPackage,
  { zone, shares, packages: taken }: AgentContext,
  packages: readonly ListedPackage[],
  { agent, iteration }: Asker,
): string {
  switch (reason) {
    case 'superseded': {
      const newer = packages.find(({ supersedes_id }) => supersedes_id === id);
      return newer === undefined
        ? t('another took its place')
        : t('#{id} took its place', { id: String(newer.id) });
    }
    case 'consumed':
      return t('{agent} has read it in iteration {iteration}', { agent, iteration });
    case 'group':
      return t('it is for the group {group_id}', { group_id: group_id ?? '' });
    case 'zone':
      return zone === 'Conservative'
        ? t('Conservative: critical packages only')
        : t('{zone}: no packages', { zone });
    case 'share':
      return t('the share of {packages} tokens is used up', { packages: shares.packages });
    case 'limit':
      if (zone === 'Conservative') return t('Conservative: one critical package at most');
      return t('after the limit of {packages}', { packages: formatCounted(taken.length, 'package') });
    default:
      return unreachable(reason);
  }
}

/** The most that each factor of a score can be. */
export const mostOfFactor: PackageFactors = { priority: 16, group: 2, agent: 1.5, recency: 1 };

/** A part of a score as it is read: whole or half where it is, else with two decimals. */
export function factorText(value: number): string {
  if (Number.isInteger(value)) return formatCount(value);
  return formatDecimal(value, Number.isInteger(value * 2) ? 1 : 2);
}
