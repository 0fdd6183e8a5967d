import type { ContextRequest } from '../../model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { actingRules } from '../evaluation/acting-rules.ts';
import { buildLookup } from '../evaluation/build-lookup.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { selectEngines } from '../evaluation/select-engines.ts';
import { allHold, type Variables } from '../evaluation/test-condition.ts';

/** A rule that acts, and whose it is. */
export interface PlacedRule {
  readonly engineId: string;
  readonly rule: ContextRule;
}

/** What a rule is called in tests and contracts. */
export const ruleNameOf = ({ engineId, rule }: PlacedRule): string => `${engineId}/${rule.id}`;

/** The rules that act, in the order in which they add: those of all engines, or of the named ones. */
export function placedRules(
  engines: readonly ContextRuleEngine[],
  engineIds?: readonly string[],
): readonly PlacedRule[] {
  return selectEngines(engines, engineIds).engines.flatMap(engine =>
    actingRules(engine).rules.map(rule => ({ engineId: engine.id, rule })),
  );
}

/** A request with the rules that it is judged by and those that fire for it. */
export interface RuleCase {
  readonly request: ContextRequest;
  readonly variables: Variables;
  readonly rules: readonly PlacedRule[];
  readonly fired: ReadonlySet<PlacedRule>;
  /** The same rules, to ask whether one is among them. */
  readonly places: ReadonlySet<PlacedRule>;
}

/** The rules of engines with what is the same for all requests that name no engine. */
export interface RuleGround {
  readonly engines: readonly ContextRuleEngine[];
  readonly rules: readonly PlacedRule[];
  readonly places: ReadonlySet<PlacedRule>;
  readonly byRule: ReadonlyMap<ContextRule, PlacedRule>;
}

/** `rules` where they are others than those of the engines. */
export function ruleGround(
  engines: readonly ContextRuleEngine[],
  rules: readonly PlacedRule[] = placedRules(engines),
): RuleGround {
  return { engines, rules, places: new Set(rules), byRule: new Map(rules.map(one => [one.rule, one])) };
}

/** Requests that name engines have rules of their own. */
export function ruleCase(
  request: ContextRequest,
  { engines, rules: all, places: allPlaces, byRule }: RuleGround,
  regexes: RegexCache,
): RuleCase {
  const { variables } = buildLookup(request);
  const named = request.rule_engine_ids;
  // The same objects as of the ground, so that a rule is found again.
  const rules =
    named === undefined ? all : placedRules(engines, named).map(one => byRule.get(one.rule) ?? one);
  const fired = new Set(rules.filter(({ rule }) => allHold(rule.when, variables, regexes)));
  return { request, variables, rules, fired, places: named === undefined ? allPlaces : new Set(rules) };
}

/** What rules alone decide of a request. */
export interface RuleOutcome {
  /** Names of the rules that fire, in their order. */
  readonly fired: readonly string[];
  /** Memories that the request names, then those that rules add. */
  readonly added: readonly string[];
}

export function outcomeOf(fired: Iterable<PlacedRule>, request: ContextRequest): RuleOutcome {
  const rules = [...fired];
  return {
    fired: rules.map(ruleNameOf),
    added: [
      ...new Set([
        ...(request.explicit_memory ?? []),
        ...rules.flatMap(({ rule }) => rule.then.add_memories),
      ]),
    ],
  };
}
