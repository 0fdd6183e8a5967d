import { asRequest } from '../../shared/model/as-request.ts';
import type { ContextRule } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { buildLookup } from '../../shared/rules/evaluation/build-lookup.ts';
import type { RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { conditionOutcome, type Variables } from '../../shared/rules/evaluation/test-condition.ts';
import type { RuleState } from './protocol.ts';

/** Tells how a rule ends in samples, which are well-formed requests. */
export function createRuleStates(
  regexes: RegexCache,
): (rule: ContextRule, samples: readonly Sample[]) => readonly RuleState[] {
  const lookups = new WeakMap<Sample, Variables>();
  const variablesOf = (sample: Sample): Variables => {
    const variables = lookups.get(sample) ?? buildLookup(asRequest(sample.request)).variables; // well-formed
    lookups.set(sample, variables);
    return variables;
  };
  const stateIn = (rule: ContextRule, variables: Variables): RuleState => {
    for (const condition of rule.when) {
      const outcome = conditionOutcome(condition, variables, regexes);
      if (outcome !== 'matched') return outcome;
    }
    return 'fired';
  };
  return (rule, samples) => samples.map(sample => stateIn(rule, variablesOf(sample)));
}
