import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import type { Sample } from '../../../../shared/model/sample.ts';

export interface FiredRule {
  readonly engineId: string;
  readonly ruleId: string;
  readonly name: string;
}

/** Ids of the rules of an engine that fire in a sample, by priority. */
type FiredIn = (engineId: string, sampleId: string) => readonly string[];

/** Rules that fire in a sample, in the engines its request chooses, engines in their order, rules by priority. */
export function firedRules(
  sample: Sample,
  engines: Readonly<Record<string, ContextRuleEngine>>,
  firedIn: FiredIn,
): FiredRule[] {
  const chosen = sample.request.rule_engine_ids;
  const ids = Array.isArray(chosen)
    ? chosen.filter(id => typeof id === 'string')
    : Object.keys(engines).toSorted();
  return [...new Set(ids)].flatMap(engineId => {
    const engine = Object.hasOwn(engines, engineId) ? engines[engineId] : undefined;
    const names = engine && new Map(engine.rules.map(({ id, name }) => [id, name]));
    const fired = firedIn(engineId, sample.id);
    return fired.map(ruleId => ({ engineId, ruleId, name: names?.get(ruleId) || ruleId }));
  });
}
