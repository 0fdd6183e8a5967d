import { expect, it } from 'vitest';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { documentChanges, type Told } from './document-changes.ts';
import { emptyDocuments } from './history.ts';

const rule = (id: string, name = id): ContextRule => ({ id, name, when: [], then: { add_memories: [] } });
const [a, b, c] = [rule('a'), rule('b'), rule('c')];
const engine = (rules: ContextRule[], enabled = true): ContextRuleEngine => ({
  id: 'e1',
  name: 'E',
  description: '',
  enabled,
  rules,
});
const told = (e1: ContextRuleEngine, more: Partial<Told> = {}): Told => ({
  working: { ...emptyDocuments, samples, engines: { e1 } },
  saved,
  current: 's',
  ...more,
});
const samples = {};
const saved = {};
const before = told(engine([a, b, c]));
const edited = rule('b', 'Edited');

it.each<[string, ContextRule[], (number | ContextRule)[]]>([
  ['an edit in place', [a, edited, c], [0, edited, 2]],
  ['a rule in front', [edited, a, b, c], [edited, 0, 1, 2]],
  ['a move', [c, a, b], [2, 0, 1]],
  ['a rule less', [a, c], [0, 2]],
])('tells rules by their places before, and only new ones whole: %s', (_, rules, expected) => {
  expect(documentChanges(before, told(engine(rules)))?.engines?.e1?.working?.rules).toEqual(expected);
});
