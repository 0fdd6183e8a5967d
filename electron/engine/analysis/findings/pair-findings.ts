import type { Finding } from '../../../../shared/model/finding.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import type { JudgedRule } from '../judged-rule.ts';
import { type Inclusion, includes } from '../rule-inclusion.ts';
import { requestWith } from '../witness-request.ts';

/** `duplicate` and `subsumed` of one rule against all others that add its memories (R10). */
export function pairFindings(rules: readonly JudgedRule[], regexes: RegexCache): Finding[] {
  const index = memoryIndex(rules);
  return rules.flatMap((inner, position) => {
    if (inner.firing.kind === 'none') return [];
    const outers = rulesAdding(inner, rules, index).filter(
      outer => outer !== inner && outer.firing.kind !== 'none',
    );
    return outers.flatMap(outer => pairFinding(inner, outer, position < rules.indexOf(outer), regexes));
  });
}

function pairFinding(
  inner: JudgedRule,
  outer: JudgedRule,
  innerIsFirst: boolean,
  regexes: RegexCache,
): Finding[] {
  if (!couldInclude(outer, inner)) return [];
  const within = includes(outer, inner, regexes);
  if (within === 'no') return [];
  const isSameMemories = inner.memories.size === outer.memories.size;
  const around = isSameMemories ? includes(inner, outer, regexes) : 'no';
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
  const isFree = (field: string) =>
    ![...inner.fields].some(known => known === field || isRelated(known, field));
  const selective = outer.rule.when.filter(({ operator }) => operator !== 'neq' && operator !== 'not_in');
  return !selective.some(({ field }) => isFree(field));
}

function isRelated(left: string, right: string): boolean {
  return left.startsWith(`${right}.`) || right.startsWith(`${left}.`);
}

type MemoryIndex = ReadonlyMap<string, readonly JudgedRule[]>;

function memoryIndex(rules: readonly JudgedRule[]): MemoryIndex {
  const index = new Map<string, JudgedRule[]>();
  for (const rule of rules) {
    for (const memory of rule.memories) index.set(memory, [...(index.get(memory) ?? []), rule]);
  }
  return index;
}

/** Rules that add at least the memories of this one; the rarest memory narrows the search. */
function rulesAdding(
  rule: JudgedRule,
  all: readonly JudgedRule[],
  index: MemoryIndex,
): readonly JudgedRule[] {
  const lists = [...rule.memories].map(memory => index.get(memory) ?? []);
  const shortest = lists.reduce((best, list) => (list.length < best.length ? list : best), lists[0] ?? all);
  return shortest.filter(other => [...rule.memories].every(memory => other.memories.has(memory)));
}
