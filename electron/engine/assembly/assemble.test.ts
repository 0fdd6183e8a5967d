import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import type { AssemblyEventBody } from '../../../shared/contract/events.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createManualClock, withoutWaiting } from '../../../test/support/manual-clock.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { createCancelSource } from '../cancel.ts';
import { type AssembleEnv, assemble } from './assemble.ts';
import { renderContext } from './render-context.ts';

function start(
  memories: readonly PersistentMemory[],
  request: Partial<ContextRequest>,
  env: Partial<AssembleEnv> = {},
) {
  const events: AssemblyEventBody[] = [];
  const result = assemble(
    { request: requestOf(request), engines: [], memories, redaction: 'pattern_only' },
    {
      ports: enginePorts(),
      cancel: neverCancelled,
      emit: event => events.push(event),
      requestId: 'r-1',
      ...env,
    },
  );
  return { result, events };
}

const search = { type: 'document_search', params: { query: 'x' } } as const;
const hanging = { ...emptyStores, searchDocuments: () => new Promise<[]>(() => {}) };

it('tells what it did with every candidate', async () => {
  const memories = [
    memoryOf('first', { pipeline: [staticStep('one', 'two')], contribution: { max_items: 1 } }),
    memoryOf('second', { pipeline: [staticStep('one', 'a long third text')] }),
    memoryOf('needy', { pipeline: [staticStep('${topic}')], inputs_scope: ['agent'] }),
  ];
  const { result } = start(memories, {
    explicit_memory: ['first', 'second', 'needy'],
    scope_variables: { user: { team: 'red' }, task: { team: 'blue' } },
    constraints: { max_tokens: 2 },
  });
  const { context, trace, meta } = await result;
  expect(context).toEqual({
    knowledge: [
      {
        id: 'first#0',
        memory_id: 'first',
        content: 'one',
        tokens: 1,
        weight: 2,
        source: { kind: 'static', ref: 'first', trust: 'project' },
        also_from: ['second#0'],
      },
    ],
  });
  expect(trace.dropped).toEqual([
    {
      item_id: 'first#1',
      memory_id: 'first',
      section: 'knowledge',
      tokens: 1,
      reason: 'max_items',
      preview: 'two',
    },
    {
      item_id: 'second#0',
      memory_id: 'second',
      section: 'knowledge',
      tokens: 1,
      reason: 'duplicate',
      survivor: 'first#0',
      preview: 'one',
    },
    {
      item_id: 'second#1',
      memory_id: 'second',
      section: 'knowledge',
      tokens: 5,
      reason: 'budget',
      cut_order: 0,
      preview: 'a long third text',
    },
  ]);
  expect(trace.memory_calls.map(call => [call.memory_id, call.status, call.items, call.kept])).toEqual([
    ['first', 'ok', 2, 1],
    ['second', 'ok', 2, 0],
    ['needy', 'skipped', 0, 0],
  ]);
  expect(trace.missing_variables).toEqual([
    { name: 'scope.agent.agent_id', needed_by: ['needy'] },
    { name: 'topic', needed_by: ['needy'] },
  ]);
  expect(trace.shadowed_variables).toEqual([
    { name: 'team', winner: 'scope.task.team', shadowed: ['scope.user.team'] },
  ]);
  expect(trace.stages.map(stage => stage.name)).toEqual([
    'validate',
    'resolve',
    'pipelines',
    'merge',
    'contribute',
    'budget',
    'render',
  ]);
  expect({ ...meta, duration_ms: 0 }).toEqual({
    token_estimate: 1,
    estimator: 'chars4',
    section_tokens: { knowledge: 1 },
    total_items: 1,
    truncated: true,
    degraded: false,
    duration_ms: 0,
  });
});

it('emits started, rulesEvaluated, one pipelineComplete a call, and complete', async () => {
  const { result, events } = start([memoryOf('m', { pipeline: [staticStep('x')] })], {
    explicit_memory: ['m'],
    input: 'hi',
  });
  const assembled = await result;
  expect(events.map(event => event.event)).toEqual([
    'contextAssembly:started',
    'contextAssembly:rulesEvaluated',
    'contextAssembly:pipelineComplete',
    'contextAssembly:complete',
  ]);
  expect(events[0]).toEqual({
    event: 'contextAssembly:started',
    request: { input: 'hi', explicit_memory: ['m'] },
  });
  expect(events.at(-1)).toEqual({ event: 'contextAssembly:complete', result: assembled });
});

it.each<[object, object]>([
  [{ input: { text: 'hi' } }, { input: 'hi', explicit_memory: [] }],
  [{ input: { text: 5 }, explicit_memory: 'm' }, { explicit_memory: [] }],
  [{ input: ['hi'], constraints: 'few' }, { explicit_memory: [] }],
  [{ explicit_memory: ['a', 5, null, 'b'] }, { explicit_memory: ['a', 'b'] }],
  [{ constraints: { max_tokens: 7 } }, { explicit_memory: [], max_tokens: 7 }],
  [{ constraints: { max_tokens: '7' } }, { explicit_memory: [] }],
  [{ input: 'x'.repeat(501) }, { input: 'x'.repeat(500), explicit_memory: [] }],
])('the first event shows of %j what has the right type', async (request, shown) => {
  const { result, events } = start([], request);
  await result.catch(() => {});
  expect(events[0]).toStrictEqual({ event: 'contextAssembly:started', request: shown });
});

it('the first event shows nothing of what is no request', async () => {
  for (const request of [null, 'text', ['text']]) {
    const events: AssemblyEventBody[] = [];
    const env = { ports: enginePorts(), cancel: neverCancelled, requestId: 'r' };
    const input = { request, engines: [], memories: [], redaction: 'off' as const };
    const result = assemble(input, { ...env, emit: event => events.push(event) });
    await expect(result).rejects.toThrow('a request must be an object');
    expect(events[0]).toStrictEqual({ event: 'contextAssembly:started', request: { explicit_memory: [] } });
    expect(events[1]).toMatchObject({
      event: 'contextAssembly:error',
      error: { code: 'invalid_input', message: expect.stringContaining('must be an object') },
    });
  }
});

it('tells when each stage and each call began, and how long it took', async () => {
  const clock = createManualClock();
  await clock.advance(1000);
  const takes = <Answer>(ms: number, answer: Answer) =>
    new Promise<Answer>(resolve => clock.after(ms, () => resolve(answer)));
  const stores = { ...emptyStores, searchDocuments: () => takes(40, [{ content: 'two words' }]) };
  const tokens = {
    countTokens: (_: string, texts: readonly string[]) =>
      takes(
        15,
        texts.map(() => 2),
      ),
  };
  const { result } = start(
    [memoryOf('a', { pipeline: [search] }), memoryOf('b', { pipeline: [search] })],
    { explicit_memory: ['a', 'b'], constraints: { max_concurrency: 1, estimator: 'o200k_base' } },
    { ports: enginePorts({ clock, stores, tokens }) },
  );
  await clock.advance(200);
  const { trace, meta } = await withoutWaiting(result);
  expect(trace.stages.map(stage => [stage.name, stage.started_ms, stage.duration_ms])).toEqual([
    ['validate', 0, 0],
    ['resolve', 0, 0],
    ['pipelines', 0, 80],
    ['merge', 80, 15],
    ['contribute', 95, 0],
    ['budget', 95, 0],
    ['render', 95, 0],
  ]);
  expect(trace.memory_calls.map(call => [call.started_ms, call.duration_ms])).toEqual([
    [0, 40],
    [40, 40],
  ]);
  expect([meta.duration_ms, clock.waiting()]).toEqual([95, 0]);
});

it('a tokenizer has until the deadline, of the request or else ten seconds', async () => {
  for (const [constraints, ms] of [
    [{ deadline_ms: 300 }, 300],
    [{}, 10_000],
  ] as const) {
    const clock = createManualClock();
    const tokens = { countTokens: () => new Promise<[]>(() => {}) };
    const { result } = start(
      [memoryOf('m', { pipeline: [staticStep('text')] })],
      { explicit_memory: ['m'], constraints: { ...constraints, estimator: 'o200k_base' } },
      { ports: enginePorts({ clock, tokens }) },
    );
    await clock.advance(ms);
    expect((await withoutWaiting(result)).trace.warnings).toEqual([
      {
        code: 'tokenizer_failed',
        message: `o200k_base could not count, chars4 was used: it took longer than ${ms} ms`,
      },
    ]);
  }
});

it('an invalid request fails with all errors in one clear sentence, and the error ends the events', async () => {
  const { result, events } = start([], { explicit_memory: ['nope'], constraints: { max_tokens: 0 } });
  const error: unknown = await result.catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw error;
  expect([error.code, error.message]).toEqual([
    'invalid_input',
    'The request cannot be used: constraints.max_tokens: must be a whole number >= 1, not 0 (and 1 more)',
  ]);
  expect(error.details).toMatchObject({
    errors: [{ code: 'invalid_max_tokens' }, { code: 'unknown_memory' }],
  });
  expect(events.map(event => event.event)).toEqual(['contextAssembly:started', 'contextAssembly:error']);
});

it('memories of rules follow explicit ones, once, with everybody who asked for them', async () => {
  const { trace } = await assemble(
    {
      request: requestOf({ explicit_memory: ['b'] }),
      engines: [engineAdding('e', 'a', 'b', 'gone')],
      memories: [memoryOf('a'), memoryOf('b')],
      redaction: 'off',
    },
    { ports: enginePorts(), cancel: neverCancelled, emit: () => {}, requestId: 'r' },
  );
  const rule = { kind: 'rule', engine_id: 'e', rule_id: 'e-rule' };
  expect(trace.memory_calls.map(call => [call.memory_id, call.requested_by])).toEqual([
    ['b', [{ kind: 'explicit' }, rule]],
    ['a', [rule]],
  ]);
  expect(trace.rules_applied).toEqual([
    { engine_id: 'e', rule_id: 'e-rule', rule_name: 'Always', memories: ['a', 'b', 'gone'] },
  ]);
  expect(trace.warnings).toEqual([
    { code: 'unknown_memory', message: 'rule "e-rule" of e asks for "gone"; there is no memory "gone"' },
  ]);
});

describe('what fails is left out, named, and never blocks', () => {
  const good = memoryOf('good', { pipeline: [staticStep('kept')] });

  it('a pipeline that never settles is failed at the deadline, the others stay', async () => {
    const clock = createManualClock();
    const stuck = memoryOf('stuck', { pipeline: [search] });
    const { result } = start(
      [stuck, good],
      { explicit_memory: ['stuck', 'good'], constraints: { deadline_ms: 300, timeout_ms: 1000 } },
      { ports: enginePorts({ clock, stores: hanging }) },
    );
    await clock.advance(300);
    const { context, trace, meta } = await withoutWaiting(result);
    expect(context.knowledge?.map(item => item.content)).toEqual(['kept']);
    expect(trace.memory_calls.map(call => [call.status, call.error?.code])).toEqual([
      ['failed', 'deadline'],
      ['ok', undefined],
    ]);
    expect([meta.degraded, clock.waiting()]).toEqual([true, 0]);
  });

  it('runs no more calls at once than allowed, in resolved order, and fails those the deadline did not reach', async () => {
    const clock = createManualClock();
    const started: string[] = [];
    const stores = {
      ...emptyStores,
      searchDocuments: ({ query }: { query: string }) => {
        started.push(query);
        return new Promise<[]>(resolve => clock.after(40, () => resolve([])));
      },
    };
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const memories = ids.map(id =>
      memoryOf(id, { pipeline: [{ type: 'document_search', params: { query: id } }] }),
    );
    const { result } = start(
      memories,
      { explicit_memory: ids, constraints: { max_concurrency: 2, deadline_ms: 70 } },
      { ports: enginePorts({ clock, stores }) },
    );
    await clock.advance(10);
    expect(started).toEqual(['a', 'b']);
    await clock.advance(60);
    const { trace } = await withoutWaiting(result);
    expect(trace.memory_calls.map(call => call.status)).toEqual(['ok', 'ok', 'failed', 'failed', 'failed']);
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a caller who gives up gets what is there', async () => {
    const { cancel, trigger } = createCancelSource();
    const { result } = start(
      [memoryOf('stuck', { pipeline: [search] })],
      { explicit_memory: ['stuck'] },
      { cancel, ports: enginePorts({ stores: hanging }) },
    );
    trigger();
    const { trace, meta } = await result;
    expect([trace.memory_calls[0]?.error?.code, meta.degraded]).toEqual(['cancelled', true]);
  });

  it('a tokenizer that fails is replaced by chars4, with a warning', async () => {
    const tokens = { countTokens: async () => Promise.reject(new Error('no vocabulary')) };
    const { result } = start(
      [good],
      {
        explicit_memory: ['good'],
        constraints: { estimator: 'o200k_base', max_tokens: 10, count: 'rendered' },
      },
      { ports: enginePorts({ tokens }) },
    );
    const { trace, meta } = await result;
    expect([meta.estimator, meta.degraded, meta.total_items]).toEqual(['chars4', true, 1]);
    expect(trace.warnings.map(warning => warning.code)).toEqual(['tokenizer_failed']);
  });

  it.each([
    ['whose contribution is no such thing', { section: 'nowhere' }],
    ['without a contribution', undefined],
  ])('a definition from an overlay %s fails alone', async (_, contribution) => {
    const broken = { ...memoryOf('broken'), contribution } as unknown as PersistentMemory; // an overlay may hold anything
    const { trace, meta } = await start([broken, good], { explicit_memory: ['broken', 'good'] }).result;
    expect(trace.memory_calls.map(call => [call.status, call.error?.code])).toEqual([
      ['failed', 'invalid_memory'],
      ['ok', undefined],
    ]);
    expect([meta.total_items, trace.missing_variables, trace.warnings]).toEqual([1, [], []]);
  });

  it('an item whose redaction throws is dropped, never raw', async () => {
    const memory = memoryOf('m', { pipeline: [staticStep('fine', 'poison')] });
    const { result } = start(
      [memory],
      { explicit_memory: ['m'] },
      {
        redact: (text, mode) => {
          if (text === 'poison') throw new Error('out of memory');
          return redact(text, mode);
        },
      },
    );
    const assembled = await result;
    expect(assembled.trace.dropped).toEqual([
      { item_id: 'm#1', memory_id: 'm', section: 'knowledge', tokens: 0, reason: 'redaction_failed' },
    ]);
    expect(JSON.stringify(assembled)).not.toContain('poison');
    expect(assembled.trace.warnings).toEqual([
      { code: 'redaction_failed', message: 'items were left out: 1 could not be redacted' },
    ]);
    expect(assembled.meta.degraded).toBe(true);
  });
});

it('stored counts hold only where redaction changed nothing', async () => {
  const key = secretGenerators['github-token']?.(createSeededRandom(3)).secret ?? '';
  const stores = {
    ...emptyStores,
    searchDocuments: async () => [
      { content: 'two words', counts: { o200k_base: 77 } },
      { content: `key ${key}`, counts: { o200k_base: 99 } },
    ],
  };
  const { context } = await start(
    [memoryOf('m', { pipeline: [search] })],
    { explicit_memory: ['m'], constraints: { estimator: 'o200k_base' } },
    { ports: enginePorts({ stores }) },
  ).result;
  expect(context.knowledge?.map(item => [item.tokens, item.redacted])).toEqual([
    [77, undefined],
    [2, 1],
  ]);
});

it('no secret of any kind leaves by context, trace, events or rendering', async () => {
  const random = createSeededRandom(5);
  for (const [kind, generate] of Object.entries(secretGenerators)) {
    const { text, secret } = generate(random);
    const stores = {
      ...emptyStores,
      searchDocuments: async () => Promise.reject(new Error(`cannot read ${text}`)),
    };
    const memories = [
      memoryOf('m', { pipeline: [staticStep({ content: `see ${text}`, title: text })] }),
      memoryOf('failing', { pipeline: [search] }),
    ];
    const events: unknown[] = [];
    const assembled = await assemble(
      {
        request: requestOf({ explicit_memory: ['m', 'failing'], input: text }),
        engines: [{ ...engineAdding('e', 'm'), name: text }],
        memories,
        redaction: 'pattern_only',
      },
      {
        ports: enginePorts({ stores }),
        cancel: neverCancelled,
        emit: event => events.push(event),
        requestId: 'r',
      },
    );
    const surfaces = [
      JSON.stringify(assembled),
      JSON.stringify(events),
      ...(['markdown', 'xml', 'json'] as const).map(format =>
        renderContext(assembled, { format, provenance: true }),
      ),
    ];
    for (const surface of surfaces) expect(surface.includes(secret), kind).toBe(false);
    expect(assembled.context.knowledge?.[0]?.redacted ?? 0, kind).toBeGreaterThan(0);
  }
});

it('a secret never survives in halves, wherever the budget cuts', async () => {
  const key = secretGenerators['stripe-key']?.(createSeededRandom(7)).secret ?? '';
  for (let offset = 0; offset < 200; offset += 1) {
    const memory = memoryOf('m', { pipeline: [staticStep(`${'a '.repeat(offset)}${key}`, 'short')] });
    const assembled = await start([memory], { explicit_memory: ['m'], constraints: { max_tokens: 40 } })
      .result;
    const text = JSON.stringify(assembled);
    for (let at = 0; at + 12 <= key.length; at += 1) expect(text).not.toContain(key.slice(at, at + 12));
  }
});
