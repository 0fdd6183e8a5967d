import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

const memory = {
  id: 'notes',
  label: 'Notes',
  version: '1.0.0',
  status: 'active' as const,
  inputs_scope: ['agent' as const],
  additional_variables: [{ name: 'phase', type: 'string' as const, required: true }],
  retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['one'] } }] },
  contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'bullet_list' as const },
};

it('saves, reads and deletes memory types, and tells of it', async () => {
  const { call, events, openEmpty } = startApp();
  await openEmpty();
  const { hash } = await call('memories.save', { memory, expected_hash: null });
  const changed = { ...memory, label: 'Other' };
  const saved = await call('memories.save', { memory: changed, expected_hash: hash });
  expect(await call('memories.list', {})).toEqual({
    memories: [changed],
    hashes: { notes: saved.hash },
    problems: [],
  });
  expect(await call('memories.get', { id: 'notes' })).toEqual({ memory: changed, hash: saved.hash });
  expect(await call('memories.delete', { id: 'notes', expected_hash: saved.hash })).toEqual({
    deleted: 'notes',
  });
  expect(events.slice(1).map(({ event }) => event)).toEqual([
    'persistentMemory:created',
    'persistentMemory:updated',
    'persistentMemory:deleted',
  ]);
});

it('refuses memory types that could not run, or would run code', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const withStep = (step: unknown) => ({ ...memory, retrieval: { pipeline: [step] } });
  for (const step of [
    { type: 'static' },
    { type: 'static', params: { items: [], code: '1' } },
    { type: 'rank', params: { source: 'x' } },
  ]) {
    const judged = await ask('memories.validate', { memory: withStep(step) });
    expect(judged).toMatchObject({ ok: true, value: { valid: false } });
    const refused = await ask('memories.save', { memory: withStep(step), expected_hash: null });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  }
  expect(await call('memories.validate', { memory })).toEqual({ valid: true, problems: [] });
  expect((await call('memories.list', {})).memories).toEqual([]);
});

it('says what callers must provide, and which step types there are', async () => {
  const { call, ask, openEmpty } = startApp();
  await openEmpty();
  await call('memories.save', { memory, expected_hash: null });
  expect(await call('memories.requiredVariables', { memory_ids: ['notes', 'notes'] })).toEqual({
    scope_variables: ['scope.agent.agent_id'],
    additional_variables: { phase: { type: 'string', required: true, from_memory: ['notes'] } },
  });
  expect(await ask('memories.requiredVariables', { memory_ids: ['none'] })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
  expect(Object.keys((await call('memories.stepSpecs', {})).steps)).toContain('document_search');
});
