import type { Problem } from '../../model/problem.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import { type ActingRules, actingRules } from '../evaluation/acting-rules.ts';
import { unusableConditions } from '../evaluation/evaluation-warnings.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { enabledInOrder } from '../evaluation/select-engines.ts';
import { type CompiledRules, compileRules, compileRulesInSteps } from './compile-rules.ts';

/** Compiled forms of engines that are evaluated again and again. */
export interface CompiledEngines {
  /** Undefined where testing the rules one by one is as good: few rules, or an engine seen for the first time. */
  of(engine: ContextRuleEngine): CompiledRules | undefined;
  /** Compiles, before they are asked for very often, those that have rules enough; stops after each rule. */
  compile(engines: readonly ContextRuleEngine[]): Generator<void, void>;
  /** What `unusableConditions` finds; looked for once. */
  unusableIn(engine: ContextRuleEngine): Generator<void, readonly Problem[]>;
  /** What `actingRules` finds; looked for once. */
  actingIn(engine: ContextRuleEngine): ActingRules;
  /** What `enabledInOrder` finds in a list; looked for once. */
  inOrder(engines: readonly ContextRuleEngine[]): readonly ContextRuleEngine[];
}

/** Below this many rules the plain evaluator is as fast. */
const fewRules = 30;

/** Compiles an engine when it comes a second time, and keeps that as long as the engine itself is kept. */
export function createCompiledEngines(regexes: RegexCache): CompiledEngines {
  const known = new WeakMap<ContextRuleEngine, CompiledRules | 'seen'>();
  const unusable = new WeakMap<ContextRuleEngine, readonly Problem[]>();
  return {
    *unusableIn(engine) {
      const found = unusable.get(engine) ?? (yield* unusableConditions(engine));
      unusable.set(engine, found);
      return found;
    },
    actingIn: remembered(actingRules),
    inOrder: remembered(enabledInOrder),
    *compile(engines) {
      for (const engine of engines) {
        const isKnown = typeof known.get(engine) === 'object';
        if (isKnown || engine.rules.length < fewRules) continue;
        known.set(engine, yield* compileRulesInSteps(engine.rules, regexes));
      }
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

function remembered<Given extends object, Found>(find: (given: Given) => Found): (given: Given) => Found {
  const known = new WeakMap<Given, { readonly found: Found }>();
  return given => {
    const before = known.get(given);
    if (before !== undefined) return before.found;
    const found = find(given);
    known.set(given, { found });
    return found;
  };
}
