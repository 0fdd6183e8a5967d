import type { Problem } from '../../model/problem.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import { unusableConditions } from '../evaluation/evaluation-warnings.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { type CompiledRules, compileRules } from './compile-rules.ts';

/** Compiled forms of engines that are evaluated again and again. */
export interface CompiledEngines {
  /** Undefined where testing the rules one by one is as good: few rules, or an engine seen for the first time. */
  of(engine: ContextRuleEngine): CompiledRules | undefined;
  /** What `unusableConditions` finds; looked for once. */
  unusableIn(engine: ContextRuleEngine): readonly Problem[];
}

/** Below this many rules the plain evaluator is as fast. */
const fewRules = 30;

/** Compiles an engine when it comes a second time, and keeps that as long as the engine itself is kept. */
export function createCompiledEngines(regexes: RegexCache): CompiledEngines {
  const known = new WeakMap<ContextRuleEngine, CompiledRules | 'seen'>();
  const unusable = new WeakMap<ContextRuleEngine, readonly Problem[]>();
  return {
    unusableIn(engine) {
      const found = unusable.get(engine) ?? unusableConditions(engine);
      unusable.set(engine, found);
      return found;
    },
    of(engine) {
      if (engine.rules.length < fewRules) return undefined;
      const compiled = known.get(engine);
      if (compiled === undefined) known.set(engine, 'seen');
      if (compiled !== 'seen') return compiled;
      const rules = compileRules(engine.rules, regexes);
      known.set(engine, rules);
      return rules;
    },
  };
}
