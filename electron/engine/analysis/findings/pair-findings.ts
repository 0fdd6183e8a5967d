import type { Finding } from '../../../../shared/model/finding.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import { hasRelated, type JudgedRule } from '../judged-rule.ts';
import { type Inclusion, includes } from '../rule-inclusion.ts';
import { requestWith } from '../witness-request.ts';

/** How a rule lies within another that adds at least its memories; `around` is the other way, `no` where they add different ones. */
export interface PairRelation {
  readonly within: Exclude<Inclusion, 'no'>;
  readonly around: Inclusion;
}

/** `duplicate` and `subsumed` of one rule against all others that add its memories (R10). */
export function pairFindings(rules: readonly JudgedRule[], regexes: RegexCache): Finding[] {
  const index = memoryIndex(rules);
  const positions = new Map(rules.map((rule, position) => [rule, position]));
  return rules.flatMap((inner, position) =>
    rulesAdding(inner, rules, index).flatMap(outer => {
      const relation = relate(inner, outer, regexes);
      if (relation === undefined) return [];
      return pairFinding(inner, outer, relation, position < (positions.get(outer) ?? 0));
    }),
  );
}

/** The relation of two rules of which the outer adds at least the inner one's memories; undefined when there is none. */
export function relate(inner: JudgedRule, outer: JudgedRule, regexes: RegexCache): PairRelation | undefined {
  if (outer === inner || inner.firing.kind === 'none' || outer.firing.kind === 'none') return undefined;
  if (!couldInclude(outer, inner)) return undefined;
  const within = includes(outer, inner, regexes);
  if (within === 'no') return undefined;
  const isSameMemories = inner.memories.size === outer.memories.size;
  return { within, around: isSameMemories ? includes(inner, outer, regexes) : 'no' };
}

/** What a relation means for the user. */
export function pairFinding(
  inner: JudgedRule,
  outer: JudgedRule,
  { within, around }: PairRelation,
  innerIsFirst: boolean,
): Finding[] {
  if (around === 'no') return [subsumed(inner, outer, within)];
  // A pair of duplicates is told once, at the later rule.
  return innerIsFirst ? [] : [duplicate(inner, outer, within === 'possible' || around === 'possible')];
}

function subsumed(inner: JudgedRule, outer: JudgedRule, within: Inclusion): Finding {
  const possible = within === 'possible';
  return {
    code: 'subsumed',
    severity: possible ? 'info' : 'warning',
    possible,
    message: `Whenever "${inner.rule.name}" fires, "${outer.rule.name}" ${possible ? 'possibly ' : ''}fires too and adds the same memories.`,
    rules: [inner.ref, outer.ref],
    ...witnessOf(inner),
  };
}

function duplicate(later: JudgedRule, earlier: JudgedRule, possible: boolean): Finding {
  return {
    code: 'duplicate',
    severity: possible ? 'info' : 'warning',
    possible,
    message: `"${later.rule.name}" ${possible ? 'possibly ' : ''}fires exactly when "${earlier.rule.name}" does and adds the same memories.`,
    rules: [later.ref, earlier.ref],
    ...witnessOf(later),
  };
}

function witnessOf({ firing }: JudgedRule): Pick<Finding, 'witness'> {
  return firing.kind === 'found' ? { witness: requestWith(firing.values) } : {};
}

/** A field that only the outer rule asks for is free in the inner one, so its conditions would have to hold always. */
function couldInclude(outer: JudgedRule, inner: JudgedRule): boolean {
  for (const selective of outer.selective)
    if (!inner.byField.has(selective.field) && !hasRelated(inner, selective)) return false;
  return true;
}

export type MemoryIndex = ReadonlyMap<string, readonly JudgedRule[]>;

/** Rules by the memories they add, in their order. */
export function memoryIndex(rules: readonly JudgedRule[]): MemoryIndex {
  const index = new Map<string, JudgedRule[]>();
  for (const rule of rules)
    for (const memory of rule.memories) {
      const adding = index.get(memory);
      if (adding === undefined) index.set(memory, [rule]);
      else adding.push(rule);
    }
  return index;
}

/** Rules that add at least the memories of this one; the rarest memory narrows the search. */
export function rulesAdding(
  rule: JudgedRule,
  all: readonly JudgedRule[],
  index: MemoryIndex,
): readonly JudgedRule[] {
  const lists = [...rule.memories].map(memory => index.get(memory) ?? []);
  const shortest = lists.reduce((best, list) => (list.length < best.length ? list : best), lists[0] ?? all);
  // A rule of one memory is in no other list.
  if (lists.length === 1) return shortest;
  return shortest.filter(other => addsAll(other, rule));
}

/** True when a rule adds every memory of another. */
export function addsAll(outer: JudgedRule, inner: JudgedRule): boolean {
  for (const memory of inner.memories) if (!outer.memories.has(memory)) return false;
  return true;
}
