import { expect, it } from 'vitest';
import { engineAdding, memoryOf } from '../../../test/support/engine-definitions.ts';
import { atOnce } from '../../stretches.ts';
import { type ComparedDefinitions, compareDefinitions } from './compare-definitions.ts';

const compare = (before: ComparedDefinitions, after: ComparedDefinitions) =>
  atOnce(compareDefinitions(before, after));

const engine = engineAdding('e', 'm');
const [rule = { id: '', name: '', when: [], then: { add_memories: [] } }] = engine.rules;
const second = { ...rule, id: 'second', name: 'Second' };

it('finds nothing between equal states, whatever the order of their keys', () => {
  const state = { engines: [{ ...engine, rules: [rule, second] }], memories: [memoryOf('m')] };
  const reversed = Object.fromEntries(Object.entries(engine).reverse()) as typeof engine;
  const copy = { engines: [{ ...reversed, rules: [rule, second] }], memories: [memoryOf('m')] };
  expect(compare(state, copy)).toEqual({ engines: [], memories: [] });
});

it('tells rules, engines and memories apart by id, with the fields that differ', () => {
  const before = {
    engines: [{ ...engine, rules: [rule, second] }, engineAdding('gone')],
    memories: [memoryOf('m'), memoryOf('old')],
  };
  const after = {
    engines: [
      {
        ...engine,
        enabled: false,
        rules: [
          { ...second, priority: 5, when: [{ field: 'input.text', operator: 'exists' as const }] },
          { ...rule, id: 'third' },
        ],
      },
    ],
    memories: [memoryOf('m', { tags: ['new'] }), memoryOf('new')],
  };
  expect(compare(before, after)).toEqual({
    engines: [
      {
        change: 'changed',
        id: 'e',
        name: 'e',
        fields: ['enabled'],
        rules: [
          { change: 'removed', id: 'e-rule', name: 'Always', fields: [] },
          { change: 'changed', id: 'second', name: 'Second', fields: ['when', 'priority'] },
          { change: 'added', id: 'third', name: 'Always', fields: [] },
        ],
      },
      {
        change: 'removed',
        id: 'gone',
        name: 'gone',
        fields: [],
        rules: [{ change: 'removed', id: 'gone-rule', name: 'Always', fields: [] }],
      },
    ],
    memories: [
      { change: 'changed', id: 'm', name: 'm', fields: ['tags'] },
      { change: 'added', id: 'new', name: 'new', fields: [] },
      { change: 'removed', id: 'old', name: 'old', fields: [] },
    ],
  });
});

it('tells another order of the same rules', () => {
  const state = (rules: typeof engine.rules) => ({ engines: [{ ...engine, rules }], memories: [] });
  expect(compare(state([rule, second]), state([second, rule])).engines).toMatchObject([
    { change: 'changed', fields: ['order'], rules: [] },
  ]);
});

it('tells what came with its rules, and an engine of which only rules changed', () => {
  const none: ComparedDefinitions = { engines: [], memories: [] };
  const state = { engines: [{ ...engine, rules: [rule, second] }], memories: [] };
  const rules = [rule, second].map(({ id, name }) => ({ change: 'added', id, name, fields: [] }));
  expect(compare(none, state).engines).toEqual([{ change: 'added', id: 'e', name: 'e', fields: [], rules }]);
  const muted = { engines: [{ ...engine, rules: [rule, { ...second, enabled: false }] }], memories: [] };
  expect(compare(state, muted).engines).toEqual([
    {
      change: 'changed',
      id: 'e',
      name: 'e',
      fields: [],
      rules: [{ change: 'changed', id: 'second', name: 'Second', fields: ['enabled'] }],
    },
  ]);
  expect(compare(none, none)).toEqual({ engines: [], memories: [] });
});

it('tells a key that came or went, and an order only of rules that both have', () => {
  const state = (...rules: typeof engine.rules) => ({ engines: [{ ...engine, rules }], memories: [] });
  const [changed] = compare(state(rule), state({ ...rule, note: undefined })).engines;
  expect(changed?.rules).toMatchObject([{ id: rule.id, fields: ['note'] }]);
  const third = { ...rule, id: 'third' };
  const [added] = compare(state(rule, second), state(third, rule, second)).engines;
  expect([added?.fields, added?.rules.map(({ change, id }) => [change, id])]).toEqual([
    [],
    [['added', 'third']],
  ]);
  const [moved] = compare(state(rule, second, third), state(second, rule)).engines;
  expect(moved?.fields).toEqual(['order']);
  const renamed = compare(state(rule), {
    engines: [{ ...engine, name: 'New', rules: [rule] }],
    memories: [],
  });
  expect(renamed.engines).toEqual([{ change: 'changed', id: 'e', name: 'New', fields: ['name'], rules: [] }]);
});
