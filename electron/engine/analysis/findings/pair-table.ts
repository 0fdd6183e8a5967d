import type { Finding } from '../../../../shared/model/finding.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import type { JudgedRule } from '../judged-rule.ts';
import {
  addsAll,
  type MemoryIndex,
  memoryIndex,
  type PairRelation,
  pairFinding,
  relate,
  rulesAdding,
} from './pair-findings.ts';

/** `duplicate` and `subsumed` of all pairs, kept from one look to the next. */
export interface PairTable {
  /** The same as `pairFindings`; only pairs with a rule that was not there last time are compared. */
  findings(rules: readonly JudgedRule[]): Finding[];
}

export function createPairTable(regexes: RegexCache): PairTable {
  /** Inner rule to outer rules; most pairs have no relation and no entry. */
  const relations = new Map<JudgedRule, Map<JudgedRule, PairRelation>>();
  return {
    findings(rules) {
      const positions = new Map(rules.map((rule, position) => [rule, position]));
      forget(relations, positions);
      const added = rules.filter(rule => !relations.has(rule));
      for (const rule of added) relations.set(rule, new Map());
      const index = memoryIndex(rules);
      const isNew = new Set(added);
      for (const rule of added) {
        for (const outer of rulesAdding(rule, rules, index)) note(relations, rule, outer, regexes);
        for (const inner of rulesWithin(rule, rules, index))
          if (!isNew.has(inner)) note(relations, inner, rule, regexes);
      }
      return rules.flatMap(inner => findingsOf(inner, relations.get(inner) ?? new Map(), positions));
    },
  };
}

type Relations = Map<JudgedRule, Map<JudgedRule, PairRelation>>;

function forget(relations: Relations, present: ReadonlyMap<JudgedRule, number>): void {
  const gone = [...relations.keys()].filter(rule => !present.has(rule));
  for (const rule of gone) relations.delete(rule);
  for (const outers of relations.values()) for (const rule of gone) outers.delete(rule);
}

function note(relations: Relations, inner: JudgedRule, outer: JudgedRule, regexes: RegexCache): void {
  const relation = relate(inner, outer, regexes);
  if (relation) relations.get(inner)?.set(outer, relation);
}

/** Rules that add nothing but memories of this one. */
function rulesWithin(
  outer: JudgedRule,
  all: readonly JudgedRule[],
  index: MemoryIndex,
): Iterable<JudgedRule> {
  const sharing = [...outer.memories].flatMap(memory => index.get(memory) ?? []);
  const without = all.filter(({ memories }) => memories.size === 0);
  return new Set([...without, ...sharing.filter(inner => addsAll(outer, inner))]);
}

function findingsOf(
  inner: JudgedRule,
  outers: ReadonlyMap<JudgedRule, PairRelation>,
  positions: ReadonlyMap<JudgedRule, number>,
): Finding[] {
  const place = (rule: JudgedRule) => positions.get(rule) ?? 0;
  return [...outers]
    .toSorted(([left], [right]) => place(left) - place(right))
    .flatMap(([outer, relation]) => pairFinding(inner, outer, relation, place(inner) < place(outer)));
}
