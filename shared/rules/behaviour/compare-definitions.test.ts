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
