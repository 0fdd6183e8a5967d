import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { evaluateRules } from '../../shared/rules/evaluation/evaluate-rules.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { operatorNames } from '../../shared/rules/operators.ts';
import { requestOf } from '../support/engine-definitions.ts';

const runs = { numRuns: 300 };

const prototypeNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'a', 'b'];
const value = fc.oneof(
  fc.constantFrom('x', '5', 5, true, null, '', ['x'], { k: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const name = fc.constantFrom(...prototypeNames);
const condition: fc.Arbitrary<Condition> = fc.record({
  field: fc.oneof(
    name.map(field => `addVar.${field}`),
    name.map(field => `scope.agent.${field}`),
    fc.constant('input.text'),
    name,
  ),
  operator: fc.constantFrom(...operatorNames),
  value,
});
const rule: fc.Arbitrary<ContextRule> = fc.record({
  id: fc.uuid(),
  name: fc.string({ maxLength: 5 }),
  priority: fc.integer({ min: -2, max: 2 }),
  enabled: fc.boolean(),
  when: fc.array(condition, { maxLength: 4 }),
  then: fc.record({ add_memories: fc.array(fc.constantFrom('m1', 'm2', 'm3'), { maxLength: 3 }) }),
});
const engine: fc.Arbitrary<ContextRuleEngine> = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9]{1,4}$/),
  name: fc.string({ maxLength: 5 }),
  description: fc.constant(''),
  enabled: fc.boolean(),
  rules: fc.array(rule, { maxLength: 5 }),
});
const engines = fc.uniqueArray(engine, { maxLength: 4, selector: ({ id }) => id });
const variables = fc.dictionary(name, value, { maxKeys: 6, noNullPrototype: false });

describe('any definitions and requests', () => {
  it('a rule fires exactly when every condition of its explanation matched and it is not muted', () => {
    fc.assert(
      fc.property(engines, variables, variables, (list, additional_variables, agent) => {
        const request = requestOf({ scope_variables: { agent }, additional_variables, input: 'x' });
        const { engineResults } = evaluateRules(request, list, { explain: true });
        for (const { engine_id, rules = [], matched_rules } of engineResults) {
          const { rules: all = [] } = list.find(({ id }) => id === engine_id) ?? {};
          expect(rules).toHaveLength(all.length);
          for (const explained of rules) {
            const first = explained.conditions.findIndex(({ outcome }) => outcome !== 'matched');
            const isMuted = explained.outcome === 'muted';
            expect(explained.outcome === 'fired').toBe(first < 0 && !isMuted);
            expect(explained.decided_by).toBe(first < 0 || isMuted ? undefined : first);
          }
          expect(matched_rules.map(({ rule_id }) => rule_id)).toEqual(
            rules.filter(({ outcome }) => outcome === 'fired').map(({ rule_id }) => rule_id),
          );
        }
      }),
      runs,
    );
  });

  it('explaining and sharing compiled patterns change nothing else', () => {
    const regexes = createRegexCache(2);
    fc.assert(
      fc.property(engines, variables, (list, additional_variables) => {
        const request = requestOf({ additional_variables });
        const { engineResults, ...plain } = evaluateRules(request, list);
        const explained = evaluateRules(request, list, { explain: true, regexes });
        expect({
          ...explained,
          engineResults: explained.engineResults.map(({ rules: _, ...result }) => result),
        }).toEqual({ ...plain, engineResults });
      }),
      runs,
    );
  });

  it('the order of the engine list does not matter, and no input is changed', () => {
    fc.assert(
      fc.property(engines, variables, (list, additional_variables) => {
        const request = requestOf({ additional_variables });
        const before = JSON.stringify([list, request]);
        const result = evaluateRules(request, list);
        expect(evaluateRules(request, list.toReversed())).toEqual(result);
        expect(JSON.stringify([list, request])).toBe(before);
      }),
      runs,
    );
  });

  it('names of Object.prototype that were not given behave as missing', () => {
    const keysBefore = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(condition, fc.constantFrom('addVar.', 'scope.agent.'), name, (given, prefix, field) => {
        const rules = [
          {
            id: 'r',
            name: 'r',
            when: [{ ...given, field: `${prefix}${field}` }],
            then: { add_memories: [] },
          },
        ];
        const list = [{ id: 'e', name: 'e', description: '', enabled: true, rules }];
        const { engineResults, variablesUsed } = evaluateRules(
          requestOf({ scope_variables: { agent: {} }, additional_variables: {} }),
          list,
          { explain: true },
        );
        const tested = engineResults[0]?.rules?.[0]?.conditions[0];
        expect(variablesUsed).toEqual([]);
        expect(tested).not.toHaveProperty('actual');
        expect(tested?.outcome).not.toBe('failed');
        if (tested?.outcome === 'matched') expect(tested.on_missing).toBe(true);
      }),
      runs,
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(keysBefore);
  });
});
