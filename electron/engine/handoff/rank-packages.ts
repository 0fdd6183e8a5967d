import type { PackageFactors } from '../../../shared/model/handoff.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import type { PackagePriority } from '../../../shared/model/package-words.ts';

/** What of a package counts for its rank. `consumers` are the agent types it is addressed to. */
export interface RankedPackage {
  readonly id: number;
  readonly priority: PackagePriority;
  readonly group_id?: string | null | undefined;
  readonly consumers: readonly string[];
  /** ISO 8601; without offset in UTC. */
  readonly created_at: string;
}

export interface RankRequest {
  /** Null, empty or absent asks for the whole session. */
  readonly group_id?: string | null | undefined;
  readonly agent_type: string;
}

export interface RankedEntry<Package> {
  readonly entry: Package;
  /** Sum of the factors. */
  readonly score: number;
  readonly factors: PackageFactors;
}

/** How well packages fit the words of a query, smaller is better as bm25 has it; absent where none fits. */
export type QueryFit = ReadonlyMap<number, number>;

const priorityWeights: Readonly<Record<PackagePriority, number>> = {
  critical: 4,
  high: 3,
  medium: 2,
  low: 1,
};
const dayMs = 86_400_000;

/** True when a package may be given for a request: any of the session, or its group's and session-wide ones. */
export function isInGroup(groupId: string | null | undefined, request: RankRequest): boolean {
  return isWholeSession(request.group_id) || isWholeSession(groupId) || groupId === request.group_id;
}

/**
 * Packages, best first: by score, then newer, then higher id. With `fit`, scores without their recency decide
 * first, then the query, then the rest.
 */
export function rankPackages<Package extends RankedPackage>(
  packages: readonly Package[],
  request: RankRequest,
  now: string,
  fit?: QueryFit,
): RankedEntry<Package>[] {
  const nowMs = instantMs(now) ?? 0;
  const ranked = packages.map(entry => {
    const createdMs = instantMs(entry.created_at) ?? 0;
    const factors = scoreFactors(entry, request, nowMs - createdMs);
    const base = factors.priority + factors.group + factors.agent;
    return { entry, score: base + factors.recency, factors, base, createdMs };
  });
  const byFit = (left: Package, right: Package) =>
    (fit?.get(left.id) ?? Number.POSITIVE_INFINITY) - (fit?.get(right.id) ?? Number.POSITIVE_INFINITY) || 0;
  return ranked
    .toSorted(
      (left, right) =>
        (fit === undefined ? 0 : right.base - left.base || byFit(left.entry, right.entry)) ||
        right.score - left.score ||
        right.createdMs - left.createdMs ||
        right.entry.id - left.entry.id,
    )
    .map(({ entry, score, factors }) => ({ entry, score, factors }));
}

function scoreFactors(entry: RankedPackage, request: RankRequest, ageMs: number): PackageFactors {
  const isSameGroup = !isWholeSession(request.group_id) && entry.group_id === request.group_id;
  // Membership, never a part of a name: "tech" is not "tech_lead".
  const isAddressed = entry.consumers.includes(request.agent_type);
  return {
    priority: priorityWeights[entry.priority] * 4,
    group: isSameGroup ? 2 : 0,
    agent: isAddressed ? 1.5 : 0,
    // A date in the future is not younger than now.
    recency: 1 / (Math.max(0, ageMs) / dayMs + 1),
  };
}

const isWholeSession = (groupId: string | null | undefined): boolean =>
  groupId === undefined || groupId === null || groupId === '';
