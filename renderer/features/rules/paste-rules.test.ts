import { expect, it } from 'vitest';
import { parseRules } from './paste-rules.ts';

const rule = { id: 'a', name: 'A', extra: 1, when: [], then: { add_memories: [] } };

it.each([
  [rule, [rule]],
  [
    [rule, { ...rule, id: 'b' }],
    [rule, { ...rule, id: 'b' }],
  ],
  [{ id: 'e', name: 'E', rules: [rule] }, [rule]],
])('reads rules from %j', (value, rules) => {
  expect(parseRules(JSON.stringify(value))).toEqual({ ok: true, rules });
});

it.each([
  ['hello', 'The clipboard holds no rule JSON.'],
  ['[]', 'There is no rule in it.'],
  [
    '{"id":"a","name":"A","when":[]}',
    'It is no rule: then: Invalid input: expected object, received undefined.',
  ],
])('refuses %s', (text, reason) => {
  expect(parseRules(text)).toEqual({ ok: false, reason });
});
