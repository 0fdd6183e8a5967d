import { expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Constraints } from '../../../shared/model/request.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createManualClock, withoutWaiting } from '../../../test/support/manual-clock.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { executeMemory, itemsOfMemory, maxShownElements } from './execute-memory.ts';

const env = { ports: enginePorts(), cancel: neverCancelled };

it('shows the call, its items and what every step returned', async () => {
  const memory = memoryOf('m', {
    pipeline: [
      { type: 'derive_query', alias: 'q', params: { from: 'keywords' } },
      { ...staticStep('one', 'two ${q}'), alias: 'list' },
      { type: 'summarize', alias: 'first', params: { max_items: 1 } },
    ],
    contribution: { max_items: 0 },
  });
  const executed = await executeMemory(
    { memory, request: requestOf({ input: 'the cache' }), redaction: 'pattern_only' },
    env,
  );
  const source = { kind: 'static', ref: 'm', trust: 'project' };
  expect(executed.call).toMatchObject({
    memory_id: 'm',
    requested_by: [{ kind: 'explicit' }],
    status: 'ok',
    items: 1,
    kept: 1,
    steps: [
      { type: 'derive_query', alias: 'q', count: 1, result: 'text' },
      { type: 'static', alias: 'list', count: 2, result: 'elements' },
      { type: 'summarize', alias: 'first', count: 1, result: 'elements' },
    ],
  });
  expect(executed.items).toEqual([
    { id: 'm#0', memory_id: 'm', content: 'one', tokens: 1, weight: 2, source },
  ]);
  expect(executed.step_results).toEqual([
    { alias: 'q', text: 'cache' },
    {
      alias: 'list',
      elements: [
        { content: 'one', source },
        { content: 'two cache', source },
      ],
    },
    { alias: 'first', elements: [{ content: 'one', source }] },
  ]);
});

it('shows at most fifty elements a step, and no secrets', async () => {
  const { secret } = secretGenerators['npm-token']?.(createSeededRandom(1)) ?? { secret: '' };
  const memory = memoryOf('m', {
    pipeline: [
      {
        ...staticStep(...Array.from({ length: 60 }, (_, n) => ({ content: `${n} ${secret}`, note: secret }))),
      },
    ],
  });
  const executed = await executeMemory({ memory, request: requestOf(), redaction: 'pattern_only' }, env);
  expect(executed.step_results[0]?.elements).toHaveLength(maxShownElements);
  expect(executed.items).toHaveLength(60);
  expect(JSON.stringify(executed)).not.toContain(secret);
});

it('a memory that cannot run says why instead of failing', async () => {
  const skipped = await executeMemory(
    { memory: memoryOf('m', { pipeline: [staticStep('${topic}')] }), request: requestOf(), redaction: 'off' },
    env,
  );
  expect([skipped.call.status, skipped.call.error?.code, skipped.items]).toEqual([
    'skipped',
    'missing_variable',
    [],
  ]);
});

it('an invalid request is refused with all its errors', async () => {
  const run = executeMemory({ memory: memoryOf('m'), request: { input: 5 }, redaction: 'off' }, env);
  const error: unknown = await run.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'invalid_input', details: { errors: [{}, {}] } });
});

it('shows answers and texts of steps as texts, without secrets', async () => {
  const { secret } = secretGenerators['npm-token']?.(createSeededRandom(1)) ?? { secret: '' };
  const input = {
    memory: memoryOf('m', {
      pipeline: [
        { type: 'derive_query', alias: 'q', params: { from: 'query' } },
        { ...staticStep('one'), alias: 'list' },
        { type: 'early_exit', alias: 'enough', params: { condition: 'results.count >= 1' } },
      ],
    }),
    request: requestOf({ input: `use ${secret}` }),
  };
  const shown = async (redaction: 'pattern_only' | 'off') => {
    const executed = await executeMemory({ ...input, redaction }, env);
    expect(executed.call.error).toBeUndefined();
    expect(await itemsOfMemory({ ...input, redaction }, env)).toEqual(executed.items);
    return executed.step_results.map(({ alias, text }) => [alias, text]);
  };
  expect(await shown('pattern_only')).toEqual([
    ['q', 'use [REDACTED:npm-token]'],
    ['list', undefined],
    ['enough', 'true'],
  ]);
  expect((await shown('off'))[0]).toEqual(['q', `use ${secret}`]);
});

it('counts by the estimator of the request, until its deadline, or else ten seconds', async () => {
  const stuck = { countTokens: () => new Promise<[]>(() => {}) };
  const memory = memoryOf('m', { pipeline: [staticStep('one two three')] });
  const itemsWith = async (constraints: Constraints, ms?: number) => {
    const clock = createManualClock();
    const ports = enginePorts({ clock, ...(ms !== undefined && { tokens: stuck }) });
    let items: unknown[] | undefined;
    const run = itemsOfMemory(
      { memory, request: requestOf({ constraints }), redaction: 'off' },
      { ...env, ports },
    ).then(found => {
      items = found;
    });
    if (ms !== undefined) {
      await clock.advance(ms - 1);
      expect(items).toBeUndefined();
    }
    await clock.advance(1);
    await withoutWaiting(run);
    return items;
  };
  expect(await itemsWith({})).toMatchObject([{ tokens: 4 }]);
  const estimator = 'o200k_base';
  expect(await itemsWith({ estimator })).toMatchObject([{ tokens: 3 }]);
  expect(await itemsWith({ estimator }, 10_000)).toMatchObject([{ tokens: 4 }]);
  expect(await itemsWith({ estimator, deadline_ms: 300 }, 300)).toMatchObject([{ tokens: 4 }]);
});

it('runs within the limits of the request', async () => {
  const clock = createManualClock();
  const stores = { ...emptyStores, searchDocuments: () => new Promise<[]>(() => {}) };
  const memory = memoryOf('m', { pipeline: [{ type: 'document_search', params: { query: 'x' } }] });
  await clock.advance(500);
  const executed = executeMemory(
    { memory, request: requestOf({ constraints: { timeout_ms: 200 } }), redaction: 'off' },
    { ...env, ports: enginePorts({ clock, stores }) },
  );
  await clock.advance(200);
  expect((await withoutWaiting(executed)).call).toMatchObject({
    status: 'failed',
    error: { code: 'timeout', message: 'it took longer than 200 ms' },
    started_ms: 0,
    duration_ms: 200,
  });
});
