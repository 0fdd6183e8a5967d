import { describe, expect, it } from 'vitest';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { askedRequest } from '../assembly/asked-request.ts';
import type { ContentScope, StorePort } from '../ports.ts';
import type { StepRead } from './define-step.ts';
import { createPipelineCache } from './pipeline-cache.ts';
import { runPipeline } from './run-pipeline.ts';
import { hasVersion, versionedStores } from './versioned-stores.ts';

/** A store whose parts change when told to; it says how often it was really asked. */
function countingWorld(more: Partial<StorePort> = {}) {
  const versions = new Map<ContentScope, number>();
  const asked: string[] = [];
  const answer = (name: string) => async () => {
    asked.push(name);
    return [{ content: `${name} ${asked.length}` }];
  };
  const stores: StorePort = {
    ...emptyStores,
    searchDocuments: answer('documents'),
    searchVectors: answer('vectors'),
    readKeys: answer('keys'),
    searchEvents: answer('events'),
    readDecisions: answer('decisions'),
    readBlackboard: answer('blackboard'),
    readPackages: answer('packages'),
    readErrorPatterns: answer('patterns'),
    readSessionState: answer('state'),
    readConversation: answer('conversation'),
    searchMessages: answer('messages'),
    readGraphView: answer('graph'),
    expandGraph: answer('around'),
    contentVersions: async scopes => scopes.map(scope => String(versions.get(scope) ?? 0)),
    ...more,
  };
  const pipelines = createPipelineCache();
  const clock = createManualClock();
  return {
    asked,
    clock,
    change: (scope: ContentScope) => versions.set(scope, (versions.get(scope) ?? 0) + 1),
    run: (memory: PersistentMemory, request: ContextRequest = requestOf({ input: 'why' })) =>
      runPipeline(memory, askedRequest(request).inputs, {
        ports: enginePorts({ stores, pipelines, clock, handlers: new Map([['own', answer('handler')]]) }),
        cancel: neverCancelled,
        regexes: createRegexCache(),
        timeoutMs: 100,
        cancelMeaning: () => ({ code: 'cancelled', message: '' }),
      }),
  };
}

const search: Step = { type: 'document_search', params: { collection: 'docs' } };
const keys: Step = { type: 'kv_get', params: { instance: 'i', namespace: 'n', keys: ['${key}'] } };

describe('a pipeline whose inputs did not change is not run again', () => {
  it.each<[string, Step[], ContentScope]>([
    ['documents of a collection', [search], 'documents/docs'],
    ['all documents', [{ type: 'document_search' }], 'documents'],
    ['vectors', [{ type: 'vector_search', params: { collection: 'docs' } }], 'documents/docs'],
    ['messages', [{ type: 'conversation_search' }], 'documents'],
    ['keys', [{ type: 'kv_get', params: { instance: 'i', namespace: 'n', keys: ['k'] } }], 'kv/i/n'],
    ['events', [{ type: 'log_search', params: { instance: 'i' } }], 'events/i'],
    ['decisions', [{ type: 'decisions', params: { scope: 'src' } }], 'ledger'],
    ['the blackboard', [{ type: 'blackboard' }], 'ledger'],
    ['a view', [{ type: 'graph_view_read', params: { viewId: 'v' } }], 'graph'],
    [
      'nodes around others',
      [staticStep({ id: 'a', content: 'A' }), { type: 'graph_neighbor_expand' }],
      'graph',
    ],
  ])('%s: the same result, until that part of the store changes', async (_, pipeline, scope) => {
    const world = countingWorld();
    const memory = memoryOf('m', { pipeline });
    const first = await world.run(memory);
    const second = await world.run(memory);
    world.change('kv/other/n');
    const third = await world.run(structuredClone(memory));
    expect([first.status, second.status, third.status, world.asked.length]).toEqual([
      'ok',
      'cached',
      'cached',
      1,
    ]);
    expect([second.elements, [...second.results]]).toEqual([first.elements, [...first.results]]);
    expect(second.steps).toEqual(first.steps.map(step => ({ ...step, duration_ms: 0 })));
    world.change(scope);
    expect([(await world.run(memory)).status, world.asked.length]).toEqual(['ok', 2]);
  });

  const asking = (variables: Record<string, unknown>, input = 'why') =>
    requestOf({ input, additional_variables: variables });

  it.each<[string, Step[], ContextRequest, 'ok' | 'cached']>([
    ['a variable it reads', [keys], asking({ key: 'b' }), 'ok'],
    ['a variable it does not read', [keys], asking({ key: 'a', other: 1 }), 'cached'],
    ['the input, which it does not read', [keys], asking({ key: 'a' }, 'how'), 'cached'],
    ['the input, which it searches for', [search], asking({ key: 'a' }, 'how'), 'ok'],
    [
      'the input, which a condition reads',
      [{ type: 'conditional', params: { condition: "query.contains('w')", thenSteps: [keys] } }],
      asking({ key: 'a' }, 'how'),
      'ok',
    ],
    [
      'a variable of a derived query',
      [{ type: 'derive_query', alias: 'q', params: { from: 'context' } }, search],
      asking({ key: 'a', other: 'new' }),
      'ok',
    ],
    ['a variable of another type', [keys], asking({ key: ['a'] }), 'ok'],
  ])('another value of %s', async (_, pipeline, request, expected) => {
    const world = countingWorld();
    const memory = memoryOf('m', { pipeline });
    await world.run(memory, asking({ key: 'a' }));
    expect((await world.run(memory, request)).status).toBe(expected);
  });

  it('another definition, or the same steps under another id, are other pipelines', async () => {
    const world = countingWorld();
    await world.run(memoryOf('m', { pipeline: [search] }));
    const others = [
      memoryOf('n', { pipeline: [search] }),
      memoryOf('m', { pipeline: [search, staticStep('x')] }),
    ];
    for (const other of others) expect((await world.run(other)).status).toBe('ok');
  });
});

describe('what is never remembered', () => {
  it.each<[string, Step[]]>([
    ['a handler', [{ type: 'handler', params: { name: 'own' } }]],
    ['a time that is written down', [search, { type: 'annotate' }]],
    [
      'a handler in a branch',
      [
        {
          type: 'conditional',
          params: { condition: 'true', thenSteps: [{ type: 'handler', params: { name: 'own' } }] },
        },
      ],
    ],
  ])('%s', async (_, pipeline) => {
    const world = countingWorld();
    const memory = memoryOf('m', { pipeline });
    await world.run(memory);
    expect([(await world.run(memory)).status, world.asked.length]).toEqual(['ok', 2]);
  });

  it('what a store gives that says no version for it', async () => {
    const world = countingWorld({ contentVersions: async () => [] });
    const memory = memoryOf('m', { pipeline: [search] });
    await world.run(memory);
    expect([(await world.run(memory)).status, world.asked.length]).toEqual(['ok', 2]);
  });

  it.each<[string, Step]>([
    ['packages', { type: 'context_packages', params: { session_id: 's' } }],
    ['error patterns', { type: 'error_patterns' }],
    ['saved state', { type: 'session_state' }],
  ])('%s, which have no version', async (_, step) => {
    const world = countingWorld();
    const memory = memoryOf('m', { pipeline: [step] });
    await world.run(memory);
    expect([(await world.run(memory)).status, world.asked.length]).toEqual(['ok', 2]);
  });

  // Every member of the stores goes through what notes versions: one that slipped past would be remembered for ever.
  const named: Required<Pick<StorePort, 'collections' | 'keyPlaces' | 'logInstances'>> = {
    collections: async () => ['docs'],
    keyPlaces: async () => [],
    logInstances: async () => ['app'],
  };
  it.each(Object.keys({ ...emptyStores, ...named }))('a read of %s that nobody noted', async name => {
    const stores: StorePort = { ...emptyStores, ...named };
    const { stores: wrapped, versions, areComplete } = versionedStores(stores, async () => ['1']);
    const members = wrapped as unknown as Record<string, (query: object) => Promise<unknown>>; // by name
    await members[name]?.({});
    expect([versions.size > 0, areComplete()]).toEqual(
      hasVersion(name as keyof StorePort & StepRead) ? [true, true] : [false, false], // one of the port
    );
  });

  it('a failure: the next run tries again', async () => {
    let isBroken = true;
    const world = countingWorld({
      searchDocuments: async () => (isBroken ? Promise.reject(new Error('broken')) : [{ content: 'x' }]),
    });
    const memory = memoryOf('m', { pipeline: [search] });
    const first = await world.run(memory);
    isBroken = false;
    expect([first.status, (await world.run(memory)).status]).toEqual(['failed', 'ok']);
  });

  it('a write between asking for the version and reading: it only looks older', async () => {
    const world = countingWorld({
      searchDocuments: async () => {
        world.change('documents/docs');
        return [{ content: 'written meanwhile' }];
      },
    });
    const memory = memoryOf('m', { pipeline: [search] });
    await world.run(memory);
    expect((await world.run(memory)).status).toBe('ok');
  });
});

it('a store that never tells its version times out like any other', async () => {
  const world = countingWorld({ contentVersions: () => new Promise(() => {}) });
  const run = world.run(memoryOf('m', { pipeline: [search] }));
  await world.clock.advance(100);
  expect((await run).error?.code).toBe('timeout');
});

describe('the memory of runs is bounded', () => {
  const run = (units: number) => ({
    output: undefined,
    steps: [],
    results: new Map([['a', { kind: 'text' as const, text: 'x'.repeat(units) }]]),
    versions: new Map(),
  });

  it('forgets the least recently used by number, and by size', () => {
    const few = createPipelineCache({ runs: 2, units: 1_000_000 });
    few.set('a', run(1));
    few.set('b', run(1));
    few.get('a');
    few.set('c', run(1));
    expect(['a', 'b', 'c'].map(key => few.get(key) !== undefined)).toEqual([true, false, true]);
    const small = createPipelineCache({ runs: 100, units: 4000 });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) small.set(key, run(700));
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map(key => small.get(key) !== undefined)).toEqual([
      ...[false, false],
      ...[true, true, true, true],
    ]);
    small.set('huge', run(2000));
    expect([small.get('huge'), small.get('f')]).toEqual([undefined, run(700)]);
  });
});
