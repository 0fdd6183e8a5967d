import { describe, expect, it } from 'vitest';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { deleteRules } from '../../../stores/delete-rules.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { shownRules } from '../../../stores/layouts.ts';
import { insertRule, replaceRule } from '../copied-rules.ts';
import {
  addAlternative,
  addRule,
  duplicateRule,
  moveRule,
  orderedRules,
  renameRule,
  setRuleDescription,
  setRuleMuted,
  setRulePriority,
  setRuleTags,
  settleRuleId,
} from './rule-edits.ts';

const rule = (id: string, priority?: number, more: Partial<ContextRule> = {}): ContextRule => ({
  id,
  name: id.toUpperCase(),
  ...(priority === undefined ? {} : { priority }),
  when: [{ field: 'addVar.phase', operator: 'eq', value: id }],
  then: { add_memories: ['m'] },
  ...more,
});

function after(rules: ContextRule[], recipe: (draft: Documents) => void): ContextRule[] {
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
  const working: Documents = { ...emptyDocuments, engines: { e: engine } };
  const history = applyEdit({ working, past: [], future: [] }, { label: 'test', recipe }, 0);
  expect(undoStep(history).working).toEqual(working);
  return shownRules(history.working, 'e');
}

const at = (ruleId: string) => ({ engineId: 'e', ruleId });
const order = (rules: ContextRule[]) => orderedRules({ rules }).map(({ id }) => id);

it('adds a rule below all others, without conditions or memories', () => {
  const blank = { when: [], then: { add_memories: [] } };
  expect(after([], draft => addRule(draft, 'e', 'First'))).toEqual([
    { id: 'first', name: 'First', enabled: false, priority: 10, ...blank },
  ]);
  expect(after([rule('a', 3)], draft => addRule(draft, 'e', 'A')).at(-1)).toEqual({
    id: 'a-2',
    name: 'A',
    enabled: false,
    priority: 2,
    ...blank,
  });
  expect(after([rule('a', -4)], draft => addRule(draft, 'e', 'B')).at(-1)?.priority).toBe(0);
});

it('leaves keys out that say nothing', () => {
  const described = rule('a', 1, { enabled: false, description: 'old', tags: ['x'] });
  const recipe = (draft: Documents) => {
    setRuleMuted(draft, at('a'), false);
    setRuleDescription(draft, at('a'), '');
    setRuleTags(draft, at('a'), []);
  };
  expect(after([described], recipe)).toEqual([rule('a', 1)]);
});

it('sets what the inspector sets', () => {
  const recipe = (draft: Documents) => {
    renameRule(draft, at('a'), 'New name');
    setRuleMuted(draft, at('a'), true);
    setRulePriority(draft, at('a'), 7);
    setRuleDescription(draft, at('a'), 'why');
    setRuleTags(draft, at('a'), ['x', 'y']);
  };
  expect(after([rule('a', 1)], recipe)).toEqual([
    rule('a', 7, { name: 'New name', enabled: false, description: 'why', tags: ['x', 'y'] }),
  ]);
});

it('copies a rule behind itself, and makes an alternative that adds the same under other conditions', () => {
  const rules = [rule('a', 1), rule('b', 1)];
  expect(after(rules, draft => duplicateRule(draft, at('a')))[1]).toEqual({
    ...rule('a', 1),
    id: 'a-copy',
    name: 'A copy',
  });
  expect(after(rules, draft => addAlternative(draft, at('a')))[1]).toEqual({
    ...rule('a', 1),
    id: 'a-or',
    name: 'A, or',
    enabled: false,
    when: [],
  });
});

it('puts pasted rules in place or behind, and keeps ids apart', () => {
  const rules = [rule('a', 1), rule('b', 1)];
  expect(after(rules, draft => insertRule(draft, 'e', rule('b'), 'a')).map(({ id }) => id)).toEqual([
    'a',
    'b-2',
    'b',
  ]);
  const named = { ...rule('b'), name: 'Ask the users' };
  expect(after(rules, draft => insertRule(draft, 'e', named)).at(-1)?.id).toBe('ask-the-users');
  expect(after(rules, draft => replaceRule(draft, at('b'), rule('x', 9)))[1]).toEqual({
    ...rule('x', 9),
    id: 'b',
  });
  expect(after(rules, draft => deleteRules(draft, 'e', ['a']))).toEqual([rule('b', 1)]);
});

it('gives a rule the id that its name reads as, wherever the id stands', () => {
  const rules = [rule('new-rule-4', 1, { name: 'Ask QA' }), rule('ask-qa')];
  const layouts = {
    e: { id: 'e', pins: { 'rule:new-rule-4': { x: 1, y: 2 } }, alternatives: [['ask-qa', 'new-rule-4']] },
  };
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
  const draft: Documents = { ...emptyDocuments, engines: { e: engine }, layouts };
  expect(settleRuleId(draft, at('new-rule-4'))).toBe('ask-qa-2');
  expect(draft.engines.e?.rules.map(({ id }) => id)).toEqual(['ask-qa-2', 'ask-qa']);
  expect(draft.layouts.e).toEqual({
    id: 'e',
    pins: { 'rule:ask-qa-2': { x: 1, y: 2 } },
    alternatives: [['ask-qa', 'ask-qa-2']],
  });
  expect(settleRuleId(draft, at('ask-qa-2'))).toBe('ask-qa-2');
});

describe('moving a rule in the order in which rules count', () => {
  it.each([
    ['a', 1, [rule('a', 10), rule('b', 8), rule('c', 8)], ['b', 'a', 'c']],
    ['c', -1, [rule('a', 10), rule('b', 8), rule('c', 8)], ['a', 'c', 'b']],
    ['b', -1, [rule('b', 8), rule('c', 5), rule('a', 10)], ['b', 'a', 'c']],
    ['a', -1, [rule('a', 10), rule('b', 8)], ['a', 'b']],
    ['a', 2, [rule('a', 10), rule('b', 8), rule('c', 5), rule('d', 5)], ['b', 'c', 'a', 'd']],
    ['d', -3, [rule('a', 10), rule('b', 8), rule('c', 5), rule('d', 5)], ['d', 'a', 'b', 'c']],
    ['b', 1, [rule('a', 10), rule('b')], ['a', 'b']],
    ['b', 1, [rule('a', 1), rule('b'), rule('c'), rule('d', -1)], ['a', 'c', 'b', 'd']],
  ] as [string, number, ContextRule[], string[]][])('%s by %i', (id, by, rules, expected) => {
    expect(order(after(rules, draft => moveRule(draft, at(id), by)))).toEqual(expected);
  });
});
