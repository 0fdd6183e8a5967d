import { describe, expect, it } from 'vitest';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import { checkMemory } from '../../../../shared/model/validate-memory.ts';
import { stepKind, stepTypes } from '../../../../shared/pipeline/step-kinds.ts';
import { newMemory } from './memory-edits.ts';
import {
  addStep,
  duplicateStep,
  earlierAliases,
  moveStep,
  removeStep,
  setAlias,
  setParam,
} from './step-edits.ts';

function withPipeline(...pipeline: Step[]): PersistentMemory {
  return { ...newMemory('notes', 'Notes'), retrieval: { pipeline } };
}
const pipelineOf = (memory: PersistentMemory) => memory.retrieval.pipeline;
const aliases = (memory: PersistentMemory) => pipelineOf(memory).map(step => step.alias);

describe('adding a step', () => {
  it('fills in only what is required and obvious', () => {
    const memory = withPipeline({ type: 'static', alias: 'fixes', params: { items: ['a'] } });
    addStep(memory, 'merge');
    addStep(memory, 'document_search');
    addStep(memory, 'format');
    expect(pipelineOf(memory).slice(1)).toEqual([
      { type: 'merge', alias: 'merge', params: { sources: ['fixes'] } },
      { type: 'document_search', alias: 'document_search' },
      { type: 'format', alias: 'format' },
    ]);
  });

  it.each(stepTypes)('guesses nothing of a %s: what it needs and nobody said is asked for', type => {
    const memory = withPipeline({ type: 'static', alias: 'fixes', params: { items: ['a'] } });
    addStep(memory, type);
    const { params = {} } = pipelineOf(memory)[1] ?? {};
    for (const [name, value] of Object.entries(params))
      expect(value, name).toEqual(stepKind(type).params[name]?.kind === 'sources' ? ['fixes'] : []);
    const needed = Object.entries(stepKind(type).params).filter(([, spec]) => spec.required === true);
    const missing = checkMemory(memory).filter(({ code }) => code === 'missing_param');
    expect(missing).toHaveLength(needed.filter(([name]) => !Object.hasOwn(params, name)).length);
  });

  it('gives the second of a type its own alias', () => {
    const memory = withPipeline({ type: 'rank', alias: 'rank', params: { strategy: 'recency' } });
    addStep(memory, 'rank');
    expect(aliases(memory)).toEqual(['rank', 'rank_2']);
  });
});

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 9, ['a', 'c', 'b']],
  [7, 0, ['a', 'b', 'c']],
])('moves step %i to %i', (from, to, order) => {
  const step = (alias: string): Step => ({ type: 'rewrite_query', alias });
  const memory = withPipeline(step('a'), step('b'), step('c'));
  moveStep(memory, from, to);
  expect(aliases(memory)).toEqual(order);
});

it('duplicates a step under a free alias and removes steps', () => {
  const memory = withPipeline({ type: 'static', alias: 'a', params: { items: ['x'] } });
  duplicateStep(memory, 0);
  expect(pipelineOf(memory)).toEqual([
    { type: 'static', alias: 'a', params: { items: ['x'] } },
    { type: 'static', alias: 'a_2', params: { items: ['x'] } },
  ]);
  removeStep(memory, 0);
  expect(aliases(memory)).toEqual(['a_2']);
});

describe('setting a parameter', () => {
  it('keeps the order of the others and takes out what is undefined', () => {
    const memory = withPipeline({
      type: 'document_search',
      params: { query: 'q', topK: 3, mode: 'keyword' },
    });
    setParam(memory, 0, 'topK', 8);
    expect(JSON.stringify(pipelineOf(memory)[0]?.params)).toBe('{"query":"q","topK":8,"mode":"keyword"}');
    setParam(memory, 0, 'query', undefined);
    setParam(memory, 0, 'collection', 'docs');
    expect(JSON.stringify(pipelineOf(memory)[0]?.params)).toBe(
      '{"topK":8,"mode":"keyword","collection":"docs"}',
    );
  });
});

describe('renaming an alias', () => {
  it('follows into sources and templates of later steps', () => {
    const memory = withPipeline(
      { type: 'derive_query', alias: 'q' },
      { type: 'document_search', alias: 'docs', params: { query: 'fix ${q} $${q} ${ q } ${qq}' } },
      { type: 'rewrite_query', alias: 'low', params: { source: 'q' } },
      { type: 'merge', alias: 'all', params: { sources: ['docs', 'q'] } },
      { type: 'static', alias: 'list', params: { items: ['${q}', { content: '${q}' }] } },
    );
    setAlias(memory, 0, 'question');
    expect(pipelineOf(memory).map(step => step.params)).toEqual([
      undefined,
      { query: 'fix ${question} $${q} ${question} ${qq}' },
      { source: 'question' },
      { sources: ['docs', 'question'] },
      { items: ['${question}', { content: '${question}' }] },
    ]);
  });

  it('offers a step only the names before it, given or implied', () => {
    const memory = withPipeline(
      { type: 'derive_query', alias: 'q' },
      { type: 'static' },
      { type: 'rank', alias: 'best' },
    );
    expect(earlierAliases(pipelineOf(memory), 2)).toEqual(['q', 'static_2']);
  });
});
