import type { Finding } from '../../../model/finding.ts';
import type { RegexCache } from '../../evaluation/regex-cache.ts';
import type { GatheredFindings } from '../gather-findings.ts';
import { hasRelated, type JudgedRule } from '../judged-rule.ts';
import { type Inclusion, includes } from '../rule-inclusion.ts';
import { requestWith } from '../witness-request.ts';

/** How a rule lies within another that adds at least its memories; `around` is the other way, `no` where they add different ones. */
export interface PairRelation {
  readonly within: Exclude<Inclusion, 'no'>;
  readonly around: Inclusion;
}

/** Pairs that are compared: those of 400 rules that all add the same, or of 10,000 that add 600 memories. */
const mostPairs = 160_000;

/** `duplicate` and `subsumed` of one rule against all others that add its memories. Stops again and again. */
export function* pairFindings(
  rules: readonly JudgedRule[],
  regexes: RegexCache,
  gathered: GatheredFindings,
): Generator<void, void> {
  const index = memoryIndex(rules);
  const positions = new Map(rules.map((rule, position) => [rule, position]));
  let pairs = 0;
  for (const [position, inner] of rules.entries()) {
    pairs += shortestOf(inner, rules, index).length;
    if (pairs > mostPairs) return gathered.leaveOut(notCompared(inner));
    const outers = rulesAdding(inner, rules, index);
    for (const [at, outer] of outers.entries()) {
      const relation = relate(inner, outer, regexes);
      if (relation !== undefined)
        gathered.add(pairFinding(inner, outer, relation, position < (positions.get(outer) ?? 0)));
      if (at % pairsAtOnce === 0) yield;
    }
  }
}

/** Between two moments in which others may run. */
export const pairsAtOnce = 16;

/** Whether all pairs are compared; it takes as long as there are rules, and counts at most as many pairs as there are. */
export function areFewPairs(rules: readonly JudgedRule[], index: MemoryIndex): boolean {
  let pairs = 0;
  return rules.every(rule => {
    pairs += shortestOf(rule, rules, index).length;
    return pairs <= mostPairs;
  });
}

const notCompared = ({ rule, ref }: JudgedRule): Finding => ({
  code: 'not-all-told',
  severity: 'info',
  possible: false,
  message: `From "${rule.name}" on, rules are not compared with others: too many add the same memories (${mostPairs.toLocaleString('en-US')} pairs are compared).`,
  rules: [ref],
});

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
  const shortest = shortestOf(rule, all, index);
  // A rule of one memory is in no other list.
  if (rule.memories.size === 1) return shortest;
  return shortest.filter(other => addsAll(other, rule));
}

function shortestOf(
  { memories }: JudgedRule,
  all: readonly JudgedRule[],
  index: MemoryIndex,
): readonly JudgedRule[] {
  let shortest: readonly JudgedRule[] | undefined;
  for (const memory of memories) {
    const list = index.get(memory) ?? [];
    if (shortest === undefined || list.length < shortest.length) shortest = list;
  }
  return shortest ?? all;
}

/** True when a rule adds every memory of another. */
export function addsAll(outer: JudgedRule, inner: JudgedRule): boolean {
  for (const memory of inner.memories) if (!outer.memories.has(memory)) return false;
  return true;
}
