import { expect, it } from 'vitest';
import { engineAdding, requestOf } from '../../../test/support/engine-definitions.ts';
import type { ContextTest, Expectation } from '../../model/context-test.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { outcomeOf, placedRules, ruleCase, ruleGround, ruleNameOf } from './rule-case.ts';
import { isNoticed, testCases } from './runnable-test.ts';

const regexes = createRegexCache();
const engineOf = (id: string, ...memories: string[]): ContextRuleEngine => {
  const { rules, ...engine } = engineAdding(id, ...memories);
  const when = [{ field: 'addVar.p', operator: 'eq' as const, value: id }];
  const asking = rules.map(rule => ({ ...rule, id: 'asking', when }));
  return { ...engine, rules: [...rules, ...asking, ...rules.map(rule => ({ ...rule, enabled: false }))] };
};
const engines = [engineOf('e', 'm', 'n'), engineOf('d', 'n', 'o'), { ...engineOf('off'), enabled: false }];
const ground = ruleGround(engines);
const inE = requestOf({ additional_variables: { p: 'e' }, explicit_memory: ['x', 'm'] });

it('rules act in the order of their engines, without muted ones and engines that are off', () => {
  expect(placedRules(engines).map(ruleNameOf)).toEqual(['d/d-rule', 'd/asking', 'e/e-rule', 'e/asking']);
  expect(placedRules(engines, ['e', 'off']).map(ruleNameOf)).toEqual(['e/e-rule', 'e/asking']);
});

it('a request is judged by the rules of the ground, or of the engines that it names', () => {
  const every = ruleCase(inE, ground, regexes);
  expect([...every.fired].map(ruleNameOf)).toEqual(['d/d-rule', 'e/e-rule', 'e/asking']);
  expect([every.rules, every.places]).toEqual([ground.rules, ground.places]);
  expect(every.variables.get('addVar.p')).toBe('e');

  const named = ruleCase({ ...inE, rule_engine_ids: ['e'] }, ground, regexes);
  expect([...named.fired].map(ruleNameOf)).toEqual(['e/e-rule', 'e/asking']);
  expect([...named.places]).toEqual(named.rules);
  // They are the very same ones, so that a rule of the ground is found among them.
  for (const place of named.rules) expect(ground.places.has(place)).toBe(true);
  expect([...ground.places].filter(place => named.places.has(place))).toHaveLength(2);
});

it('what rules come to is what the request names, then what they add, each once', () => {
  expect(outcomeOf(ruleCase(inE, ground, regexes).fired, inE)).toEqual({
    fired: ['d/d-rule', 'e/e-rule', 'e/asking'],
    added: ['x', 'm', 'n', 'o'],
  });
  expect(outcomeOf([], requestOf())).toEqual({ fired: [], added: [] });
});

it('a change is noticed by what held: also by a memory that is added then, whatever the budget leaves of it', () => {
  const expected: Expectation[] = [
    { kind: 'fires', rule: 'd/d-rule' },
    { kind: 'silent', rule: 'd/d-rule' },
    { kind: 'excluded', memory: 'z' },
    { kind: 'included', memory: 'n' },
    { kind: 'contract', contract: 'nobody knows' },
  ];
  const test: ContextTest = { id: 't', name: 'T', expect: expected };
  const [one] = atOnce(testCases([{ test, request: requestOf() }], ground, regexes));
  if (one === undefined) throw new Error('there is no case');
  expect([one.id, one.holding]).toEqual(['t', expected.filter(({ kind }) => kind !== 'silent')]);

  const [first, ...others] = [...one.fired];
  const adding = (memory: string) => placedRules([engineAdding('z', memory)]);
  const isTold = [one.fired, others, first ? [first] : [], [...one.fired, ...adding('z')]].map(fired =>
    isNoticed(one, [...fired]),
  );
  expect(isTold).toEqual([false, true, false, true]);
});

it('tests are judged with a stop after each, and with the contracts they speak of', () => {
  const test: ContextTest = { id: 't', name: 'T', expect: [{ kind: 'contract', contract: 'c' }] };
  const contracts = [
    { id: 'c', name: 'C', severity: 'error' as const, state: { kind: 'never' as const, memory: 'n' } },
  ];
  const runnable = [{ test, request: requestOf() }];
  expect([...testCases([...runnable, ...runnable], ground, regexes)]).toHaveLength(2);
  const [judged] = atOnce(testCases(runnable, ground, regexes, { contracts, engines }));
  expect(judged?.holding).toEqual([]);
  const [without] = atOnce(testCases(runnable, ruleGround([]), regexes, { contracts, engines }));
  expect([without?.holding, without && isNoticed(without, ground.rules)]).toEqual([test.expect, true]);
});
