import { describe, expect, it } from 'vitest';
import type { Element } from '../../../shared/model/element.ts';
import type { Step } from '../../../shared/model/memory.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { memoryOf, requestOf } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled, realClock } from '../../../test/support/engine-world.ts';
import { askedRequest } from '../assembly/asked-request.ts';
import { runPipeline } from './run-pipeline.ts';

const items = [
  { content: 'a', kind: 'x', n: 1, score: 0.2, timestamp: '2026-01-02T00:00:00Z', relevance: 5 },
  { content: 'b', kind: 'y', n: 3, score: 0.9, timestamp: '2026-01-03T00:00:00Z' },
  { content: 'c', kind: 'x', n: 2, score: 0.2, timestamp: '2026-01-02T02:00:00+05:00', relevance: 7 },
  { content: 'd', n: 'many', title: 'D' },
];
const given: Step = { type: 'static', alias: 'given', params: { items } };
const other: Step = { type: 'static', alias: 'other', params: { items: ['1', '2', 'a'] } };

async function run(pipeline: Step[], request = requestOf({ input: 'How does the Cache work?' })) {
  return runPipeline(memoryOf('m', { pipeline }), askedRequest(request).inputs, {
    ports: enginePorts({ clock: { ...realClock, nowIso: () => '2026-01-01T00:00:00.000Z' } }),
    cancel: neverCancelled,
    regexes: createRegexCache(),
    timeoutMs: 1000,
    cancelMeaning: () => ({ code: 'cancelled', message: 'cancelled' }),
  });
}
const contents = async (...pipeline: Step[]) =>
  (await run(pipeline)).elements.map(element => element.content);

it.each<[Step['params'], string]>([
  [{ field: 'n', operator: 'gt', value: 'abc' }, 'n cannot be compared with the text "abc"; give a number'],
  [
    { field: 'kind', operator: 'in', value: 'x' },
    'kind cannot be tested: "is one of" needs a list, not the text "x"',
  ],
  [{ field: 'content', operator: 'lte', value: 5 }, 'content is the text "a", which is not numeric'],
])('filter says why where no element could be tested: %j', async (params, reason) => {
  const { elements, steps } = await run([given, { type: 'filter', params }]);
  expect([elements, steps.at(-1)?.note]).toEqual([
    [],
    { code: 'untestable_elements', message: `none of 4 could be tested: ${reason}` },
  ]);
});

describe('list steps', () => {
  it.each<[string, Step, string[]]>([
    [
      'filter keeps what matched',
      { type: 'filter', params: { field: 'n', operator: 'gt', value: 1 } },
      ['b', 'c'],
    ],
    [
      'filter reads startsWith as an alias',
      { type: 'filter', params: { field: 'content', operator: 'startsWith', value: 'b' } },
      ['b'],
    ],
    [
      'filter keeps missing ones with not_exists',
      { type: 'filter', params: { field: 'kind', operator: 'not_exists' } },
      ['d'],
    ],
    [
      'deduplicate keeps the first and those without the field',
      { type: 'deduplicate', params: { field: 'kind' } },
      ['a', 'b', 'd'],
    ],
    [
      'rank by score, stable, missing last',
      { type: 'rank', params: { strategy: 'score_desc' } },
      ['b', 'a', 'c', 'd'],
    ],
    [
      'rank by recency compares moments',
      { type: 'rank', params: { strategy: 'recency', topK: 3 } },
      ['b', 'a', 'c'],
    ],
    ['rank by relevance', { type: 'rank', params: { strategy: 'relevance', topK: 2 } }, ['c', 'a']],
    [
      'score sums weighted numbers, absent is 0',
      { type: 'score', params: { weights: { n: 1, score: 10 } } },
      ['b', 'c', 'a', 'd'],
    ],
    [
      'reduce_latest',
      { type: 'reduce_latest', params: { entityField: 'kind', sortField: 'timestamp' } },
      ['b', 'a', 'd'],
    ],
    ['summarize takes the first', { type: 'summarize', params: { max_items: 2 } }, ['a', 'b']],
    [
      'group_by in first-seen order',
      { type: 'group_by', params: { field: 'kind' } },
      ['x\na\nc', 'y\nb', '(none)\nd'],
    ],
    ['format without a format', { type: 'format' }, ['- a\n- b\n- c\n- d']],
    ['format bullets', { type: 'format', params: { format: 'bullet_list' } }, ['- a\n- b\n- c\n- d']],
    ['format numbers', { type: 'format', params: { format: 'numbered' } }, ['1. a\n2. b\n3. c\n4. d']],
    ['format prose', { type: 'format', params: { format: 'prose' } }, ['a\n\nb\n\nc\n\nd']],
    ['format json', { type: 'format', params: { format: 'json' } }, ['[\n  "a",\n  "b",\n  "c",\n  "d"\n]']],
    ['format markdown', { type: 'format', params: { format: 'markdown' } }, ['a\n\nb\n\nc\n\n### D\n\nd']],
  ])('%s', async (_, step, expected) => {
    expect(await contents(given, step)).toEqual(expected);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['concat', { sources: ['other', 'given'] }, ['1', '2', 'a', 'a', 'b', 'c', 'd']],
    [
      'interleave',
      { sources: ['other', 'given'], strategy: 'interleave' },
      ['1', 'a', '2', 'b', 'a', 'c', 'd'],
    ],
    ['unique', { sources: ['other', 'given'], strategy: 'unique' }, ['1', '2', 'a', 'b', 'c', 'd']],
    [
      'unique by field',
      { sources: ['given', 'other'], strategy: 'unique', uniqueField: 'kind' },
      ['a', 'b', 'd', '1', '2', 'a'],
    ],
  ])('merge %s', async (_, params, expected) => {
    expect(await contents(given, other, { type: 'merge', params })).toEqual(expected);
  });

  it('annotate writes provenance beside the element and leaves the content alone', async () => {
    const { elements } = await run([other, { type: 'annotate', alias: 'noted', params: { label: 'guide' } }]);
    expect(elements[0]).toEqual({
      content: '1',
      source: { kind: 'static', ref: 'm', trust: 'project' },
      provenance: { memory_id: 'm', step: 'noted', retrieved_at: '2026-01-01T00:00:00.000Z', label: 'guide' },
    });
  });

  it('a list that is named a thousand times is refused before it is joined', async () => {
    const items = Array.from({ length: 20_000 }, (_, n) => `${n}`);
    const sources = Array.from({ length: 1_000 }, () => 'many');
    const many: Step = { type: 'static', alias: 'many', params: { items } };
    const merged = await run([many, { type: 'merge', params: { sources } }]);
    expect(merged.error).toEqual({
      code: 'too_large',
      message: 'the step returned 20000000 elements; at most 1000000 are taken',
    });
  });

  it('a source names an earlier step; without one the last list counts, not the last text', async () => {
    const format: Step = { type: 'format', params: { format: 'prose' } };
    expect(
      await contents(given, other, { type: 'summarize', params: { max_items: 1, source: 'given' } }),
    ).toEqual(['a']);
    expect(await contents(other, format, { type: 'summarize', params: { max_items: 1 } })).toEqual(['1']);
    expect(await contents({ type: 'summarize', params: { max_items: 1 } })).toEqual([]);
  });

  it('a text that is not the last thing made for the context does not become an item', async () => {
    expect(await contents(other, { type: 'derive_query' })).toEqual(['1', '2', 'a']);
  });

  it('keeps the trust of the least trusted member in a group and a formatted text', async () => {
    const formatted = await run([given, { type: 'format', alias: 'text', params: { format: 'prose' } }]);
    expect(formatted.elements[0]?.source).toEqual({ kind: 'format', ref: 'text', trust: 'project' });
  });
});

describe('query steps', () => {
  const found = (step: Step, ...more: Step[]) =>
    run([step, ...more, { type: 'static', params: { items: ['${q}'] } }]);

  it.each([
    [{ from: 'query' }, 'How does the Cache work?'],
    [{}, 'How does the Cache work?'],
    [{ from: 'keywords' }, 'cache work'],
    [{ from: 'context' }, 'How does the Cache work?'],
  ])('derive_query %j', async (params, text) => {
    const { elements } = await found({ type: 'derive_query', alias: 'q', params });
    expect(elements.map(element => element.content)).toEqual([text]);
  });

  it('rewrite_query takes the last text, lower-cases it and collapses white space', async () => {
    const { elements } = await found({ type: 'derive_query' }, { type: 'rewrite_query', alias: 'q' });
    expect(elements.map(element => element.content)).toEqual(['how does the cache work?']);
  });
});

it('document_search and kv_get pass their parameters with templates resolved to the stores', async () => {
  const asked: unknown[] = [];
  const answer: Element[] = [{ content: 'found' }];
  const stores = {
    ...emptyStores,
    searchDocuments: async (query: unknown) => {
      asked.push(query);
      return answer;
    },
    readKeys: async (query: unknown) => {
      asked.push(query);
      return [];
    },
  };
  const pipeline: Step[] = [
    { type: 'document_search', params: { collection: '${collection}', minScore: 0.5 } },
    { type: 'kv_get', params: { instance: 'main', namespace: 'facts', keys: ['${collection}-1', 'b'] } },
  ];
  const request = requestOf({ input: 'cache', additional_variables: { collection: 'docs' } });
  await runPipeline(memoryOf('m', { pipeline }), askedRequest(request).inputs, {
    ports: enginePorts({ stores }),
    cancel: neverCancelled,
    regexes: createRegexCache(),
    timeoutMs: 1000,
    cancelMeaning: () => ({ code: 'cancelled', message: '' }),
  });
  expect(asked).toEqual([
    { query: 'cache', collection: 'docs', topK: 5, minScore: 0.5 },
    { instance: 'main', namespace: 'facts', keys: ['docs-1', 'b'] },
  ]);
});
