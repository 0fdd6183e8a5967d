import { describe, expect, it } from 'vitest';
import type { Element } from '../../../shared/model/element.ts';
import type { Step } from '../../../shared/model/memory.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { askedRequest } from '../assembly/asked-request.ts';
import { createCancelSource } from '../cancel.ts';
import type { Cancel, StepHandler, StorePort } from '../ports.ts';
import { runPipeline } from './run-pipeline.ts';

interface World {
  readonly stores?: Partial<StorePort>;
  readonly handlers?: ReadonlyMap<string, StepHandler>;
  readonly variables?: Record<string, unknown>;
}

function run(pipeline: Step[], { stores = {}, handlers, variables = {} }: World = {}) {
  const request = requestOf({ input: 'why does it fail', additional_variables: variables });
  return runPipeline(memoryOf('m', { pipeline }), askedRequest(request).inputs, {
    ports: enginePorts({ stores: { ...emptyStores, ...stores }, ...(handlers && { handlers }) }),
    cancel: neverCancelled,
    regexes: createRegexCache(),
    timeoutMs: 1000,
    cancelMeaning: () => ({ code: 'cancelled', message: '' }),
  });
}

const contents = (elements: readonly Element[]) => elements.map(element => element.content);
const given = staticStep('a', 'b', 'c');
const when = (condition: string, thenSteps: Step[], elseSteps: Step[] = []): Step => ({
  type: 'conditional',
  alias: 'choice',
  params: { condition, thenSteps, elseSteps },
});

describe('conditional: the chosen steps run in place', () => {
  it.each<[string, Step[], Record<string, unknown>, string[]]>([
    ['then', [given, when('results.count >= 3', [staticStep('many')])], {}, ['many']],
    ['else', [given, when('results.count > 3', [staticStep('many')], [staticStep('few')])], {}, ['few']],
    ['no branch leaves the list as it is', [given, when('results.count > 3', [])], {}, ['a', 'b', 'c']],
    ['an empty pipeline has a list of none', [when('results.count == 0', [staticStep('x')])], {}, ['x']],
    [
      'a variable decides, and templates of a branch are resolved there',
      [when("${phase} == 'review'", [staticStep('in ${phase}')])],
      { phase: 'review' },
      ['in review'],
    ],
    [
      'a branch in a branch',
      [given, when('true', [when('results.count == 3', [{ type: 'summarize', params: { max_items: 1 } }])])],
      {},
      ['a'],
    ],
    [
      'a later step reads a step of the branch that was taken',
      [
        when('true', [{ ...staticStep('x'), alias: 'extra' }]),
        given,
        { type: 'merge', params: { sources: ['extra'] } },
      ],
      {},
      ['x'],
    ],
    [
      'a step of the branch that was not taken gave nothing',
      [
        when('false', [{ ...staticStep('x'), alias: 'extra' }]),
        { ...given, alias: 'own' },
        { type: 'merge', params: { sources: ['extra', 'own'] } },
      ],
      {},
      ['a', 'b', 'c'],
    ],
  ])('%s', async (_, pipeline, variables, expected) => {
    const result = await run(pipeline, { variables });
    expect([result.status, contents(result.elements)]).toEqual(['ok', expected]);
  });

  it('shows its answer and the steps of its branch in the trace', async () => {
    const { steps } = await run([given, when('results.count == 3', [staticStep('x')]), staticStep('y')]);
    expect(steps.map(({ alias, result, count }) => [alias, result, count])).toEqual([
      ['static_1', 'elements', 3],
      ['choice', 'boolean', 0],
      ['choice_then_static_1', 'elements', 1],
      ['static_3', 'elements', 1],
    ]);
  });

  it('a name that only a branch asks for is asked for all the same', async () => {
    const { status, missing } = await run([when('false', [staticStep('${nobody}')])]);
    expect([status, missing]).toEqual(['skipped', ['nobody']]);
  });

  it('fails where a condition is wrong', async () => {
    const { status, error } = await run([when('results.count >', [])]);
    expect([status, error?.message]).toEqual([
      'failed',
      'the condition is wrong at character 16: the end is no value',
    ]);
  });
});

describe('early_exit: true ends the pipeline with what there is', () => {
  it.each<[string, Step[], string[]]>([
    ['true', [given, exit('results.count >= 3'), staticStep('later')], ['a', 'b', 'c']],
    ['false', [given, exit('results.count > 3'), staticStep('later')], ['later']],
    ['before any list', [exit('true'), given], []],
    [
      'in a branch',
      [given, when('true', [exit("query.contains('fail')")]), staticStep('later')],
      ['a', 'b', 'c'],
    ],
    [
      'after a format step',
      [given, { type: 'format', params: { format: 'bullet_list' } }, exit('true'), staticStep('later')],
      ['- a\n- b\n- c'],
    ],
  ])('%s', async (_, pipeline, expected) => {
    expect(contents((await run(pipeline)).elements)).toEqual(expected);
  });
});

function exit(condition: string): Step {
  return { type: 'early_exit', params: { condition } };
}

describe('handler: what the registered function gives', () => {
  const call = (handler: StepHandler, ...more: Step[]) =>
    run(
      [given, { type: 'handler', alias: 'h', params: { name: 'own', args: { for: '${query}' } } }, ...more],
      {
        handlers: new Map([['own', handler]]),
      },
    );
  const source = { kind: 'handler', ref: 'own', trust: 'imported' } as const;

  it.each<[string, StepHandler, Element[]]>([
    [
      'a list of texts',
      () => ['x', 'y'],
      [
        { content: 'x', source },
        { content: 'y', source },
      ],
    ],
    [
      'elements with their own source, and a promise',
      async () => [{ content: 'x', n: 1, source: { kind: 'tickets', ref: '7', trust: 'project' } }],
      [{ content: 'x', n: 1, source: { kind: 'tickets', ref: '7', trust: 'project' } }],
    ],
    ['one object', () => ({ summary: 'x' }), [{ summary: 'x', content: 'x', source }]],
    ['nothing', () => undefined, []],
    ['an empty list', () => [], []],
    [
      'what it was given',
      ({ args, query, elements }) => [`${String(args.for)} | ${query} | ${elements.length}`],
      [{ content: 'why does it fail | why does it fail | 3', source }],
    ],
  ])('%s', async (_, handler, expected) => {
    const result = await call(handler);
    expect([result.status, result.elements]).toEqual(['ok', expected]);
  });

  it('a text is there for templates, as that of derive_query is', async () => {
    expect(contents((await call(() => 'found', staticStep('${h}'))).elements)).toEqual(['found']);
    expect(contents((await call(() => true, exit('results.h'), staticStep('later'))).elements)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it.each<[string, StepHandler, string, string]>([
    [
      'throws',
      () => {
        throw new Error('no network');
      },
      'step_failed',
      'no network',
    ],
    [
      'gives far too much',
      () => Array.from({ length: 100_001 }, () => 'x'),
      'too_large',
      'the step returned 100001 elements; at most 100000 are taken',
    ],
  ])('that %s fails its pipeline', async (_, handler, code, message) => {
    expect((await call(handler)).error).toEqual({ code, message });
  });

  it('that nobody registered fails with those that are known', async () => {
    const step: Step = { type: 'handler', params: { name: 'constructor' } };
    const handlers = new Map([
      ['own', () => []],
      ['also', () => []],
    ]);
    expect((await run([step], { handlers })).error).toEqual({
      code: 'unknown_handler',
      message: 'there is no handler "constructor"; there are also, own',
    });
    expect((await run([step])).error?.message).toBe('there is no handler "constructor"; none is registered');
  });

  it.each(['../own.js', '/bin/sh', 'a.b', '${name}', ' ', 'own()'])(
    'is never a path, code or a choice of the request: %j',
    name => {
      const memory = memoryOf('m', { pipeline: [{ type: 'handler', params: { name } }] });
      expect(checkMemory(memory).map(({ code, path }) => [code, path])).toEqual([
        ['wrong_param', 'retrieval.pipeline.0.params.name'],
      ]);
    },
  );
});

describe('steps on stores hand their parameters on, templates resolved, and give what the store gives', () => {
  const cases: [string, keyof StorePort, Step[], unknown][] = [
    [
      'vector_search',
      'searchVectors',
      [{ type: 'vector_search', params: { collection: '${where}' } }],
      { query: 'why does it fail', collection: 'docs', topK: 5, minScore: 0.5 },
    ],
    [
      'document_search',
      'searchDocuments',
      [{ type: 'document_search', params: { query: '${where}', mode: 'hybrid', neighbours: 2, topK: 9 } }],
      { query: 'docs', topK: 9, minScore: 0, mode: 'hybrid', neighbours: 2 },
    ],
    [
      'log_search',
      'searchEvents',
      [
        {
          type: 'log_search',
          params: { instance: 'main', eventType: '${where}', since: '2026-01-01T01:00:00+01:00' },
        },
      ],
      { instance: 'main', eventType: 'docs', since: '2026-01-01T00:00:00.000Z', limit: 20 },
    ],
    [
      'decisions',
      'readDecisions',
      [{ type: 'decisions', params: { scope: '${where}' } }],
      { scope: 'docs', statuses: ['active', 'provisional'], limit: 100 },
    ],
    [
      'decisions of every status',
      'readDecisions',
      [{ type: 'decisions', params: { status: 'all', limit: 3 } }],
      { statuses: ['active', 'provisional', 'superseded', 'overridden'], limit: 3 },
    ],
    [
      'decisions of one status',
      'readDecisions',
      [{ type: 'decisions', params: { status: 'overridden' } }],
      { statuses: ['overridden'], limit: 100 },
    ],
    [
      'a conversation',
      'readConversation',
      [{ type: 'conversation', params: { conversation_id: '${where}', part: 'arc', budget: 300 } }],
      { conversationId: 'docs', part: 'arc', budgetTokens: 300 },
    ],
    [
      'a conversation as it is read without more words',
      'readConversation',
      [{ type: 'conversation', params: { conversation_id: 'c' } }],
      { conversationId: 'c', part: 'both', budgetTokens: 2000 },
    ],
    [
      'messages of all conversations',
      'searchMessages',
      [
        {
          type: 'conversation_search',
          params: { participants: ['Evan'], after: '2026-01-01T01:00:00+01:00', topK: 3 },
        },
      ],
      { query: 'why does it fail', participants: ['Evan'], after: '2026-01-01T00:00:00.000Z', topK: 3 },
    ],
    [
      'blackboard',
      'readBlackboard',
      [{ type: 'blackboard', params: { scope: '${where}', entry_types: ['warning', 'need'] } }],
      { scope: 'docs', entryTypes: ['need', 'warning'], limit: 100 },
    ],
    [
      'context_packages',
      'readPackages',
      [{ type: 'context_packages', params: { group_id: '${where}', agent_type: 'qa', session_id: 's' } }],
      { sessionId: 's', agentType: 'qa', groupId: 'docs', iteration: 0 },
    ],
    ['error_patterns', 'readErrorPatterns', [{ type: 'error_patterns' }], ''],
    [
      'session_state',
      'readSessionState',
      [{ type: 'session_state', params: { session_id: '${where}' } }],
      'docs',
    ],
    [
      'graph_view_read',
      'readGraphView',
      [{ type: 'graph_view_read', params: { viewId: '${where}-view' } }],
      'docs-view',
    ],
    [
      'graph_view_expand',
      'expandGraph',
      [nodes('a', 'b'), { type: 'graph_view_expand', params: { depth: 2 } }],
      { from: ['a', 'b'], depth: 2 },
    ],
    [
      'graph_neighbor_expand',
      'expandGraph',
      [nodes('a'), { type: 'graph_neighbor_expand', params: { relation: '${where}' } }],
      { from: ['a'], depth: 1, relation: 'docs' },
    ],
  ];

  it.each(cases)('%s', async (type, port, pipeline, query) => {
    const asked: unknown[] = [];
    const answer = async (given: unknown) => {
      asked.push(given);
      return [{ content: 'found', id: 'z' }];
    };
    const result = await run(pipeline, { stores: { [port]: answer }, variables: { where: 'docs' } });
    const before = type === 'graph_view_expand' ? ['node a', 'node b'] : [];
    expect([asked, contents(result.elements)]).toEqual([[query], [...before, 'found']]);
  });

  it.each(cases)('%s: nothing found is a normal result', async (_, __, pipeline) => {
    expect((await run(pipeline, { variables: { where: 'docs' } })).status).toBe('ok');
  });

  it.each(cases)(
    '%s: a store that answers nonsense, too much, or with an error fails the pipeline',
    async (_, port, pipeline) => {
      const answers: [() => Promise<unknown>, string][] = [
        [async () => 'text', 'wrong_result'],
        [async () => [5], 'wrong_result'],
        [async () => Array.from({ length: 100_001 }, () => ({ content: '' })), 'too_large'],
        [async () => Promise.reject(new Error('unsupported')), 'step_failed'],
      ];
      for (const [answer, code] of answers) {
        const stores = { [port]: answer };
        const { status, error } = await run(pipeline, { stores, variables: { where: 'docs' } });
        // Expanding joins the answer to the source, so a text falls apart into elements that are none.
        expect([status, error?.code]).toEqual(['failed', code]);
      }
    },
  );

  it.each(cases)(
    '%s: a store that never answers is cut at the time limit and told to stop, also when the assembly is stopped',
    async (_, port, pipeline) => {
      for (const end of ['timeout', 'cancelled'] as const) {
        const stopped: string[] = [];
        const clock = createManualClock();
        const { cancel, trigger } = createCancelSource();
        const answer = (_query: unknown, told: Cancel) => {
          told.onCancel(() => stopped.push(end));
          return new Promise<never>(() => {});
        };
        const request = requestOf({ input: 'why', additional_variables: { where: 'docs' } });
        const result = runPipeline(memoryOf('m', { pipeline }), askedRequest(request).inputs, {
          ports: enginePorts({ clock, stores: { ...emptyStores, [port]: answer } }),
          cancel,
          regexes: createRegexCache(),
          timeoutMs: 100,
          cancelMeaning: () => ({ code: 'cancelled', message: '' }),
        });
        await clock.advance(50);
        if (end === 'cancelled') trigger();
        await clock.advance(50);
        expect([(await result).error?.code, stopped, clock.waiting()]).toEqual([end, [end], 0]);
      }
    },
  );

  it('expanding a list of no nodes asks nobody', async () => {
    const stores = { expandGraph: async () => Promise.reject(new Error('asked')) };
    const result = await run([given, { type: 'graph_neighbor_expand' }], { stores });
    expect([result.status, result.elements]).toEqual(['ok', []]);
  });

  it('a time that is none fails log_search', async () => {
    const step: Step = { type: 'log_search', params: { instance: 'main', since: 'yesterday' } };
    expect((await run([step])).error?.message).toBe(
      '"yesterday" is no time; write one such as 2026-01-31T00:00:00Z',
    );
  });
});

function nodes(...ids: string[]): Step {
  return staticStep(...ids.map(id => ({ id, content: `node ${id}` })));
}
