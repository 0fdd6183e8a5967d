import { expect, it } from 'vitest';
import type { StepTrace } from '../../../../shared/model/assembled-context.ts';
import type { Step } from '../../../../shared/model/memory.ts';
import { elementsRead, resultSummary, stepSummary } from './step-summary.ts';

it.each<[Step, string]>([
  [{ type: 'static', params: { items: ['a'] } }, '1 item'],
  [{ type: 'document_search' }, 'keyword · top 5'],
  [
    { type: 'document_search', params: { collection: 'architecture', topK: 10, minScore: 0.2 } },
    'keyword · top 10 · collection architecture · at least 0.2',
  ],
  [
    { type: 'kv_get', params: { instance: 'agents', namespace: 'n', keys: ['a', 'b'] } },
    'agents / n · 2 keys',
  ],
  [{ type: 'derive_query', params: { from: 'keywords' } }, 'from keywords'],
  [{ type: 'rewrite_query' }, 'lower case'],
  [{ type: 'filter', params: { field: 'score', operator: 'gte', value: 0.5 } }, 'score gte 0.5'],
  [{ type: 'filter', params: { field: 'tags', operator: 'in', value: ['a'] } }, 'tags in ["a"]'],
  [{ type: 'deduplicate', params: { source: 'docs', field: 'title' } }, 'from docs · by title'],
  [{ type: 'group_by', params: { field: 'title' } }, 'by title'],
  [
    { type: 'reduce_latest', params: { entityField: 'topic', sortField: 'timestamp' } },
    'per topic · by timestamp',
  ],
  [{ type: 'merge', params: { sources: ['a', 'b'], strategy: 'interleave' } }, 'interleave · a, b'],
  [{ type: 'rank', params: { strategy: 'score_desc', topK: 7 } }, 'best score · top 7'],
  [{ type: 'score', params: { weights: { score: 2, age: -1 } } }, 'score × 2 + age × -1'],
  [{ type: 'summarize', params: { max_items: 3 } }, 'first 3'],
  [{ type: 'format', params: { format: 'bullet_list' } }, 'bullet list'],
  [{ type: 'format' }, 'bullet list'],
  [{ type: 'annotate', params: { label: 'from docs' } }, 'from docs'],
])('says %j in a few words', (step, words) => {
  expect(stepSummary(step)).toBe(words);
});

const trace = (type: string, alias: string, count: number, result: StepTrace['result']): StepTrace => ({
  type,
  alias,
  duration_ms: 1,
  count,
  result,
});

it.each<[StepTrace, number | undefined, string | undefined, string]>([
  [trace('document_search', 'docs', 12, 'elements'), undefined, undefined, '12 chunks'],
  [trace('static', 'a', 1, 'elements'), undefined, undefined, '1 element'],
  [trace('deduplicate', 'd', 9, 'elements'), 12, undefined, '9 of 12 stay'],
  [trace('group_by', 'g', 2, 'groups'), 12, undefined, '2 groups'],
  [trace('derive_query', 'q', 1, 'text'), undefined, 'fix  the\nlogin', '“fix the login”'],
  [trace('format', 'f', 1, 'text'), 3, 'word '.repeat(20), '“word word word word word word word word wo…”'],
  [trace('filter', 'f', 0, 'none'), 3, undefined, 'nothing'],
])('sums a result up', (step, read, text, words) => {
  expect(resultSummary(step, read, text)).toBe(words);
});

it('finds what each step read, by source or from the last list', () => {
  const pipeline: Step[] = [
    { type: 'static', alias: 'a' },
    { type: 'derive_query', alias: 'q' },
    { type: 'document_search', alias: 'docs' },
    { type: 'rank', alias: 'best' },
    { type: 'filter', alias: 'f', params: { source: 'a' } },
  ];
  const traces = [
    trace('static', 'a', 4, 'elements'),
    trace('derive_query', 'q', 1, 'text'),
    trace('document_search', 'docs', 9, 'elements'),
    trace('rank', 'best', 5, 'elements'),
    trace('filter', 'f', 2, 'elements'),
  ];
  expect(elementsRead(pipeline, traces)).toEqual([undefined, 4, 4, 9, 4]);
});
