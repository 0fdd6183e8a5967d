import { expect, it } from 'vitest';
import { buildLookup } from './build-lookup.ts';

it('prefixes names, continues nested objects, keeps objects, leaves and arrays', () => {
  const { variables, problems } = buildLookup({
    scope_variables: { agent: { agent_id: 'a1' }, user: null },
    additional_variables: { repo: { name: 'web', tags: ['x'] }, empty: {}, none: null },
    input: { text: 'hello' },
  });
  expect([...variables]).toEqual([
    ['scope.agent.agent_id', 'a1'],
    ['addVar.repo', { name: 'web', tags: ['x'] }],
    ['addVar.repo.name', 'web'],
    ['addVar.repo.tags', ['x']],
    ['addVar.empty', {}],
    ['addVar.none', null],
    ['input.text', 'hello'],
  ]);
  expect(problems).toEqual([]);
});

it('a bare input string means the same as { text }', () => {
  expect([...buildLookup({ scope_variables: {}, input: 'hi' }).variables]).toEqual([['input.text', 'hi']]);
});

it.each([
  { 'a.b': 1, a: { b: 2 } },
  { a: { b: 2 }, 'a.b': 1 },
  { a: { 'b.c': 1, b: { c: 2 } } },
  { 'a.b': null, a: { b: 2 } },
])('two ways of writing one path are ambiguous: %j', additional_variables => {
  const { problems } = buildLookup({ scope_variables: {}, additional_variables });
  expect(problems.map(problem => problem.code)).toEqual(['ambiguous_variable']);
});

it('names of Object.prototype are ordinary keys when given, and missing when not', () => {
  const given: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": "c"}');
  const request = { scope_variables: {}, additional_variables: given as Record<string, unknown> }; // just parsed
  const { variables } = buildLookup(request);
  expect([...variables]).toEqual([
    ['addVar.__proto__', { x: 1 }],
    ['addVar.__proto__.x', 1],
    ['addVar.constructor', 'c'],
  ]);
  expect(buildLookup({ scope_variables: {} }).variables.size).toBe(0);
});

it('variables nested deeper than 64 objects are a problem, not a stack overflow', () => {
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 10_000; level += 1) deep = { a: deep };
  const { problems, variables } = buildLookup({ scope_variables: {}, additional_variables: deep });
  expect(problems.map(problem => problem.code)).toEqual(['too_deep']);
  expect(variables.size).toBe(64);
});
