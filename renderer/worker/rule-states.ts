import { buildLookup } from '../../electron/engine/rules/build-lookup.ts';
import { createRegexCache } from '../../electron/engine/rules/regex-cache.ts';
import { conditionOutcome, type Variables } from '../../electron/engine/rules/test-condition.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { ContextRule } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';

/** How a rule that is on ends in a sample: one that does not fire ends as the first condition that keeps it (R8). */
export type RuleState = 'fired' | 'failed' | 'missing' | 'error';

const keptPatterns = 512;

/** How rules end in samples, which are well-formed requests; each asked once as long as both are the same objects. */
export function createRuleStates(): (rule: ContextRule, samples: readonly Sample[]) => readonly RuleState[] {
  const regexes = createRegexCache(keptPatterns);
  const lookups = new WeakMap<Sample, Variables>();
  const known = new WeakMap<ContextRule, { samples: readonly Sample[]; states: readonly RuleState[] }>();
  const variablesOf = (sample: Sample): Variables => {
    const variables = lookups.get(sample) ?? buildLookup(sample.request as ContextRequest).variables; // well-formed
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
  return (rule, samples) => {
    const before = known.get(rule);
    if (before?.samples === samples) return before.states;
    const states = samples.map(sample => stateIn(rule, variablesOf(sample)));
    known.set(rule, { samples, states });
    return states;
  };
}
