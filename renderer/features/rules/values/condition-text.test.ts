import fc from 'fast-check';
import { expect, it } from 'vitest';
import { operatorNames, operators } from '../../../../shared/rules/operators.ts';
import { type CellCondition, formatCell, parseCell, readConditions, typeBeside } from './condition-text.ts';

it.each<[string, CellCondition[]]>([
  ['', []],
  ['planning', [{ operator: 'eq', value: 'planning' }]],
  ['is planning', [{ operator: 'eq', value: 'planning' }]],
  ['Is Not done', [{ operator: 'neq', value: 'done' }]],
  ['isolated', [{ operator: 'eq', value: 'isolated' }]],
  ['in-progress', [{ operator: 'eq', value: 'in-progress' }]],
  ['is-open', [{ operator: 'eq', value: 'is-open' }]],
  ['is not-open', [{ operator: 'eq', value: 'not-open' }]],
  ['contains-pii', [{ operator: 'eq', value: 'contains-pii' }]],
  ['inédit', [{ operator: 'eq', value: 'inédit' }]],
  ['iſ open', [{ operator: 'eq', value: 'iſ open' }]],
  ['not in in-progress, is-open', [{ operator: 'not_in', value: ['in-progress', 'is-open'] }]],
  ['open and in-progress', [{ operator: 'eq', value: 'open and in-progress' }]],
  ['is -5', [{ operator: 'eq', value: -5 }]],
  ['>=-5', [{ operator: 'gte', value: -5 }]],
  ['in a, b', [{ operator: 'in', value: ['a', 'b'] }]],
  ['is one of "a, b"; c', [{ operator: 'in', value: ['a, b', 'c'] }]],
  ['in ["a", 1]', [{ operator: 'in', value: ['a', 1] }]],
  ['in [["a", 1], {"b": 2, "c": 3}]', [{ operator: 'in', value: [['a', 1], { b: 2, c: 3 }] }]],
  ['not in 1, 2', [{ operator: 'not_in', value: [1, 2] }]],
  ['>= 3', [{ operator: 'gte', value: 3 }]],
  [
    '≥3 and < 9',
    [
      { operator: 'gte', value: 3 },
      { operator: 'lt', value: 9 },
    ],
  ],
  ['rock and roll', [{ operator: 'eq', value: 'rock and roll' }]],
  ['exists', [{ operator: 'exists' }]],
  ['does not exist', [{ operator: 'not_exists' }]],
  ['matches ^a.*$', [{ operator: 'regex', value: '^a.*$' }]],
  ['is "5"', [{ operator: 'eq', value: '5' }]],
  ['true', [{ operator: 'eq', value: true }]],
  ['is {"a":1}', [{ operator: 'eq', value: { a: 1 } }]],
])('%j reads as %j', (text, conditions) => {
  expect(parseCell(text, 'unknown')).toEqual({ ok: true, conditions });
});

it.each([
  ['>= many', /needs a number, and “many” is none/],
  ['in ,', /at least one value/],
  ['exists 3', /Nothing stands behind “exists”/],
  ['starts with', /needs a text/],
  ['is', /needs a value/],
])('%j cannot be read, and says why', (text, reason) => {
  const parsed = parseCell(text, 'string');
  expect(parsed.ok ? '' : parsed.reason).toMatch(reason);
});

it('whatever is written into a cell reads as the same again', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('is', 'a and >= 3', '"', 'x, y', 'null', ' 5 ', 'not in', 'in-a', 'isé', '[1'),
  );
  const single = fc.oneof(
    word.filter(text => text !== ''),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.oneof(word, fc.integer())),
    fc.dictionary(fc.string(), word),
  );
  const condition = fc.constantFrom(...operatorNames).chain((operator): fc.Arbitrary<CellCondition> => {
    const { takes } = operators[operator];
    if (takes === 'none') return fc.constant({ operator });
    if (takes === 'list') return fc.array(single, { minLength: 1 }).map(value => ({ operator, value }));
    if (takes === 'number') return fc.integer().map(value => ({ operator, value }));
    if (takes === 'any') return single.map(value => ({ operator, value }));
    return word.filter(text => text !== '').map(value => ({ operator, value }));
  });
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 3 }), conditions => {
      expect(parseCell(formatCell(conditions, 'unknown'), 'unknown')).toEqual({ ok: true, conditions });
    }),
    { numRuns: 200 },
  );
});

it('is one line, also where a value has several', () => {
  const text = formatCell([{ operator: 'eq', value: 'a\nb' }], 'string');
  expect(text).toBe('is "a\\nb"');
  expect(parseCell(text, 'string')).toEqual({ ok: true, conditions: [{ operator: 'eq', value: 'a\nb' }] });
});

it.each<CellCondition>([
  { operator: 'eq', value: 5 },
  { operator: 'neq', value: true },
  { operator: 'contains', value: null },
  { operator: 'in', value: ['5', 5] },
  { operator: 'eq', value: '5' },
])('%j reads as the same again also where its variable is a text', condition => {
  const type = typeBeside([condition], 'string');
  expect(parseCell(formatCell([condition], type), type)).toEqual({ ok: true, conditions: [condition] });
});

it('only what a text is compared with besides texts makes it more than one', () => {
  const conditions: CellCondition[] = [
    { operator: 'gte', value: 5 },
    { operator: 'exists' },
    { operator: 'eq', value: [5] },
    { operator: 'in', value: ['a'] },
  ];
  expect(typeBeside(conditions, 'string')).toBe('string');
});

const types = {
  'addVar.phase': 'string',
  'addVar.risk': 'number',
  'scope.agent.agent_type': 'string',
  'addVar.a.id': 'string',
  'addVar.b.id': 'string',
} as const;
const typeOf = (field: string) => new Map(Object.entries(types)).get(field) ?? 'unknown';
const read = (text: string) => readConditions(text, typeOf, Object.keys(types));

it.each([
  ['phase is planning', [['addVar.phase', 'eq', 'planning']]],
  ['risk>=0.6', [['addVar.risk', 'gte', 0.6]]],
  ['addVar.frozen does not exist', [['addVar.frozen', 'not_exists', undefined]]],
  ['agent_type in developer, qa', [['scope.agent.agent_type', 'in', ['developer', 'qa']]]],
  ['phase planning', [['addVar.phase', 'eq', 'planning']]],
  ['phase in-progress', [['addVar.phase', 'eq', 'in-progress']]],
  [
    'phase is rock and roll and risk > 0.2 and < 0.4',
    [
      ['addVar.phase', 'eq', 'rock and roll'],
      ['addVar.risk', 'gt', 0.2],
      ['addVar.risk', 'lt', 0.4],
    ],
  ],
  [
    'phase = "a and risk > 1"\n\n branch matches ^release/',
    [
      ['addVar.phase', 'eq', 'a and risk > 1'],
      ['addVar.branch', 'regex', '^release/'],
    ],
  ],
  ['id is 5', [['addVar.id', 'eq', 5]]],
])('%j is read as whole conditions', (text, conditions) => {
  const found = read(text);
  const rows = found.ok && found.conditions.map(({ field, operator, value }) => [field, operator, value]);
  expect(rows).toEqual(conditions);
});

it('a name alone is no condition, and what cannot be read says why', () => {
  expect(read('phase')).toEqual({ ok: true, field: 'addVar.phase', conditions: [] });
  expect(read('')).toEqual({ ok: false, reason: 'A condition begins with its variable.' });
  expect(read('risk >= many')).toEqual({
    ok: false,
    reason: '“is at least” needs a number, and “many” is none.',
  });
});
