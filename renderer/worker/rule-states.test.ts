import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Condition, ContextRule } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { buildLookup } from '../../shared/rules/evaluation/build-lookup.ts';
import { explainRule } from '../../shared/rules/evaluation/explain-rule.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { operatorNames } from '../../shared/rules/operators.ts';
import { createRuleStates } from './rule-states.ts';

const ruleOf = (when: Condition[]): ContextRule => ({ id: 'r', name: 'R', when, then: { add_memories: [] } });
const sampleOf = (variables: Record<string, unknown>, id = 's'): Sample => ({
  id,
  name: id,
  request: { scope_variables: {}, additional_variables: variables } as Sample['request'],
});

it('what is missing and what is an error are states of their own, decided by the first condition that keeps the rule', () => {
  const states = createRuleStates(createRegexCache(8));
  const samples = [sampleOf({ phase: 'planning', id: 'X-1' }), sampleOf({ phase: 'review' }), sampleOf({})];
  const phase: Condition = { field: 'addVar.phase', operator: 'eq', value: 'planning' };
  const broken: Condition = { field: 'addVar.phase', operator: 'regex', value: '(' };
  expect(states(ruleOf([phase]), samples)).toEqual(['fired', 'failed', 'missing']);
  expect(states(ruleOf([phase, broken]), samples)).toEqual(['error', 'failed', 'missing']);
  expect(states(ruleOf([]), samples)).toEqual(['fired', 'fired', 'fired']);
});

it('agrees with how a rule is explained, whatever it asks', () => {
  const states = createRuleStates(createRegexCache(8));
  const regexes = createRegexCache(8);
  const condition = fc.record({
    field: fc.constantFrom('addVar.phase', 'addVar.count', 'nothing'),
    operator: fc.constantFrom(...operatorNames),
    value: fc.constantFrom<unknown>('a', '(', 3, ['a', 3], null),
  }) as fc.Arbitrary<Condition>; // some of them cannot be used, as those of files
  const variables = fc.dictionary(fc.constantFrom('phase', 'count'), fc.constantFrom<unknown>('a', 3, null));
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 4 }), variables, (when, given) => {
      const [rule, sample] = [ruleOf(when), sampleOf(given)];
      const {
        outcome,
        decided_by: by,
        conditions,
      } = explainRule(rule, buildLookup(sample.request as never).variables, regexes);
      expect(states(rule, [sample])).toEqual([outcome === 'fired' ? 'fired' : conditions[by ?? 0]?.outcome]);
    }),
  );
});
