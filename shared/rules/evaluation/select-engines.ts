import { compareCodeUnits } from '../../model/compare-code-units.ts';
import type { Warning } from '../../model/evaluation.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';

/** The engines of one evaluation, in order, and what was said about the others. */
export interface SelectedEngines {
  readonly engines: readonly ContextRuleEngine[];
  readonly warnings: readonly Warning[];
}

/**
 * Which engines are evaluated and in which order: the named ones, each once, else all by id.
 * `inOrder` is what remembers the order of a list. A disabled one never is; naming it is the warning `engine_disabled`. Unknown ids are the validation's matter.
 */
export function selectEngines(
  engines: readonly ContextRuleEngine[],
  ruleEngineIds: readonly string[] | undefined,
  inOrder: typeof enabledInOrder = enabledInOrder,
): SelectedEngines {
  if (ruleEngineIds === undefined) return { engines: inOrder(engines), warnings: [] };
  const byId = new Map(engines.map(engine => [engine.id, engine]));
  const named = [...new Set(ruleEngineIds)].flatMap(id => byId.get(id) ?? []);
  const disabled = named.filter(engine => !engine.enabled);
  return {
    engines: named.filter(engine => engine.enabled),
    warnings: disabled.map(engine => ({
      code: 'engine_disabled',
      path: `rule_engine_ids.${ruleEngineIds.indexOf(engine.id)}`,
      message: `rule engine "${engine.id}" is named by the request but disabled, so it was not evaluated`,
    })),
  };
}

export function enabledInOrder(engines: readonly ContextRuleEngine[]): readonly ContextRuleEngine[] {
  const sorted = engines.toSorted((left, right) => compareCodeUnits(left.id, right.id));
  return sorted.filter(engine => engine.enabled);
}
