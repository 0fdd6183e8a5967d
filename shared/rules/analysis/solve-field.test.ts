import { describe, expect, it } from 'vitest';
import type { Condition } from '../../model/rule.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { operatorNamed } from '../operators.ts';
import { demand, denial, type Literal } from './literal.ts';
import { fieldValues, solveField } from './solve-field.ts';
import { solveLiterals } from './solve-literals.ts';

const regexes = createRegexCache();
/** An operator with its constant as JSON: `gt 5`. */
type Asking = `${Condition['operator']}${'' | ` ${string}`}`;
const solve = (field: string, asked: readonly Asking[], denied: readonly Asking[] = []) =>
  solveField(field, literals(field, asked, denied), regexes);
const literals = (field: string, asked: readonly Asking[], denied: readonly Asking[] = []): Literal[] => [
  ...asked.map(one => demand(conditionOf(field, one))),
  ...denied.map(one => denial(conditionOf(field, one))),
];
function conditionOf(field: string, asking: Asking): Condition {
  const [name = '', ...rest] = asking.split(' ');
  const operator = operatorNamed(name);
  if (operator === undefined) throw new Error(`there is no operator "${name}"`);
  return { field, operator, ...(rest.length > 0 && { value: JSON.parse(rest.join(' ')) }) };
}
const found = (value: unknown) => ({ kind: 'found', value });
const none = { kind: 'none' };
const unknown = { kind: 'unknown' };

describe('a value of a field', () => {
  it.each<[string, Asking[], object]>([
    ['input.text', ['eq "a"'], found('a')],
    ['input.text', ['eq 5'], none],
    ['input.text', ['gt 5'], found('6')],
    ['input.text', ['exists'], found('')],
    ['input.title', ['exists'], none],
    ['input.title', ['not_exists'], found(undefined)],
    ['scope.galaxy.name', ['exists'], none],
    ['scope.agent.mood', ['eq 5'], found(5)],
    ['phase', ['exists'], none],
    ['phase', ['not_exists'], none],
  ])('of %s that satisfies %j is %j, as a request can give it', (field, asked, solution) => {
    expect(solve(field, asked)).toEqual(solution);
  });

  it('of a name that no request has fails every condition', () => {
    expect(solve('phase', [], ['exists', 'neq "x"'])).toMatchObject({ kind: 'found' });
  });

  it.each<[Asking[], Asking[], object]>([
    [['in ["a", "b", "c"]'], ['eq "a"', 'starts_with "b"'], found('c')],
    [['in ["a", "b"]'], ['in ["a", "b"]'], none],
    [['not_exists'], [], found(undefined)],
    [['not_exists', 'neq "a"'], [], found(undefined)],
    [['not_exists', 'exists'], [], none],
    [[], ['exists'], found(undefined)],
    [[], ['neq "a"'], found('a')],
    [[], ['not_in ["a", "b"]', 'eq "a"'], found('b')],
    [['exists'], ['neq "a"', 'eq "a"'], none],
    [['gt 2', 'lt 3'], [], found(2.5)],
    [['gte 2', 'lte 2'], [], found(2)],
    [['gt 2', 'lte 2'], [], none],
    [['contains "a"', 'contains ["b"]'], [], found(['a', ['b']])],
    [['contains 1', 'contains 2'], ['eq [1, 2]'], found([1, 2, '~'])],
    [['contains 1', 'starts_with "a"'], [], none],
    [['starts_with "a"', 'ends_with "b"', 'contains "c"'], [], found('acb')],
    [['starts_with "a"', 'ends_with "b"'], ['eq "ab"', 'contains "ab"'], found('a~b')],
    [['exists'], ['eq true'], found(0)],
    [['eq "a"', 'eq "b"'], [], none],
  ])('that satisfies %j and none of %j is %j', (asked, denied, solution) => {
    expect(solve('addVar.p', asked, denied)).toEqual(solution);
  });

  it.each<[Asking[], Asking[], object]>([
    [['regex "^fix"'], [], found('fix')],
    [['regex "fix$"', 'starts_with "a"'], [], found('afix')],
    [['regex "^fix"', 'ends_with "it"'], [], found('fixit')],
    [['regex "^fix"', 'ends_with "it"', 'contains "mid"'], [], found('fix midit')],
    [['regex "fix$"', 'contains "mid"', 'starts_with "a"'], [], found('a mid fix')],
    [['regex "fix"', 'starts_with "a"', 'ends_with "z"', 'contains "m"'], [], found('afix mz')],
    [['regex "^a"', 'eq "b"'], [], none],
    [['regex "^a"', 'gt 5'], [], unknown],
    [['regex "^a"', 'contains 5'], [], none],
    [['regex "^a"', 'not_exists'], [], none],
    [['regex "^a$"', 'exists'], ['eq "a"'], unknown],
    [['regex "^a.*b$"', 'regex "^.{7}$"'], [], unknown],
    [['regex "^a"'], ['regex "^a"'], none],
    [['regex "^a"'], ['regex "^a.?"'], unknown],
    [['regex "ab"'], ['contains "ab"'], unknown],
    [['exists'], ['regex ""'], found(0)],
    [['regex "("'], [], none],
    [['regex "^a"', 'regex "("'], [], none],
    [['starts_with "1"', 'gt 5', 'lt 5.5'], [], unknown],
    [['starts_with "x"', 'gt 5'], [], none],
  ])('that satisfies %j and none of %j, where patterns are asked for, is %j', (asked, denied, solution) => {
    expect(solve('addVar.p', asked, denied)).toEqual(solution);
  });

  it('is one of several, the best to read first', () => {
    const values = fieldValues('addVar.p', literals('addVar.p', ['neq "a"', 'in ["a", "b", 3]']), regexes);
    expect(values.map(({ value }) => value)).toEqual(['b', 3, 3]);
    expect(
      fieldValues('input.text', literals('input.text', ['gt 2']), regexes).map(({ value }) => value),
    ).toEqual(['3', '03', ' 3'].map(text => expect.stringContaining(text.trim())));
  });
});

describe('values of several fields', () => {
  const solution = (...asked: (readonly [string, Condition['operator'], unknown?])[]) => {
    const conditions = asked.map(([name, operator, value]) =>
      demand({ field: `addVar.${name}`, operator, value }),
    );
    const answer = solveLiterals(conditions, regexes);
    return answer.kind === 'found' ? Object.fromEntries(answer.values) : answer.kind;
  };

  it('are chosen by themselves, and together where one lies in another', () => {
    expect(solution(['a', 'eq', 1], ['b', 'not_exists'])).toEqual({ 'addVar.a': 1, 'addVar.b': undefined });
    expect(solution(['o', 'exists'], ['o.x', 'eq', 1])).toMatchObject({ 'addVar.o.x': 1 });
    expect(solution(['o', 'in', [{ x: 2 }, { x: 1 }]], ['o.x', 'eq', 1])).toEqual({
      'addVar.o': { x: 1 },
      'addVar.o.x': 1,
    });
    expect(solution(['o', 'in', [{ x: 2 }, 'text']], ['o.x', 'eq', 1])).toEqual({
      'addVar.o': 'text',
      'addVar.o.x': 1,
    });
    expect(solution(['o', 'eq', { x: null }], ['o.x', 'not_exists'])).toEqual({
      'addVar.o': { x: null },
      'addVar.o.x': undefined,
    });
    expect(solution(['o', 'eq', { x: { y: 1 } }], ['o.x.y', 'gt', 0], ['o.x', 'exists'])).toEqual({
      'addVar.o': { x: { y: 1 } },
      'addVar.o.x': { y: 1 },
      'addVar.o.x.y': 1,
    });
  });

  it('are none where one has none, and not known where that is so of one', () => {
    const hidden = [['h', 'regex', '^a.*b$'] as const, ['h', 'regex', '^.{7}$'] as const];
    expect(solution(['o', 'eq', { x: 1 }], ['o.x', 'eq', 2])).toBe('none');
    expect(solution(['o', 'eq', { x: 1 }], ['o.x', 'not_exists'])).toBe('none');
    expect(solution(...hidden, ['a', 'eq', 1])).toBe('unknown');
    expect(solution(...hidden, ['a', 'eq', 1], ['a', 'eq', 2])).toBe('none');
    expect(solution(...hidden, ['h.x', 'eq', 1])).toBe('unknown');
    expect(solution(...hidden, ['h.x', 'eq', 1], ['h.x', 'eq', 2])).toBe('none');
    expect(solution()).toEqual({});
  });
});
