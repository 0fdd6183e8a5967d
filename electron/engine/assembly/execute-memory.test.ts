import { expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { executeMemory, maxShownElements } from './execute-memory.ts';

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
