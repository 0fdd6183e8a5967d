import { packagePriorities } from '../../../../shared/model/package-words.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';
import type { ListedPackage } from '../handoff-store.ts';

export interface PackageFilter {
  readonly text: string;
  /** Undefined is every one. */
  readonly groupId?: string | undefined;
  readonly withSuperseded: boolean;
}

/** Packages that a filter lets through; each word must be found in path, summary, type, group or names of agents. */
export function filterPackages(
  packages: readonly ListedPackage[],
  { text, groupId, withSuperseded }: PackageFilter,
): ListedPackage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return packages.filter(one => {
    if (one.superseded && !withSuperseded) return false;
    // As an agent of the group sees it: its own and those for the whole session.
    if (groupId !== undefined && one.group_id !== null && one.group_id !== groupId) return false;
    const searched = searchedText(one);
    return words.every(word => searched.includes(word));
  });
}

function searchedText({
  id,
  file_path,
  summary,
  package_type,
  group_id,
  producer_agent,
  consumers,
}: ListedPackage) {
  const agents = consumers.map(({ agent_type }) => agent_type);
  return [`#${id}`, file_path, summary, package_type, group_id ?? '', producer_agent, ...agents]
    .join('\n')
    .toLowerCase();
}

export type PackageSort = 'created' | 'priority' | 'size';

/** Newest, most important or largest first; packages come newest first. */
export function sortPackages(packages: readonly ListedPackage[], sort: PackageSort): ListedPackage[] {
  if (sort === 'created') return [...packages];
  if (sort === 'size') return packages.toSorted((left, right) => right.size_bytes - left.size_bytes);
  const rank = ({ priority }: ListedPackage) => packagePriorities.indexOf(priority);
  return packages.toSorted((left, right) => rank(left) - rank(right));
}

/** An agent type with the iterations in which it has read a package; none where it was only addressed. */
export interface Reader {
  readonly agent: string;
  readonly reads: readonly { readonly iteration: number; readonly at: string }[];
}

/** The agent types of a package, by name, each with what it has read. */
export function readersOf({ consumers }: Pick<ListedPackage, 'consumers'>): Reader[] {
  const agents = [...new Set(consumers.map(({ agent_type }) => agent_type))].toSorted(inNaturalOrder);
  return agents.map(agent => ({
    agent,
    reads: consumers
      .filter(({ agent_type }) => agent_type === agent)
      .flatMap(({ iteration, consumed_at }) =>
        consumed_at === undefined ? [] : [{ iteration, at: consumed_at }],
      )
      .toSorted((left, right) => left.iteration - right.iteration),
  }));
}

/** What took the place of what, oldest first, with the package itself in between. */
export function supersedesChain(packages: readonly ListedPackage[], id: number): ListedPackage[] {
  const byId = new Map(packages.map(one => [one.id, one]));
  const newerOf = new Map(
    packages.flatMap(one => (one.supersedes_id === undefined ? [] : [[one.supersedes_id, one] as const])),
  );
  const before = walk(byId.get(id), one => byId.get(one.supersedes_id ?? -1)).toReversed();
  return [...before, ...walk(byId.get(id), one => newerOf.get(one.id)).slice(1)];
}

function walk(
  from: ListedPackage | undefined,
  next: (one: ListedPackage) => ListedPackage | undefined,
): ListedPackage[] {
  const seen = new Set<ListedPackage>();
  for (let at = from; at !== undefined && !seen.has(at); at = next(at)) seen.add(at);
  return [...seen];
}
