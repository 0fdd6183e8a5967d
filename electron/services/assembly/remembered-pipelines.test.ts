import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { neverCancelled } from '../../../test/support/engine-world.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { assemble } from '../../engine/assembly/assemble.ts';
import { createWorld } from '../../platform/world.ts';
import { enginePorts } from '../app/engine-ports.ts';

const memories = [
  memoryOf('docs', { pipeline: [{ type: 'document_search', params: { collection: 'docs' } }] }),
  memoryOf('all', { pipeline: [{ type: 'document_search', params: { query: 'ferry ${topic}' } }] }),
  memoryOf('keys', {
    pipeline: [{ type: 'kv_get', params: { instance: 'i', namespace: 'n', keys: ['a', 'b', '${topic}'] } }],
  }),
];

const word = fc.constantFrom('a', 'b', 'ferry', 'harbour');
const changes = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key: word, value: word }),
  fc.record({ do: fc.constant('unset' as const), key: word }),
  fc.record({
    do: fc.constant('import' as const),
    collection: fc.constantFrom('docs', 'other'),
    path: word,
    text: word,
  }),
  fc.record({ do: fc.constant('forget' as const), collection: fc.constantFrom('docs', 'other') }),
  fc.record({ do: fc.constant('ask' as const), topic: word, input: word }),
);

type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(call: AppHarness['call'], change: Change): Promise<void> {
  const address = { instance: 'i', namespace: 'n' };
  switch (change.do) {
    case 'set':
      await call('kv.set', { ...address, key: change.key, value: change.value });
      return;
    case 'unset':
      await call('kv.delete', { ...address, key: change.key });
      return;
    case 'import':
      await call('documents.import', {
        collection: change.collection,
        files: [{ path: `${change.path}.md`, text: `${change.text} sails` }],
      });
      return;
    case 'forget':
      await call('documents.delete', { collection: change.collection });
      return;
    case 'ask':
      return;
  }
}

it('an assembly from memory equals one that runs everything, whatever is written in between', async () => {
  const { app, call, openEmpty } = startApp();
  let cached = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 4, maxLength: 12 }), async list => {
      await openEmpty();
      const project = await app.projects.require();
      const { pipelines: _, ...plain } = enginePorts(app, project);
      const run = async (ports: typeof plain, topic: string, input: string) => {
        const request = {
          scope_variables: {},
          input,
          additional_variables: { topic },
          explicit_memory: ['docs', 'all', 'keys'],
        };
        const env = { ports, cancel: neverCancelled, emit: () => {}, requestId: 'r' };
        return assemble({ request, engines: [], memories, redaction: 'pattern_only' }, env);
      };
      for (const one of list) {
        await apply(call, one);
        const { topic, input } = one.do === 'ask' ? one : { topic: 'a', input: 'ferry' };
        const remembered = await run(enginePorts(app, project), topic, input);
        const fresh = await run(plain, topic, input);
        expect(remembered.context).toEqual(fresh.context);
        cached += remembered.trace.memory_calls.filter(({ status }) => status === 'cached').length;
      }
    }),
    { numRuns: propertyRuns(25, 2 / 5) },
  );
  expect(cached).toBeGreaterThan(20);
});

it('a preview remembers too, and says so; a write is seen at once', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  await call('kv.set', { instance: 'i', namespace: 'n', key: 'a', value: 'one' });
  const overlay = { engines: [], memories: memories.slice(2) };
  const request = { scope_variables: {}, additional_variables: { topic: 'x' }, explicit_memory: ['keys'] };
  const preview = async () => {
    const { trace, context } = await call('assembly.preview', { request, overlay: structuredClone(overlay) });
    return [trace.memory_calls[0]?.status, context.knowledge?.[0]?.content];
  };
  expect([await preview(), await preview()]).toEqual([
    ['ok', 'one'],
    ['cached', 'one'],
  ]);
  await call('kv.set', { instance: 'i', namespace: 'n', key: 'a', value: 'two' });
  expect([await preview(), await preview()]).toEqual([
    ['ok', 'two'],
    ['cached', 'two'],
  ]);
});

it('a node that begins or ceases to be valid is seen at that moment, without a write', async () => {
  const clock = { now: '2026-11-21T10:00:00.000Z' };
  const world = createWorld();
  const { call, openEmpty } = startApp({
    world: { ...world, clock: { ...world.clock, nowIso: () => clock.now } },
  });
  await openEmpty();
  await call('graph.upsert', {
    nodes: [
      { id: 'old', kind: 'person', name: 'Old', valid_to: '2026-11-21T13:00:00+02:00' },
      { id: 'new', kind: 'person', name: 'New', valid_from: '2026-11-21T12:00:00Z' },
      { id: 'near', kind: 'place', name: 'Near' },
    ],
    edges: [{ from: 'old', relation: 'at', to: 'near', valid_from: '2026-11-21T10:30:00Z' }],
  });
  await call('graph.saveView', { id: 'people', kinds: ['person'], depth: 1 });
  const memory = memoryOf('people', {
    pipeline: [{ type: 'graph_view_read', params: { viewId: 'people' } }],
  });
  const at = async (time: string) => {
    clock.now = `2026-11-21T${time}:00.000Z`;
    const request = { scope_variables: {}, explicit_memory: ['people'] };
    const { trace, context } = await call('assembly.preview', { request, overlay: { memories: [memory] } });
    return [trace.memory_calls[0]?.status, ...(context.knowledge ?? []).map(({ content }) => content)];
  };
  expect([
    await at('10:00'),
    await at('10:29'),
    await at('10:30'),
    await at('11:00'),
    await at('11:59'),
    await at('12:00'),
  ]).toEqual([
    ['ok', 'Old (person)'],
    ['cached', 'Old (person)'],
    ['ok', 'Old (person)', 'Near (place)'],
    ['ok'],
    ['cached'],
    ['ok', 'New (person)'],
  ]);
});

it('what was redacted before it was told in short is told anew when the mode changes', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const messages = [
    { id: '1', index: 0, role: 'user', parts: `The ferry key is ${key}` },
    { id: '2', index: 1, role: 'assistant', parts: 'I noted it.' },
  ];
  await call('conversations.import', { id: 'talk', messages, embedder: 'none' });
  const memory = memoryOf('talk', {
    pipeline: [{ type: 'conversation', params: { conversation_id: 'talk', part: 'messages' } }],
  });
  const told = async () => {
    const request = { scope_variables: {}, explicit_memory: ['talk'] };
    const { trace, context } = await call('assembly.preview', { request, overlay: { memories: [memory] } });
    return [trace.memory_calls[0]?.status, context.knowledge?.[0]?.content.includes(key)];
  };
  const before = [await told(), await told()];
  const { hash } = await call('config.get', {});
  await call('config.set', { changes: { redaction_mode: 'off' }, expected_hash: hash });
  expect([...before, await told()]).toEqual([
    ['ok', false],
    ['cached', false],
    ['ok', true],
  ]);
});
