import { expect, it } from 'vitest';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { orderedRules } from '../features/rules/edits/rule-edits.ts';
import { firstRule, ruleOfEngine } from './rules-of-engine.ts';

const rule = (id: string, priority?: number): ContextRule => ({
  id,
  name: id,
  ...(priority !== undefined && { priority }),
  when: [],
  then: { add_memories: [] },
});
const engineOf = (...rules: ContextRule[]): ContextRuleEngine => ({
  id: 'engine',
  name: 'Engine',
  description: '',
  enabled: true,
  rules,
});

it.each([
  ['by priority', engineOf(rule('a', 1), rule('b', 7), rule('c', 3)), 'b'],
  ['as in the file where priorities are equal', engineOf(rule('a', 7), rule('b', 7)), 'a'],
  ['with a negative priority after one without', engineOf(rule('a', -1), rule('b')), 'b'],
])('the first rule is the one that counts first, %s', (_, engine, first) => {
  expect(firstRule(engine)?.id).toBe(first);
  expect(orderedRules(engine)[0]?.id).toBe(first);
});

it('an engine without rules, or none at all, has no first rule', () => {
  expect([firstRule(engineOf()), firstRule(undefined)]).toEqual([undefined, undefined]);
});

it('a rule is found by its id, also after an edit made another list of rules', () => {
  const before = engineOf(rule('a', 1), rule('b', 2));
  expect(ruleOfEngine(before, 'b')).toBe(before.rules[1]);
  const after = { ...before, rules: before.rules.map(one => (one.id === 'b' ? rule('b', 9) : one)) };
  expect(ruleOfEngine(after, 'b')).toBe(after.rules[1]);
  expect(ruleOfEngine(after, 'c')).toBeUndefined();
  expect(ruleOfEngine(undefined, 'a')).toBeUndefined();
});
