import { expect, it } from 'vitest';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { onlyEditedRule } from './answer-edit.ts';
import type { Told } from './document-changes.ts';
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
const two = told(engine([a, b, c]));

it.each<[string, Told, { engineId: string; rule: ContextRule } | undefined]>([
  ['one rule that was edited', told(engine([a, edited, c])), { engineId: 'e1', rule: edited }],
  ['two rules', told(engine([rule('a', 'Too'), edited, c])), undefined],
  ['a rule of another priority', told(engine([a, { ...b, priority: 5 }, c])), undefined],
  ['another rule in its place', told(engine([a, rule('d'), c])), undefined],
  ['rules that changed places', told(engine([b, a, c])), undefined],
  ['one rule less', told(engine([a, edited])), undefined],
  ['an engine that was turned off', told(engine([a, edited, c], false)), undefined],
  ['another sample in sight', told(engine([a, edited, c]), { current: 't' }), undefined],
  ['other samples', told(engine([a, edited, c]), { working: { ...two.working, samples: {} } }), undefined],
  ['what is saved', told(engine([a, edited, c]), { saved: {} }), undefined],
  [
    'another engine as well',
    { ...before, working: { ...before.working, engines: { ...before.working.engines, e2: engine([]) } } },
    undefined,
  ],
])('knows by itself whether only one rule was edited: %s', (_, now, expected) => {
  expect(onlyEditedRule(before, now)).toEqual(expected);
});
