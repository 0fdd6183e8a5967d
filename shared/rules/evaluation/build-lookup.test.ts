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

it('a problem is told with its place in the request', () => {
  const twice = { 'a.b': 1, a: { b: 2 } };
  const message = (name: string) =>
    `${name} is written in two ways, once with a dot in a name and once as a nested object; keep one`;
  expect(buildLookup({ scope_variables: { agent: twice }, additional_variables: twice }).problems).toEqual([
    {
      code: 'ambiguous_variable',
      path: 'scope_variables.agent.a.b',
      message: message('scope.agent.a.b'),
    },
    { code: 'ambiguous_variable', path: 'additional_variables.a.b', message: message('addVar.a.b') },
  ]);
});

it('a thousand problems are told, and no more', () => {
  const twice = Object.fromEntries(Array.from({ length: 1002 }, (_, at) => [`x.${at}`, 1]));
  const nested = Object.fromEntries(Array.from({ length: 1002 }, (_, at) => [`${at}`, 1]));
  const given = { ...twice, x: nested };
  expect(buildLookup({ scope_variables: {}, additional_variables: given }).problems).toHaveLength(1000);
  let deep: Record<string, unknown> = Object.fromEntries(
    Array.from({ length: 1002 }, (_, at) => [at, { x: 1 }]),
  );
  for (let level = 0; level < 63; level += 1) deep = { a: deep };
  const { problems } = buildLookup({ scope_variables: {}, additional_variables: deep });
  expect([problems.length, problems[0]?.code]).toEqual([1000, 'too_deep']);
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
  const path = ['additional_variables', ...Array.from({ length: 64 }, () => 'a')].join('.');
  expect(problems).toEqual([{ code: 'too_deep', path, message: `${path} nests deeper than 64 objects` }]);
  expect(variables.size).toBe(64);
});

it('scopes are read from the request alone, and what is no object is none', () => {
  const request = { scope_variables: { agent: 'x', galaxy: { a: 1 } }, additional_variables: ['x'] };
  expect([...buildLookup(request as never).variables]).toEqual([]); // as a caller may send it
});
