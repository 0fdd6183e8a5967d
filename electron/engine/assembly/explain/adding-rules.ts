import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { Explanation } from '../../../../shared/model/explanation.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { fixRule } from '../../../../shared/rules/analysis/fix-rule.ts';
import { buildLookup } from '../../../../shared/rules/evaluation/build-lookup.ts';
import { explainRule } from '../../../../shared/rules/evaluation/explain-rule.ts';
import type { RegexCache } from '../../../../shared/rules/evaluation/regex-cache.ts';

/** A rule that adds the memory in question, and how it came out for the request. */
export interface AddingRule {
  readonly engine: ContextRuleEngine;
  readonly rule: ContextRule;
  readonly outcome: Explanation['rules'][number]['outcome'];
  readonly explained: ExplainedRule;
}

/** Every rule that adds a memory, the ones nearest to adding it first: fired, few variables away, muted, not evaluated. */
export function addingRules(
  memoryId: string,
  request: ContextRequest,
  engines: readonly ContextRuleEngine[],
  regexes: RegexCache,
): AddingRule[] {
  const { variables } = buildLookup(request);
  const rules = engines.flatMap(engine =>
    engine.rules
      .filter(rule => rule.then.add_memories.includes(memoryId))
      .map((rule): AddingRule => {
        const explained = explainRule(rule, variables, regexes);
        return { engine, rule, explained, outcome: outcomeOf(engine, rule, explained, request) };
      }),
  );
  const away = new Map(rules.map(adding => [adding, distance(adding, request, regexes)]));
  return rules.toSorted(
    (left, right) =>
      nearness.indexOf(left.outcome) - nearness.indexOf(right.outcome) ||
      (away.get(left) ?? 0) - (away.get(right) ?? 0),
  );
}

const nearness: readonly AddingRule['outcome'][] = [
  'fired',
  'not_fired',
  'muted',
  'engine_not_selected',
  'engine_disabled',
];

function outcomeOf(
  engine: ContextRuleEngine,
  rule: ContextRule,
  explained: ExplainedRule,
  request: ContextRequest,
): AddingRule['outcome'] {
  if (!engine.enabled) return 'engine_disabled';
  if (request.rule_engine_ids !== undefined && !request.rule_engine_ids.includes(engine.id))
    return 'engine_not_selected';
  if (!isRuleEnabled(rule)) return 'muted';
  return explained.outcome === 'fired' ? 'fired' : 'not_fired';
}

/** Variables to change until it fires; rules that never will come last. */
function distance({ rule, outcome }: AddingRule, request: ContextRequest, regexes: RegexCache): number {
  if (outcome !== 'not_fired') return 0;
  const fix = fixRule(rule, request, regexes);
  return fix.kind === 'found' ? fix.changes.length : Number.MAX_SAFE_INTEGER;
}
