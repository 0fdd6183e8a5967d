import { afterEach, expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { asHeard, endSolo, keepSolo, toggleSolo, useSolo } from './solo.ts';

const rule = (id: string) => ({ id, name: id, when: [], then: { add_memories: [] } });
const engine = (id: string): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: [rule('a'), rule('b')],
});
const engines = { e: engine('e'), f: engine('f') };
const heard = (all = engines) =>
  Object.values(asHeard(all)).flatMap(one =>
    one.rules.flatMap(({ id, enabled }) => (enabled === false ? [] : `${one.id}/${id}`)),
  );

afterEach(endSolo);

it('one rule is heard and all others are muted, in every engine; a second press hears all again', () => {
  expect(asHeard(engines)).toBe(engines);
  toggleSolo({ engineId: 'e', ruleId: 'b' });
  expect(heard()).toEqual(['e/b']);
  expect(engines.e.rules[0]).toEqual(rule('a'));
  toggleSolo({ engineId: 'e', ruleId: 'b' });
  expect(heard()).toEqual(['e/a', 'e/b', 'f/a', 'f/b']);
});

it('an edit leaves the objects of all other rules as they were, so that one rule is evaluated', () => {
  toggleSolo({ engineId: 'e', ruleId: 'b' });
  const before = asHeard(engines);
  const after = asHeard({
    ...engines,
    e: { ...engines.e, rules: engines.e.rules.with(1, { ...rule('b'), name: 'B' }) },
  });
  expect(after.f).toBe(before.f);
  expect(after.e?.rules[0]).toBe(before.e?.rules[0]);
  expect(after.e?.rules[1]?.name).toBe('B');
});

it('a rule that is no more hears all, and one with another id stays alone', () => {
  toggleSolo({ engineId: 'e', ruleId: 'gone' });
  expect(heard()).toHaveLength(4);
  keepSolo({ engineId: 'e', ruleId: 'gone' }, { engineId: 'e', ruleId: 'a' });
  expect(useSolo.getState().at).toEqual({ engineId: 'e', ruleId: 'a' });
  expect(heard()).toEqual(['e/a']);
});
