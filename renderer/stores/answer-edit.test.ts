import { expect, it } from 'vitest';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import type { RuleInSamples } from '../worker/evaluate-at-once.ts';
import { createAnswerToEdit, onlyEditedRule } from './answer-edit.ts';
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

const asking = (id: string): ContextRule => ({
  ...rule(id),
  when: [
    { field: 'x', operator: 'regex', value: 'v' },
    { field: 'n', operator: 'gt', value: 1 },
  ],
});

/** Rules and the values of their first conditions, as they were evaluated for nobody. */
function rehearsed(now: Told, engineId: string, ruleId: string): unknown[] {
  const asked: RuleInSamples[] = [];
  const { rehearse } = createAnswerToEdit(input => void asked.push(input));
  const row = { saved: new Uint32Array() };
  const rows = new Map(now.working.engines.e1?.rules.map(({ id }) => [id, row] as const));
  const results = { sampleIds: ['s'], engines: { e1: { order: [...rows.keys()], rows } } };
  rehearse(results as never, now, engineId, ruleId); // what else is known of an engine is not asked for
  return asked.map(({ rule: { id, when } }) => [id, ...when.map(({ value }) => value)]);
}

it.each([
  ['the chosen rule', 'e1', 'b', 'b'],
  ['any rule where none is chosen', '', '', 'a'],
])(
  'rehearses with %s, and with a letter more, of which a reason has to be told',
  (_, engineId, ruleId, id) => {
    const s = { id: 's', name: 'S', request: {} };
    const now = told(engine([asking('a'), asking('b')]));
    const withSample = { ...now, working: { ...now.working, samples: { s } } };
    expect(rehearsed(withSample as Told, engineId, ruleId)).toEqual([
      [id, 'v', 1],
      [id, 'vx', 1],
    ]);
    expect(
      rehearsed({ ...withSample, working: { ...withSample.working, engines: {} } } as Told, '', ''),
    ).toEqual([]);
  },
);
