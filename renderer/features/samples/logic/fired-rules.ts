import { ownValue } from '../../../../shared/model/entries.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import type { Sample } from '../../../../shared/model/sample.ts';

export interface FiredRule {
  readonly engineId: string;
  readonly ruleId: string;
  readonly name: string;
}

/** Ids of the rules of an engine that fire in a sample, by priority. */
type FiredIn = (engineId: string, sampleId: string) => readonly string[];

type Engines = Readonly<Record<string, ContextRuleEngine>>;

/** Rules that fire in a sample, in the engines its request chooses, engines in their order, rules by priority. */
export function firedRules(sample: Sample, engines: Engines, firedIn: FiredIn): FiredRule[] {
  return chosenEngines(sample, engines).flatMap(engineId => {
    const engine = ownValue(engines, engineId);
    const names = new Map(engine?.rules.map(({ id, name }) => [id, name]));
    const fired = firedIn(engineId, sample.id);
    return fired.map(ruleId => ({ engineId, ruleId, name: names.get(ruleId) || ruleId }));
  });
}

/** How many these are. Of hundreds of samples beside a thousand rules, names take longer than counting. */
export function countFiredRules(sample: Sample, engines: Engines, firedIn: FiredIn): number {
  return chosenEngines(sample, engines).reduce(
    (sum, engineId) => sum + firedIn(engineId, sample.id).length,
    0,
  );
}

function chosenEngines(sample: Sample, engines: Engines): string[] {
  const chosen = sample.request.rule_engine_ids;
  const ids = Array.isArray(chosen)
    ? chosen.filter(id => typeof id === 'string')
    : Object.keys(engines).toSorted();
  return [...new Set(ids)];
}
