import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AppHarness, startApp } from '../../test/support/app-harness.ts';
import { memoryOf } from '../../test/support/engine-definitions.ts';
import { neverCancelled } from '../../test/support/engine-world.ts';
import { assemble } from '../engine/assembly/assemble.ts';
import { enginePorts } from './engine-ports.ts';

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

it('A7: an assembly from memory equals one that runs everything, whatever is written in between', async () => {
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
    { numRuns: 25 },
  );
  expect(cached).toBeGreaterThan(20);
}, 60_000);

it('A10: a preview remembers too, and says so; a write is seen at once', async () => {
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
