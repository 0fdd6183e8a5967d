import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { engineAdding, memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';

const request = { scope_variables: {} };
const memory = memoryOf('m', { pipeline: [staticStep('text')] });

it('explains a memory of the project or of an overlay, or one item (assembly.explain)', async () => {
  const { call, openEmpty } = startApp();
  const overlay = { engines: [engineAdding('e', 'm')], memories: [memory] };
  expect(await call('assembly.explain', { request, memory_id: 'm', overlay })).toMatchObject({
    cause: 'included',
    rules: [{ engine_id: 'e', rule_id: 'e-rule', outcome: 'fired' }],
  });
  await openEmpty();
  await call('memories.save', { memory, expected_hash: null });
  expect(await call('assembly.explain', { request, item_id: 'm#0' })).toMatchObject({
    memory_id: 'm',
    item_id: 'm#0',
    cause: 'not_requested',
    change: { variables: [], explicit_memory: 'm' },
  });
});

it.each([
  [{ request }],
  [{ request, memory_id: 'm', item_id: 'm#0' }],
  [{ request, item_id: 'm' }],
  [{ request: {}, memory_id: 'm' }],
])('refuses %j', async input => {
  const { ask } = startApp();
  expect(await ask('assembly.explain', input)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});
