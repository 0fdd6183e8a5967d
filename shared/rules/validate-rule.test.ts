import { expect, it } from 'vitest';
import type { Condition } from '../model/rule.ts';
import { checkEngine } from './validate-rule.ts';

const engine = (...when: Condition[]) => ({
  id: 'planning',
  name: 'Planning',
  description: '',
  enabled: true,
  rules: [{ id: 'r1', name: 'Rule', when, then: { add_memories: ['docs'] } }],
});

it('finds nothing wrong with a good engine and leaves unknown keys alone', () => {
  const good = engine({ field: 'addVar.phase', operator: 'eq', value: 'planning' });
  expect(checkEngine({ ...good, $schema: 'x', owner: 'me' })).toEqual([]);
});

it.each<[string, string, Condition]>([
  ['unknown_field', 'rules.0.when.0.field', { field: 'phase', operator: 'exists' }],
  ['unknown_field', 'rules.0.when.0.field', { field: 'input.title', operator: 'exists' }],
  ['unknown_scope', 'rules.0.when.0.field', { field: 'scope.galaxy.name', operator: 'exists' }],
  ['null_constant', 'rules.0.when.0.value', { field: 'addVar.a', operator: 'eq', value: null }],
  ['null_constant', 'rules.0.when.0.value', { field: 'addVar.a', operator: 'neq' }],
  ['wrong_operand', 'rules.0.when.0.value', { field: 'addVar.a', operator: 'in', value: 'x' }],
  ['wrong_operand', 'rules.0.when.0.value', { field: 'addVar.a', operator: 'starts_with', value: 5 }],
  ['wrong_operand', 'rules.0.when.0.value', { field: 'addVar.a', operator: 'gt', value: 'many' }],
  ['wrong_operand', 'rules.0.when.0.value', { field: 'addVar.a', operator: 'regex', value: 5 }],
  ['bad_pattern', 'rules.0.when.0.value', { field: 'addVar.a', operator: 'regex', value: '(?=x)' }],
])('reports %s at %s', (code, path, condition) => {
  expect(checkEngine(engine(condition)).map(problem => [problem.code, problem.path])).toEqual([[code, path]]);
});

it.each<[Condition, string]>([
  [{ field: 'addVar.a', operator: 'in', value: 'x' }, '"is one of" needs a list of values'],
  [{ field: 'addVar.a', operator: 'starts_with', value: 5 }, '"starts with" needs a text'],
  [{ field: 'addVar.a', operator: 'gt', value: 'many' }, '"is more than" needs a number'],
  [{ field: 'addVar.a', operator: 'regex', value: 5 }, '"matches" needs a pattern (text in RE2 syntax)'],
  [
    { field: 'addVar.a', operator: 'neq' },
    'nothing is ever equal to null; use "exists" to ask for a missing variable, or give a value',
  ],
  [{ field: 'input.title', operator: 'exists' }, '"input.title" is never given; write input.text'],
])('says of %j what it needs', (condition, message) => {
  expect(checkEngine(engine(condition)).map(problem => problem.message)).toEqual([message]);
});

it('suggests the prefixed name and names the construct that RE2 lacks', () => {
  const problems = checkEngine(
    engine(
      { field: 'agent_type', operator: 'exists' },
      { field: 'addVar.a', operator: 'regex', value: '(a)\\1' },
    ),
  );
  expect(problems.map(problem => problem.message)).toEqual([
    '"agent_type" has no known prefix; write scope.agent.agent_type',
    'the pattern does not compile: RE2 has no back-reference ("\\1")',
  ]);
});

it('reports every id that a rule shares with an earlier one', () => {
  const { rules, ...rest } = engine();
  expect(checkEngine({ ...rest, rules: [...rules, ...rules] })).toEqual([
    {
      code: 'duplicate_rule_id',
      path: 'rules.1.id',
      message: 'another rule of this engine has the id "r1" already',
    },
  ]);
});

it.each(['variables', 'Evaluate'])('refuses the id "%s", which a path has in its place', id => {
  expect(checkEngine({ ...engine(), id })).toEqual([
    {
      code: 'reserved_id',
      path: 'id',
      message: `"${id}" is a word of a path, so that the engine could not be read over REST; put "engine-" before it`,
    },
  ]);
});

it.each([[null], ['text'], [[]], [{}], [{ ...engine(), rules: [{}] }], [{ ...engine(), id: '../x' }]])(
  'tells the shape problems of %j instead of throwing',
  value => {
    expect(checkEngine(value).length).toBeGreaterThan(0);
  },
);
