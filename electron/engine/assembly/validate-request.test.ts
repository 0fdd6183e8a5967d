import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestSchema } from '../../../shared/model/request.ts';
import { scopes } from '../../../shared/model/scope.ts';
import { maxVariableDepth } from '../../../shared/rules/evaluation/build-lookup.ts';
import { engineAdding, memoryOf, requestOf } from '../../../test/support/engine-definitions.ts';
import { isPlainRequest, requestErrors, validateRequest } from './validate-request.ts';

const known = {
  engines: [engineAdding('planning', 'docs', 'lost'), { ...engineAdding('off', 'x'), enabled: false }],
  memories: [memoryOf('docs'), memoryOf('old', { status: 'deprecated' })],
};
const codes = (request: unknown) =>
  validateRequest(request, known).errors.map(({ code, path }) => [code, path]);

describe('every error has a code and a path', () => {
  it.each<[unknown, [string, string][]]>([
    [null, [['wrong_type', '']]],
    ['text', [['wrong_type', '']]],
    [{}, [['missing_scope_variables', 'scope_variables']]],
    [{ scope_variables: null }, [['missing_scope_variables', 'scope_variables']]],
    [{ scope_variables: [] }, [['wrong_type', 'scope_variables']]],
    [{ scope_variables: { galaxy: {} } }, [['unknown_scope', 'scope_variables.galaxy']]],
    [{ scope_variables: { agent: 'a1' } }, [['wrong_type', 'scope_variables.agent']]],
    [{ scope_variables: {}, additional_variables: [] }, [['wrong_type', 'additional_variables']]],
    [{ scope_variables: {}, input: 5 }, [['wrong_type', 'input']]],
    [{ scope_variables: {}, input: { text: 5 } }, [['wrong_type', 'input']]],
    [{ scope_variables: {}, explicit_memory: 'docs' }, [['wrong_type', 'explicit_memory']]],
    [{ scope_variables: {}, explicit_memory: ['docs', 'nope'] }, [['unknown_memory', 'explicit_memory.1']]],
    [{ scope_variables: {}, rule_engine_ids: ['nope'] }, [['unknown_engine', 'rule_engine_ids.0']]],
    [{ scope_variables: {}, rule_engine_ids: [5] }, [['wrong_type', 'rule_engine_ids.0']]],
    [{ scope_variables: {}, constraints: 5 }, [['wrong_type', 'constraints']]],
    [
      { scope_variables: {}, constraints: { estimator: 'words' } },
      [['invalid_constraint', 'constraints.estimator']],
    ],
    [
      { scope_variables: {}, constraints: { timeout_ms: -1 } },
      [['invalid_constraint', 'constraints.timeout_ms']],
    ],
    [
      { scope_variables: {}, additional_variables: { 'a.b': 1, a: { b: 2 } } },
      [['ambiguous_variable', 'additional_variables.a.b']],
    ],
  ])('%j', (request, expected) => {
    expect(codes(request)).toEqual(expected);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '8000', null, true])(
    'max_tokens %j is no budget',
    max_tokens => {
      expect(codes({ scope_variables: {}, constraints: { max_tokens } })).toEqual([
        ['invalid_max_tokens', 'constraints.max_tokens'],
      ]);
    },
  );
});

it('tells all errors at once, also those behind other errors', () => {
  const request = {
    scope_variables: { galaxy: {}, agent: 5, task: { 'a.b': 1, a: { b: 1 } } },
    explicit_memory: [5, 'nope'],
    rule_engine_ids: ['gone'],
    constraints: { max_tokens: 0, estimator: 'x' },
  };
  expect(codes(request)).toEqual([
    ['wrong_type', 'scope_variables.agent'],
    ['unknown_scope', 'scope_variables.galaxy'],
    ['wrong_type', 'explicit_memory.0'],
    ['invalid_max_tokens', 'constraints.max_tokens'],
    ['invalid_constraint', 'constraints.estimator'],
    ['ambiguous_variable', 'scope_variables.task.a.b'],
    ['unknown_memory', 'explicit_memory.1'],
    ['unknown_engine', 'rule_engine_ids.0'],
  ]);
});

it('says what was wrong, with the value, and what would be right', () => {
  const request = {
    scope_variables: { galaxy: {} },
    input: 5,
    constraints: { max_tokens: 'many', estimator: 'x' },
  };
  expect(validateRequest(request, known).errors.map(error => error.message)).toEqual([
    '"galaxy" is no scope; the scopes are swarm, project, agent, thread, task, user, org, orchestrator',
    'input: must be a text or { text }, not 5',
    'constraints.max_tokens: must be a whole number >= 1, not "many"',
    'constraints.estimator: must be one of chars4, o200k_base, cl100k_base, not "x"',
  ]);
});

describe('what was wrong, in words', () => {
  const complaint = (request: unknown) =>
    validateRequest(request, known).errors.map(({ message }) => message);

  it.each<[unknown, string]>([
    [undefined, 'absent'],
    [null, 'null'],
    [['a'], 'a list'],
    ['', '""'],
    ['a "b"', JSON.stringify('a "b"')],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), 'a text'],
    [5, '5'],
    [true, 'true'],
  ])('a request that is %j is not one but %s', (request, kind) => {
    expect(complaint(request)).toEqual([`a request must be an object, not ${kind}`]);
  });

  it.each<[object, string]>([
    [{ scope_variables: null }, 'scope_variables is missing; give an object of scopes, {} at the least'],
    [{ scope_variables: 5 }, 'scope_variables: must be an object, not 5'],
    [{ scope_variables: { agent: ['a'] } }, 'scope_variables.agent: must be an object, not a list'],
    [{ additional_variables: 'x' }, 'additional_variables: must be an object, not "x"'],
    [{ input: ['hi'] }, 'input: must be a text or { text }, not a list'],
    [{ explicit_memory: 'docs' }, 'explicit_memory: must be a list, not "docs"'],
    [{ explicit_memory: {} }, 'explicit_memory: must be a list, not an object'],
    [{ explicit_memory: [null] }, 'explicit_memory.0: must be a text, not null'],
    [{ rule_engine_ids: [true] }, 'rule_engine_ids.0: must be a text, not true'],
    [{ constraints: [] }, 'constraints: must be an object, not a list'],
    [{ constraints: { max_tokens: 'x' } }, 'constraints.max_tokens: must be a whole number >= 1, not "x"'],
    [{ constraints: { max_tokens: 1.5 } }, 'constraints.max_tokens: must be a whole number >= 1, not 1.5'],
    [
      { constraints: { timeout_ms: {} } },
      'constraints.timeout_ms: must be a whole number >= 1, not an object',
    ],
    [{ constraints: { count: 'all' } }, 'constraints.count: must be one of items, rendered, not "all"'],
    [
      { constraints: { budget_strategy: 5 } },
      'constraints.budget_strategy: must be one of peel, pack, not 5',
    ],
    [{ request_id: 5 }, 'request_id: must be a text, not 5'],
    [{ request_id: '' }, 'request_id: too small: expected string to have >=1 characters, not ""'],
    [
      { request_id: 'x'.repeat(201) },
      'request_id: too big: expected string to have <=200 characters, not a text',
    ],
  ])('%j', (part, message) => {
    expect(complaint({ scope_variables: {}, ...part })).toEqual([message]);
  });

  it('tells every scope that is none, and what cannot be read', () => {
    expect(complaint({ scope_variables: { galaxy: {}, town: {} } })).toEqual(
      ['galaxy', 'town'].map(name => `"${name}" is no scope; the scopes are ${scopes.join(', ')}`),
    );
    const torn = (what: string) => [{ file: `${what}/torn.json`, reason: 'it is no JSON' }];
    const request = requestOf({ explicit_memory: ['torn', 'gone'], rule_engine_ids: ['torn', 'gone'] });
    const unreadable = { memories: torn('memories'), engines: torn('engines') };
    expect(
      requestErrors(request, { ...known, unreadable }).map(({ path, message }) => [path, message]),
    ).toEqual([
      ['explicit_memory.0', 'the memory "torn" cannot be read: memories/torn.json: it is no JSON'],
      ['explicit_memory.1', 'there is no memory "gone"'],
      ['rule_engine_ids.0', 'the rule engine "torn" cannot be read: engines/torn.json: it is no JSON'],
      ['rule_engine_ids.1', 'there is no rule engine "gone"'],
    ]);
  });
});

it('warns of engines and memories whose files cannot be read', () => {
  const torn = (file: string) => [{ file, reason: 'it is no JSON' }];
  const unreadable = { engines: torn('engines/torn.json'), memories: torn('memories/lost.json') };
  const { valid, warnings } = validateRequest(requestOf(), {
    ...known,
    unreadable,
  });
  expect([valid, warnings.map(({ code }) => code)]).toEqual([true, ['unreadable_engine', 'unknown_memory']]);
  expect(warnings[1]?.message).toContain('memories/lost.json');
});

it('what is not known is not looked up', () => {
  const request = requestOf({ explicit_memory: ['a', 'a'], rule_engine_ids: ['e'] });
  expect(requestErrors(request, {})).toEqual([]);
  expect(validateRequest(requestOf({ explicit_memory: ['a', 'a'] }), {})).toEqual({
    valid: true,
    errors: [],
    warnings: [],
    resolved_memories: ['a'],
  });
});

it.each(['explicit_memory', 'rule_engine_ids'])('%s may name ten thousand ids', field => {
  const of = (count: number) => requestErrors({ scope_variables: {}, [field]: Array(count).fill('a') }, {});
  expect(of(10_000)).toEqual([]);
  expect(of(10_001)).toEqual([
    { code: 'too_long', path: field, message: `${field} names 10001 ids; at most 10000 are allowed` },
  ]);
});

describe('a name that is written twice is told, wherever it stands', () => {
  it.each<[object, string[]]>([
    [{ additional_variables: { 'a.b': 1, a: { b: 2 } } }, ['additional_variables.a.b']],
    [{ additional_variables: { a: { 'b.c': 1, b: { c: 2 } } } }, ['additional_variables.a.b.c']],
    [{ scope_variables: { task: { 'a.b': 1, a: { b: 2 } } } }, ['scope_variables.task.a.b']],
    [{ additional_variables: { 'a.b': 1, c: { b: 2 } } }, []],
    [{ scope_variables: { task: { a: { b: 1 } }, user: { 'a.b': 2 } } }, []],
    // A scope that is none, or no object, is another problem.
    [{ scope_variables: { galaxy: { 'a.b': 1, a: { b: 2 } } } }, []],
  ])('%j', (part, paths) => {
    const errors = requestErrors({ scope_variables: {}, ...part }, {});
    expect(errors.flatMap(({ code, path }) => (code === 'ambiguous_variable' ? [path] : []))).toEqual(paths);
  });
});

it('variables that lie too deep are told', () => {
  const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) });
  const codesAt = (depth: number) =>
    requestErrors({ scope_variables: {}, additional_variables: deep(depth) }, {}).map(({ code }) => code);
  expect([codesAt(maxVariableDepth), codesAt(maxVariableDepth + 2)]).toEqual([[], ['too_deep']]);
});

it('a valid request lists what it resolves to and every warning', () => {
  const request = requestOf({
    scope_variables: { agent: { mood: 'good' }, user: null },
    explicit_memory: ['old', 'old'],
    rule_engine_ids: ['planning', 'off'],
  });
  const validation = validateRequest(request, known);
  expect(validation.valid).toBe(true);
  expect(validation.resolved_memories).toEqual(['old', 'docs']);
  expect(validation.warnings.map(warning => warning.code)).toEqual([
    'unknown_field',
    'engine_disabled',
    'deprecated_memory',
    'unknown_memory',
  ]);
});

describe('a request that is too much is refused unread', () => {
  const variables = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, 1]));

  it.each([
    ['20,000 variables', { scope_variables: { user: variables(20_000) } }, []],
    [
      '20,001 variables',
      { scope_variables: {}, additional_variables: variables(20_001) },
      ['too_many_variables'],
    ],
    [
      'variables in two places',
      { scope_variables: { user: variables(10_000) }, additional_variables: { a: variables(10_000) } },
      ['too_many_variables'],
    ],
    ['lists, whatever is in them', { scope_variables: { user: { a: Array(100_000).fill({ b: 1 }) } } }, []],
    ['a million ids', { scope_variables: {}, explicit_memory: Array(1_000_000).fill(5) }, ['too_long']],
  ])('%s', (_, request, expected) => {
    expect(requestErrors(request, {}).map(({ code }) => code)).toEqual(expected);
  });
});

it('lists the first 100 problems and tells that there are more', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `v${index}`);
  const errors = requestErrors(
    {
      scope_variables: {},
      additional_variables: {
        ...Object.fromEntries(names.map(name => [name, { x: 1 }])),
        ...Object.fromEntries(names.map(name => [`${name}.x`, 2])),
      },
    },
    {},
  );
  expect(errors).toHaveLength(101);
  expect(errors.at(-1)).toEqual({
    code: 'more_problems',
    path: '',
    message: 'at least 1,000 problems in all; these are the first 100: mend them, then look again',
  });
});

it('keeps a scope called __proto__ out', () => {
  const request: unknown = JSON.parse('{"scope_variables": {"__proto__": {"x": 1}}}');
  expect(codes(request)).toEqual([['unknown_scope', 'scope_variables.__proto__']]);
});

it('a time or a number of pipelines that is too large is told what it may be', () => {
  const constraints = { timeout_ms: 1e12, deadline_ms: 600_001, max_concurrency: 257 };
  expect(validateRequest(requestOf({ constraints }), known).errors).toEqual(
    [
      ['max_concurrency', 256, 257],
      ['timeout_ms', 600_000, 1e12],
      ['deadline_ms', 600_000, 600_001],
    ].map(([name, most, given]) => ({
      code: 'invalid_constraint',
      path: `constraints.${name}`,
      message: `constraints.${name}: must be a whole number of 1 to ${most}, not ${given}`,
    })),
  );
});

it.each([
  [{ explicit_memories: ['docs'] }, 'explicit_memories', 'did you mean "explicit_memory"?'],
  [{ scopeVariables: { agent: {} } }, 'scopeVariables', 'did you mean "scope_variables"?'],
  [{ constraints: { maxTokens: 100 } }, 'constraints.maxTokens', 'did you mean "max_tokens"?'],
  [{ additionalVariables: {} }, 'additionalVariables', 'did you mean "additional_variables"?'],
  [{ zebra: 1 }, 'zebra', 'the keys are scope_variables, additional_variables'],
])('a key that nothing reads is told with the near name: %j', (more, path, hint) => {
  const told = validateRequest({ ...requestOf(), ...more }, known);
  expect([told.valid, told.warnings.filter(({ code }) => code === 'unknown_key')]).toEqual([
    true,
    [{ code: 'unknown_key', path, message: expect.stringContaining(hint) }],
  ]);
});

it('an invalid request is told its mistyped keys as well, which are often why it is invalid', () => {
  expect(validateRequest({ scopeVariables: {} }, known)).toMatchObject({
    valid: false,
    errors: [{ code: 'missing_scope_variables' }],
    warnings: [{ code: 'unknown_key', path: 'scopeVariables' }],
    resolved_memories: [],
  });
});

it('an invalid request is told its fields that are not of the standard as well', () => {
  const scope_variables = { agent: { mood: 'calm' }, team: {} };
  expect(validateRequest({ scope_variables, constraints: { max_tokens: 0 }, zebra: 1 }, known)).toMatchObject(
    {
      valid: false,
      errors: [{ code: 'unknown_scope' }, { code: 'invalid_max_tokens' }],
      warnings: [
        { code: 'unknown_key', path: 'zebra' },
        { code: 'unknown_field', path: 'scope_variables.agent.mood' },
      ],
    },
  );
});

it.each([
  [{ constraints: { maxTokens: 5 } }, 'constraints.maxTokens', 'constraints', 'did you mean "max_tokens"?'],
  [{ input: { txt: 'hello' } }, 'input.txt', 'input', 'did you mean "text"?'],
  [{ input: { message: 'hello' } }, 'input.message', 'input', 'its key is text'],
])('a key within %j that nothing reads is told', (part, path, owner, hint) => {
  const [, key = ''] = path.split('.');
  expect(validateRequest(requestOf(part), { engines: [], memories: [] }).warnings).toEqual([
    { code: 'unknown_key', path, message: `"${key}" is no key of ${owner} and does nothing; ${hint}` },
  ]);
});

it('says which variables are missing, and which memories would be skipped for it', () => {
  const memories = [
    memoryOf('plan', {
      inputs_scope: ['agent'],
      additional_variables: [{ name: 'phase', type: 'string', required: true }],
    }),
    memoryOf('search', {
      pipeline: [{ type: 'document_search', params: {} }],
      additional_variables: [{ name: 'phase', type: 'string', required: true }],
    }),
  ];
  const request = requestOf({ explicit_memory: ['plan', 'search'] });
  expect(validateRequest(request, { engines: [], memories }).warnings).toEqual([
    {
      code: 'missing_variable',
      path: 'scope_variables.agent.agent_id',
      message: '"scope.agent.agent_id" is not given; "plan" would be skipped without it',
    },
    {
      code: 'missing_variable',
      path: 'additional_variables.phase',
      message: '"phase" is not given; "plan", "search" would be skipped without it',
    },
    {
      code: 'missing_variable',
      path: 'input',
      message: '"query" is not given; "search" would be skipped without it',
    },
  ]);
  const given = {
    ...request,
    scope_variables: { agent: { agent_id: 'a' } },
    additional_variables: { phase: 'p' },
    input: 'q',
  };
  expect(validateRequest(given, { engines: [], memories }).warnings).toEqual([]);
});

it.each([
  { scope_variables: {} },
  { scope_variables: { agent: { agent_id: 'a' }, task: null }, additional_variables: { phase: 'review' } },
  { scope_variables: {}, input: 'text', explicit_memory: ['docs'], rule_engine_ids: [], request_id: 'r' },
  { scope_variables: {}, input: { text: 'x', more: 1 }, constraints: { max_tokens: 1, estimator: 'chars4' } },
  { scope_variables: {}, input: {}, another: 'field' },
])('knows %j without asking the schema', request => {
  expect([isPlainRequest(request), requestSchema.safeParse(request).success]).toEqual([true, true]);
});

const odd = fc.constantFrom<unknown>(
  null,
  undefined,
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  '',
  'x',
  true,
  [],
  [5],
  ['a'],
  {},
  NaN,
);
const mostly = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 12, arbitrary: good }, odd);
const oneOf = (...good: unknown[]) => mostly(fc.constantFrom(...good));
const request = mostly(
  fc.record(
    {
      scope_variables: mostly(
        fc.record({ agent: oneOf({ a: 1 }), task: oneOf({}, null) }, { requiredKeys: [] }),
      ),
      additional_variables: oneOf({ a: 1 }),
      input: mostly(fc.record({ text: oneOf('text') }, { requiredKeys: [] })),
      explicit_memory: oneOf(['a', 'b']),
      rule_engine_ids: oneOf(['a']),
      constraints: mostly(
        fc.record({ max_tokens: oneOf(8000), estimator: oneOf('o200k_base') }, { requiredKeys: [] }),
      ),
      request_id: oneOf('id', 'i'.repeat(200)),
    },
    { requiredKeys: [] },
  ),
);

it('never takes a request for sound that the schema refuses', () => {
  let plain = 0;
  fc.assert(
    fc.property(request, given => {
      if (!isPlainRequest(given)) return;
      plain += 1;
      expect(requestSchema.safeParse(given).success).toBe(true);
    }),
    { numRuns: 5000, seed: 20261122 },
  );
  expect(plain).toBeGreaterThan(500);
});
