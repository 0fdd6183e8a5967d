import { ownValue } from '../model/entries.ts';
import { isJsonEqual, isJsonObject, type JsonObject } from '../model/json.ts';
import type { ContextRuleEngine } from '../model/rule.ts';

/**
 * A place that both sides changed, each in its own way. `path` leads there through keys; below `rules` the next step
 * is a rule's id, and `['rules']` alone is their order (lists of ids), or all of them where ids do not tell them apart.
 * The empty path is the whole document. A side is undefined when there is nothing at that place.
 */
export interface MergeConflict {
  readonly path: readonly string[];
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge<Document> {
  /** Undefined when the document is deleted. */
  readonly merged: Document | undefined;
  readonly conflicts: readonly MergeConflict[];
}

/** Which side's version stands where both changed the same. */
type Prefer = (conflict: MergeConflict) => MergeSide;

const preferMine: Prefer = () => 'mine';

/**
 * Merges two changed versions of a document with the one that both began from (files of a project).
 * Each key that one side changed has that side's value; what both changed differently is a conflict, where `prefer`
 * chooses what stands. An unchanged side gives the other one itself. Unknown keys count like known ones.
 */
export function mergeDocuments<Document extends { readonly id: string }>(
  base: Document | undefined,
  mine: Document | undefined,
  theirs: Document | undefined,
  prefer: Prefer = preferMine,
): Merge<Document> {
  return merge({ base, mine, theirs }, prefer, mergeKeys);
}

/** The same for rule engines: rules are matched by id and merged key by key, wherever they stand. */
export function mergeEngines(
  base: ContextRuleEngine | undefined,
  mine: ContextRuleEngine | undefined,
  theirs: ContextRuleEngine | undefined,
  prefer: Prefer = preferMine,
): Merge<ContextRuleEngine> {
  return merge({ base, mine, theirs }, prefer, (sides, path, decide) =>
    mergeKeys(sides, path, decide, { rules: mergeRules }),
  );
}

/** The three versions of one place; undefined where there is nothing. */
interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

type Decide = (path: readonly string[], sides: Sides) => unknown;
/** Merges what both sides changed. */
type MergePart = (sides: Sides, path: readonly string[], decide: Decide) => unknown;

function merge<Document>(
  sides: Sides & { readonly [Side in keyof Sides]: Document | undefined },
  prefer: Prefer,
  mergePart: MergePart,
): Merge<Document> {
  const conflicts: MergeConflict[] = [];
  const decide: Decide = (path, { base, mine, theirs }) => {
    const conflict = { path, base, mine, theirs };
    conflicts.push(conflict);
    return prefer(conflict) === 'mine' ? mine : theirs;
  };
  // It is put together from keys of documents of this type.
  const merged = mergePlace(sides, [], decide, mergePart) as Document | undefined;
  return { merged, conflicts };
}

function mergePlace(sides: Sides, path: readonly string[], decide: Decide, mergePart?: MergePart): unknown {
  const { base, mine, theirs } = sides;
  if (isJsonEqual(mine, theirs) || isJsonEqual(theirs, base)) return mine;
  if (isJsonEqual(mine, base)) return theirs;
  return mergePart === undefined ? decide(path, sides) : mergePart(sides, path, decide);
}

function mergeKeys(
  sides: Sides,
  path: readonly string[],
  decide: Decide,
  parts: Readonly<Record<string, MergePart>> = {},
): unknown {
  const { base = {}, mine, theirs } = sides;
  if (!isJsonObject(base) || !isJsonObject(mine) || !isJsonObject(theirs)) return decide(path, sides);
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const entries = [...keys].map(key => {
    const part = ownValue(parts, key);
    return [key, mergePlace(sidesAt({ base, mine, theirs }, key), [...path, key], decide, part)] as const;
  });
  // Keys such as __proto__ become keys here, as in the files.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const mergeRules: MergePart = (sides, path, decide) => {
  const base = rulesById(sides.base ?? []);
  const mine = rulesById(sides.mine);
  const theirs = rulesById(sides.theirs);
  if (base === undefined || mine === undefined || theirs === undefined) return decide(path, sides);
  const merged = new Map<string, unknown>();
  for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
    const rule = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) };
    const result = mergePlace(rule, [...path, id], decide, mergeKeys);
    if (result !== undefined) merged.set(id, result);
  }
  const idsOf = (rules: ReadonlyMap<string, unknown>) => [...rules.keys()];
  const order = mergeOrder({ base: idsOf(base), mine: idsOf(mine), theirs: idsOf(theirs) }, conflict =>
    decide(path, conflict) === conflict.mine ? 'mine' : 'theirs',
  );
  return order.flatMap(id => (merged.has(id) ? [merged.get(id)] : []));
};

/** Undefined when ids do not tell the rules apart. */
function rulesById(rules: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(rules)) return undefined;
  const byId = new Map<string, unknown>();
  const given: readonly unknown[] = rules;
  for (const rule of given) {
    const id = isJsonObject(rule) ? ownValue(rule, 'id') : undefined;
    if (typeof id !== 'string' || byId.has(id)) return undefined;
    byId.set(id, rule);
  }
  return byId;
}

const sidesAt = (sides: { readonly [Side in keyof Sides]: JsonObject }, key: string): Sides => ({
  base: ownValue(sides.base, key),
  mine: ownValue(sides.mine, key),
  theirs: ownValue(sides.theirs, key),
});

/** What a prototype says is no value of the file. */

/** Of two versions of something, one's own and somebody else's. */
type MergeSide = 'mine' | 'theirs';

interface Orders {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * The order of all ids of both sides: that of the side that moved any, with the other's new ones behind their
 * neighbours. Only where both moved ids differently is `choose` asked, with the orders of the ids that all three have.
 */
function mergeOrder({ base, mine, theirs }: Orders, choose: (conflict: Orders) => MergeSide): string[] {
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
