import type { Finding } from '../../../model/finding.ts';
import type { RegexCache } from '../../evaluation/regex-cache.ts';
import type { GatheredFindings } from '../gather-findings.ts';
import type { JudgedRule } from '../judged-rule.ts';
import {
  addsAll,
  areFewPairs,
  type MemoryIndex,
  memoryIndex,
  type PairRelation,
  pairFinding,
  pairFindings,
  pairsAtOnce,
  relate,
  rulesAdding,
} from './pair-findings.ts';

/** `duplicate` and `subsumed` of all pairs, kept from one look to the next. */
interface PairTable {
  /** The same as `pairFindings`; only pairs with a rule that was not there last time are compared. */
  findings(rules: readonly JudgedRule[], gathered: GatheredFindings): Generator<void, void>;
}

export function createPairTable(regexes: RegexCache): PairTable {
  /** Inner rule to outer rules; most pairs have no relation and no entry. */
  const relations = new Map<JudgedRule, Map<JudgedRule, PairRelation>>();
  return {
    *findings(rules, gathered) {
      const index = memoryIndex(rules);
      if (!areFewPairs(rules, index)) {
        relations.clear();
        return yield* pairFindings(rules, regexes, gathered);
      }
      const positions = new Map(rules.map((rule, position) => [rule, position]));
      forget(relations, positions);
      yield* relateAdded(relations, rules, index, regexes);
      for (const inner of rules) {
        gathered.add(findingsOf(inner, relations.get(inner) ?? new Map(), positions));
        yield;
      }
    },
  };
}

type Relations = Map<JudgedRule, Map<JudgedRule, PairRelation>>;

/** Compares the rules that have no relations yet with all others. */
function* relateAdded(
  relations: Relations,
  rules: readonly JudgedRule[],
  index: MemoryIndex,
  regexes: RegexCache,
): Generator<void, void> {
  const added = new Set(rules.filter(rule => !relations.has(rule)));
  for (const rule of added) relations.set(rule, new Map());
  const without = rules.filter(({ memories }) => memories.size === 0);
  for (const rule of added) {
    for (const [at, outer] of rulesAdding(rule, rules, index).entries()) {
      note(relations, rule, outer, regexes);
      if (at % pairsAtOnce === 0) yield;
    }
    for (const inner of rulesWithin(rule, without, index))
      if (!added.has(inner)) note(relations, inner, rule, regexes);
    yield;
  }
}

function forget(relations: Relations, present: ReadonlyMap<JudgedRule, number>): void {
  const gone = [...relations.keys()].filter(rule => !present.has(rule));
  if (gone.length === 0) return;
  for (const rule of gone) relations.delete(rule);
  for (const outers of relations.values())
    for (const rule of outers.keys()) if (!present.has(rule)) outers.delete(rule);
}

function note(relations: Relations, inner: JudgedRule, outer: JudgedRule, regexes: RegexCache): void {
  const relation = relate(inner, outer, regexes);
  if (relation) relations.get(inner)?.set(outer, relation);
}

/** Rules that add nothing but memories of this one. */
function rulesWithin(
  outer: JudgedRule,
  without: readonly JudgedRule[],
  index: MemoryIndex,
): Iterable<JudgedRule> {
  const sharing = [...outer.memories].flatMap(memory => index.get(memory) ?? []);
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
