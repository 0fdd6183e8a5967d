import fc from 'fast-check';
import { expect, it } from 'vitest';
import { operatorNames, operators } from '../../../../shared/rules/operators.ts';
import { type CellCondition, formatCell, parseCell } from './cell-text.ts';

it.each<[string, CellCondition[]]>([
  ['', []],
  ['planning', [{ operator: 'eq', value: 'planning' }]],
  ['is planning', [{ operator: 'eq', value: 'planning' }]],
  ['Is Not done', [{ operator: 'neq', value: 'done' }]],
  ['isolated', [{ operator: 'eq', value: 'isolated' }]],
  ['in a, b', [{ operator: 'in', value: ['a', 'b'] }]],
  ['is one of "a, b"; c', [{ operator: 'in', value: ['a, b', 'c'] }]],
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
    fc.constantFrom('is', 'a and >= 3', '"', 'x, y', 'null', ' 5 ', 'not in', '[1'),
  );
  const single = fc.oneof(
    word.filter(text => text !== ''),
    fc.integer(),
    fc.boolean(),
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
