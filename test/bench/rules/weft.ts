import { compilePatternNatively } from '../../../electron/platform/native-patterns.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { type CompiledRules, compileRules } from '../../../shared/rules/compiled/compile-rules.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { conditionOutcome } from '../../../shared/rules/evaluation/test-condition.ts';
import type { Contender } from './contender.ts';
import type { Flat } from './workload.ts';

/** The compiled evaluator. */
export const weft: Contender = {
  name: 'weft',
  async prepare(rules, requests) {
    const compiled = compile(prefixed(rules));
    const contexts = requests.map(lookup);
    return at => compiled.firing(contexts[at] ?? new Map()).map(rule => rule.id);
  },
};

/** Compiles rules as the program does, with its own patterns where those are safe. */
export function compile(rules: readonly ContextRule[]): CompiledRules {
  return compileRules(rules, createRegexCache(Infinity, compilePatternNatively));
}

/** The reference that tests hold the compiled one to. */
export const plain: Contender = {
  name: 'plain evaluator',
  async prepare(rules, requests) {
    const own = prefixed(rules);
    const regexes = createRegexCache(100_000);
    const contexts = requests.map(lookup);
    return at => {
      const variables = contexts[at] ?? new Map();
      const fires = (rule: ContextRule) =>
        rule.when.every(test => conditionOutcome(test, variables, regexes) === 'matched');
      return own.filter(fires).map(rule => rule.id);
    };
  },
};

export function prefixed(rules: readonly ContextRule[]): ContextRule[] {
  return rules.map(rule => ({
    ...rule,
    when: rule.when.map(test => ({ ...test, field: fieldName(test.field) })),
  }));
}

export function lookup(request: Flat): Map<string, unknown> {
  return new Map(Object.entries(request).map(([name, value]) => [fieldName(name), value]));
}

/** One string per name, as the peers' property names are: equal texts that are not the same string compare slowly. */
const fieldNames = new Map<string, string>();

function fieldName(name: string): string {
  const known = fieldNames.get(name) ?? `addVar.${name}`;
  fieldNames.set(name, known);
  return known;
}
