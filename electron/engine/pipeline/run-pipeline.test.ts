import { describe, expect, it } from 'vitest';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { askedRequest } from '../assembly/asked-request.ts';
import { createCancelSource } from '../cancel.ts';
import type { StorePort } from '../ports.ts';
import { runPipeline } from './run-pipeline.ts';

const search = { type: 'document_search', params: { query: 'x' } } as const;

function start(
  memory: PersistentMemory,
  {
    request = requestOf(),
    stores = {},
    cancel = neverCancelled,
  }: {
    request?: ContextRequest;
    stores?: Partial<StorePort>;
    cancel?: typeof neverCancelled;
  } = {},
) {
  const clock = createManualClock();
  const run = runPipeline(memory, askedRequest(request).inputs, {
    ports: enginePorts({ clock, stores: { ...emptyStores, ...stores } }),
    cancel,
    regexes: createRegexCache(),
    timeoutMs: 100,
    cancelMeaning: () => ({ code: 'deadline', message: 'too late' }),
  });
  return { clock, run };
}

describe('a pipeline that lacks a variable is skipped and says all it lacks', () => {
  it.each<[string, PersistentMemory, string[]]>([
    [
      'a scope id',
      memoryOf('m', { inputs_scope: ['agent'], pipeline: [staticStep('x')] }),
      ['scope.agent.agent_id'],
    ],
    [
      'a required variable',
      memoryOf('m', { additional_variables: [{ name: 'topic', type: 'string', required: true }] }),
      ['topic'],
    ],
    [
      'a template',
      memoryOf('m', { pipeline: [staticStep('${topic} ${repo.name}')] }),
      ['topic', 'repo.name'],
    ],
    ['a query to search for', memoryOf('m', { pipeline: [{ type: 'document_search' }] }), ['query']],
    [
      'an action',
      memoryOf('m', { pipeline: [{ type: 'derive_query', params: { from: 'action' } }] }),
      ['action'],
    ],
  ])('%s', async (_, memory, missing) => {
    const result = await start(memory).run;
    expect([result.status, result.missing, result.error?.code]).toEqual([
      'skipped',
      missing,
      'missing_variable',
    ]);
  });

  it.each<[string, PersistentMemory, ContextRequest]>([
    [
      'a default',
      memoryOf('m', {
        additional_variables: [{ name: 'topic', type: 'string', required: true, default: 'cache' }],
        pipeline: [staticStep('${topic}')],
      }),
      requestOf(),
    ],
    [
      'a nested variable',
      memoryOf('m', { pipeline: [staticStep('${repo.name}')] }),
      requestOf({ additional_variables: { repo: { name: 'cache' } } }),
    ],
    [
      'an earlier step',
      memoryOf('m', { pipeline: [{ ...staticStep('cache'), alias: 'topic' }, staticStep('${topic}')] }),
      requestOf(),
    ],
    [
      'the input',
      memoryOf('m', { pipeline: [staticStep('${query}')] }),
      requestOf({ input: { text: 'cache' } }),
    ],
    [
      'the variable query',
      memoryOf('m', { pipeline: [staticStep('${query}')] }),
      requestOf({ additional_variables: { query: 'cache' } }),
    ],
  ])('%s provides it', async (_, memory, request) => {
    const result = await start(memory, { request }).run;
    expect([result.status, result.elements.map(element => element.content)]).toEqual(['ok', ['cache']]);
  });
});

it('takes the names that conditions have, in every place where it takes bare ones', async () => {
  const names = ['input.text', 'addVar.phase', 'addVar.repo.name', 'scope.agent.agent_name', 'addVar.given'];
  const memory = memoryOf('m', {
    pipeline: [
      staticStep(...names.map(name => `\${${name}}`)),
      { ...search, params: { query: '${input.text}' } },
    ],
    additional_variables: [{ name: 'given', type: 'string', default: 'by default' }],
  });
  const queries: string[] = [];
  const searchDocuments: StorePort['searchDocuments'] = async ({ query }) => {
    queries.push(query);
    return [];
  };
  const request = requestOf({
    scope_variables: { agent: { agent_name: 'Ann' } },
    additional_variables: { phase: 'plan', repo: { name: 'weft' } },
    input: 'Where to?',
  });
  const given = await start(memory, { request, stores: { searchDocuments } }).run;
  const missing = await start(memory).run;
  expect([given.status, queries, [...given.results.values()][0], missing.missing]).toMatchObject([
    'ok',
    ['Where to?'],
    { elements: ['Where to?', 'plan', 'weft', 'Ann', 'by default'].map(content => ({ content })) },
    ['input.text', 'addVar.phase', 'addVar.repo.name', 'scope.agent.agent_name'],
  ]);
});

it.each([
  ['input', 'input.text'],
  ['agent.agent_name', 'scope.agent.agent_name'],
  ['agent_nme', 'agent_name'],
  ['name', 'addVar.repo.name'],
])('is skipped for ${%s} with the name of what is given: %s', async (name, given) => {
  const request = requestOf({
    scope_variables: { agent: { agent_name: 'Ann' } },
    additional_variables: { repo: { name: 'weft' } },
    input: 'Where to?',
  });
  const { error } = await start(memoryOf('m', { pipeline: [staticStep(`\${${name}}`)] }), { request }).run;
  expect(error?.message).toBe(
    `it needs "${name}", which the request does not give; it gives ${given} for ${name}`,
  );
});

describe('a pipeline that fails says why and what was done until then', () => {
  const memory = memoryOf('m', { pipeline: [staticStep('x'), search, staticStep('y')] });

  it.each<[string, Partial<StorePort>, string]>([
    ['rejects', { searchDocuments: async () => Promise.reject(new Error('disk on fire')) }, 'step_failed'],
    [
      'throws',
      {
        searchDocuments: () => {
          throw new Error('disk on fire');
        },
      },
      'step_failed',
    ],
    // Stores of another make may break their contract, which the types cannot stop.
    ['answers no list', { searchDocuments: async () => 'text' as unknown as [] }, 'wrong_result'],
    ['answers no elements', { searchDocuments: async () => [5] as unknown as [] }, 'wrong_result'],
    [
      'answers far too much',
      { searchDocuments: async () => [{ content: 'x'.repeat(2 ** 24 + 1) }] },
      'too_large',
    ],
  ])('a store that %s', async (_, stores, code) => {
    const result = await start(memory, { stores }).run;
    expect([result.status, result.error?.code, result.elements]).toEqual(['failed', code, []]);
    expect(result.steps.map(step => [step.alias, step.result, step.error === undefined])).toEqual([
      ['static_1', 'elements', true],
      ['document_search_2', 'none', false],
    ]);
  });

  it('a store that never answers times out, is told to stop, and cannot write into the trace later', async () => {
    let answer: (elements: []) => void = () => {};
    const promise = new Promise<[]>(resolve => {
      answer = resolve;
    });
    const stopped: string[] = [];
    const { clock, run } = start(memory, {
      stores: {
        searchDocuments: (_, cancel) => {
          cancel.onCancel(() => stopped.push('stopped'));
          return promise;
        },
      },
    });
    await clock.advance(99);
    expect(stopped).toEqual([]);
    await clock.advance(1);
    const result = await run;
    const before = structuredClone(result.steps);
    answer([]);
    await clock.advance(10);
    expect([result.status, result.error, stopped, clock.waiting()]).toEqual([
      'failed',
      { code: 'timeout', message: 'it took longer than 100 ms' },
      ['stopped'],
      0,
    ]);
    expect(result.steps).toEqual(before);
    expect(result.steps.map(step => step.duration_ms)).toEqual([0, 100]);
  });

  it('is given up when the assembly is over', async () => {
    const { cancel, trigger } = createCancelSource();
    const { run } = start(memory, { cancel, stores: { searchDocuments: () => new Promise(() => {}) } });
    await Promise.resolve();
    trigger();
    expect((await run).error).toEqual({ code: 'deadline', message: 'too late' });
    expect((await start(memory, { cancel }).run).error).toEqual({ code: 'deadline', message: 'too late' });
  });
});

it('elements of a store without a text get one', async () => {
  const stores = {
    searchDocuments: async () => [{ text: 'a' }, { value: { k: 1 } }, { other: 1 }] as unknown as [],
  };
  const result = await start(memoryOf('m', { pipeline: [search] }), { stores }).run;
  expect(result.elements.map(element => element.content)).toEqual(['a', '{"k":1}', '{"other":1}']);
});
