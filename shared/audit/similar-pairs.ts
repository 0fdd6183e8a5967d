import { compareCodeUnits } from '../model/compare-code-units.ts';

/**
 * Pairs of sets whose common members are at least `least` of all their members (Jaccard), without comparing each with
 * each: sets that are so much alike share one of their rarest members. Stops again and again.
 */
export function* similarPairs(
  sets: readonly ReadonlySet<string>[],
  least: number,
  smallest: number,
): Generator<void, (readonly [number, number])[]> {
  const frequency = new Map<string, number>();
  for (const set of sets) {
    for (const member of set) frequency.set(member, (frequency.get(member) ?? 0) + 1);
    yield;
  }
  const found: (readonly [number, number])[] = [];
  const holders = new Map<string, number[]>();
  for (const [at, set] of sets.entries()) {
    if (set.size < smallest) continue;
    for (const other of candidates(set, frequency, least, holders, at)) {
      if (jaccard(set, sets[other] ?? set) >= least) found.push([other, at]);
      yield;
    }
    yield;
  }
  return found;
}

/** Sets before this one that share one of its rarest members; it is entered under these. */
function candidates(
  set: ReadonlySet<string>,
  frequency: ReadonlyMap<string, number>,
  least: number,
  holders: Map<string, number[]>,
  at: number,
): Set<number> {
  const rarest = [...set].sort(
    (left, right) =>
      (frequency.get(left) ?? 0) - (frequency.get(right) ?? 0) || compareCodeUnits(left, right),
  );
  const count = set.size - Math.ceil(least * set.size) + 1;
  const met = new Set<number>();
  for (const member of rarest.slice(0, count)) {
    const known = holders.get(member) ?? [];
    holders.set(member, known);
    // What hundreds share tells nothing apart; their pairs would be as many as there are texts squared.
    if (known.length < mostHolders) for (const other of known) met.add(other);
    known.push(at);
  }
  return met;
}

const mostHolders = 500;

function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const member of left) if (right.has(member)) common += 1;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}

/** True where one has all members of the other: it says more, and speaks of nothing else. */
export function isWithin(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  for (const member of small) if (!large.has(member)) return false;
  return true;
}
