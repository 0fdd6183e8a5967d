import { expect, it } from 'vitest';
import { memorySchema } from './memory.ts';
import { checkMemory, checkPartOfMemory } from './validate-memory.ts';

const memory = (...pipeline: unknown[]) => ({
  id: 'docs',
  label: 'Docs',
  version: '1.0.0',
  status: 'active',
  inputs_scope: ['project'],
  additional_variables: [{ name: 'phase', type: 'string' }],
  retrieval: { pipeline },
  contribution: { section: 'knowledge', priority: 'high', format: 'bullet_list' },
});

const when = (condition: string, ...thenSteps: unknown[]) => ({
  type: 'conditional',
  params: { condition, thenSteps },
});
const search = { type: 'document_search', alias: 'found', params: { collection: 'docs', topK: 3 } };

it('finds nothing wrong with a good memory', () => {
  const good = memory(search, { type: 'rank', params: { strategy: 'recency', source: 'found' } });
  expect(checkMemory(good)).toEqual([]);
});

it.each([
  ['missing_param', 'retrieval.pipeline.0.params.items', [{ type: 'static' }]],
  ['unknown_param', 'retrieval.pipeline.0.params.limit', [{ type: 'document_search', params: { limit: 3 } }]],
  ['wrong_param', 'retrieval.pipeline.0.params.topK', [{ type: 'document_search', params: { topK: 0 } }]],
  ['duplicate_alias', 'retrieval.pipeline.1.alias', [search, search]],
  [
    'duplicate_alias',
    'retrieval.pipeline.1.alias',
    [{ type: 'document_search' }, { ...search, alias: 'document_search_1' }],
  ],
  [
    'unknown_source',
    'retrieval.pipeline.0.params.source',
    [{ type: 'summarize', params: { max_items: 1, source: 'found' } }, search],
  ],
  [
    'unknown_source',
    'retrieval.pipeline.1.params.sources',
    [search, { type: 'merge', params: { sources: ['found', 'lost'] } }],
  ],
  [
    'bad_pattern',
    'retrieval.pipeline.1.params.value',
    [search, { type: 'filter', params: { field: 'title', operator: 'regex', value: '(?!x)' } }],
  ],
  ['code_refused', 'retrieval.pipeline.0.type', [{ type: 'javascript', params: {} }]],
  [
    'code_refused',
    'retrieval.pipeline.0.params.thenSteps.0.type',
    [when('true', { type: 'shell', params: {} })],
  ],
  ['invalid_value', 'retrieval.pipeline.0.params.thenSteps.0.type', [when('true', { type: 'unknown' })]],
  [
    'missing_param',
    'retrieval.pipeline.0.params.thenSteps.0.params.thenSteps.0.params.items',
    [when('true', when('true', { type: 'static' }))],
  ],
  [
    'unknown_scope',
    'retrieval.pipeline.0.params.query',
    [{ type: 'document_search', params: { query: '${scope.galaxy.name}' } }],
  ],
  [
    'unknown_field',
    'retrieval.pipeline.0.params.items',
    [{ type: 'static', params: { items: ['${input.title}'] } }],
  ],
  [
    'unknown_field',
    'retrieval.pipeline.0.params.thenSteps.0.params.items',
    [when('true', { type: 'static', params: { items: ['${addvar.phase}'] } })],
  ],
  [
    'unknown_field',
    'retrieval.pipeline.0.params.items',
    [{ type: 'static', params: { items: ['${scope_variables.agent.agent_name}'] } }],
  ],
  ['unknown_source', 'retrieval.pipeline.0.params.condition', [when('results.found.length > 1')]],
  ['duplicate_alias', 'retrieval.pipeline.1.params.thenSteps.0.alias', [search, when('true', search)]],
  ['missing_param', 'retrieval.pipeline.0.params.condition', [{ type: 'early_exit' }]],
  [
    'code_refused',
    'retrieval.pipeline.0.params.script',
    [{ type: 'static', params: { items: [], script: 'x()' } }],
  ],
  [
    'code_refused',
    'retrieval.pipeline.0.handlerPath',
    [{ type: 'static', handlerPath: 'run.js', params: { items: [] } }],
  ],
  ...[
    { Code: 'x' },
    { handler_path: 'run.js' },
    { path: './run.js' },
    { url: 'http://x' },
    { file: 'x' },
  ].map((more): [string, string, unknown[]] => [
    'code_refused',
    `retrieval.pipeline.0.${Object.keys(more)[0]}`,
    [{ type: 'handler', params: { name: 'own' }, ...more }],
  ]),
  ['code_refused', 'retrieval.pipeline.0.type', [{ type: 'Function' }]],
  [
    'missing_param',
    'retrieval.pipeline.0.params.collection',
    [{ type: 'vector_search', params: { collection: '' } }],
  ],
])('reports %s at %s', (code, path, pipeline) => {
  expect(checkMemory(memory(...pipeline)).map(problem => [problem.code, problem.path])).toEqual([
    [code, path],
  ]);
});

it('says where a condition is wrong', () => {
  expect(checkMemory(memory(when('results.count => 5')))).toEqual([
    {
      code: 'wrong_param',
      path: 'retrieval.pipeline.0.params.condition',
      message: 'condition cannot be read at character 15: a comparison is written "=="',
    },
  ]);
});

it('both branches may use one name, and later steps may read what a branch made', () => {
  const choice = {
    type: 'conditional',
    params: { condition: 'true', thenSteps: [search], elseSteps: [search] },
  };
  const later = { type: 'summarize', params: { max_items: 1, source: 'found' } };
  expect(checkMemory(memory(choice, later))).toEqual([]);
});

it('branches have a greatest depth and a pipeline a greatest number of steps', () => {
  const nest = (levels: number): object => (levels === 0 ? search : when('true', nest(levels - 1)));
  expect(checkMemory(memory(nest(8)))).toEqual([]);
  expect(checkMemory(memory(nest(2000))).map(({ code }) => code)).toEqual(['too_deep']);
  const many = Array.from({ length: 300 }, () => ({ type: 'static', params: { items: [] } }));
  expect(checkMemory(memory(when('true', ...many))).map(({ code }) => code)).toEqual(['too_many_steps']);
});

it('reports a variable that is declared twice', () => {
  const phase = { name: 'phase', type: 'string' };
  expect(checkMemory({ ...memory(search), additional_variables: [phase, phase] })).toEqual([
    { code: 'duplicate_variable', path: 'additional_variables.1.name', message: '"phase" is declared twice' },
  ]);
});

it.each([[undefined], [null], [[]], [{}], [{ ...memory(), retrieval: 'x' }], [{ ...memory(), id: 'con' }]])(
  'tells the shape problems of %j instead of throwing',
  value => {
    expect(checkMemory(value).length).toBeGreaterThan(0);
  },
);

it('code in a draft or a change is called code, whatever else is wrong with it', () => {
  const change = {
    retrieval: { pipeline: [{ type: 'script' }, { type: 'static', code: 'x()' }] },
    status: 'old',
  };
  const problems = checkPartOfMemory(change, memorySchema.partial());
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['code_refused', 'retrieval.pipeline.0.type'],
    ['code_refused', 'retrieval.pipeline.1.code'],
    ['invalid_value', 'status'],
  ]);
});

it('a file with code that is only read is told why it is refused', () => {
  const read = memorySchema.safeParse(memory({ type: 'Shell' }, { type: 'nothing' }, {}));
  expect(read.error?.issues.map(({ message }) => message.split(';')[0])).toEqual([
    '"Shell" would run code, which a memory file must not be able to do',
    'there is no step type "nothing"',
    'a step needs a type',
  ]);
});

it('a wrong shape does not hide what is wrong with the steps', () => {
  const value = {
    ...memory(search, search, { type: 'rank', params: { topK: 0 } }),
    status: 'old',
    version: '1',
  };
  expect(checkMemory(value).map(({ code, path }) => [code, path])).toEqual([
    ['invalid_format', 'version'],
    ['invalid_value', 'status'],
    ['wrong_param', 'retrieval.pipeline.2.params.topK'],
    ['duplicate_alias', 'retrieval.pipeline.1.alias'],
  ]);
});
