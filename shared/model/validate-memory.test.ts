import { expect, it } from 'vitest';
import { checkMemory } from './validate-memory.ts';

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
    'retrieval.pipeline.0.params.script',
    [{ type: 'static', params: { items: [], script: 'x()' } }],
  ],
  [
    'code_refused',
    'retrieval.pipeline.0.handlerPath',
    [{ type: 'static', handlerPath: 'run.js', params: { items: [] } }],
  ],
])('M2: reports %s at %s', (code, path, pipeline) => {
  expect(checkMemory(memory(...pipeline)).map(problem => [problem.code, problem.path])).toEqual([
    [code, path],
  ]);
});

it('M1: reports a variable that is declared twice', () => {
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
