/** Of two versions of something, one's own and somebody else's. */
export type MergeSide = 'mine' | 'theirs';

interface Orders {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * The order of all ids of both sides: that of the side that moved any, with the other's new ones behind their
 * neighbours. Only where both moved ids differently is `choose` asked, with the orders of the ids that all three have.
 */
export function mergeOrder(
  { base, mine, theirs }: Orders,
  choose: (conflict: Orders) => MergeSide,
): string[] {
  const isEverywhere = idsIn(base, mine, theirs);
  const common: Orders = {
    base: base.filter(isEverywhere),
    mine: mine.filter(isEverywhere),
    theirs: theirs.filter(isEverywhere),
  };
  const side = leadingSide(common, choose);
  return side === 'mine' ? insertMissing(mine, theirs) : insertMissing(theirs, mine);
}

function leadingSide(common: Orders, choose: (conflict: Orders) => MergeSide): MergeSide {
  if (isSameOrder(common.mine, common.base)) return 'theirs';
  if (isSameOrder(common.theirs, common.base) || isSameOrder(common.mine, common.theirs)) return 'mine';
  return choose(common);
}

/** Each id that only `other` has comes right behind the one it follows there. */
function insertMissing(spine: readonly string[], other: readonly string[]): string[] {
  const own = new Set(spine);
  const followers = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const id of other) {
    if (own.has(id)) anchor = id;
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id]);
  }
  const behind = (id: string | undefined): string[] => followers.get(id) ?? [];
  return [...behind(undefined), ...spine.flatMap(id => [id, ...behind(id)])];
}

function idsIn(...lists: readonly (readonly string[])[]): (id: string) => boolean {
  const sets = lists.map(list => new Set(list));
  return id => sets.every(set => set.has(id));
}

const isSameOrder = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((id, index) => id === right[index]);
