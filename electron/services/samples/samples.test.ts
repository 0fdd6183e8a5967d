import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

it('saves, reads and deletes samples, also half-written ones, and tells of it', async () => {
  const { call, ask, events, openEmpty } = startApp();
  await openEmpty();
  const sample = { id: 'plan', name: 'Plan', request: { scope_variables: 'not yet' }, extra: 1 };
  const { hash } = await call('samples.save', { sample, expected_hash: null });
  expect(await call('samples.save', { sample, expected_hash: hash })).toEqual({ sample, hash });
  expect(await call('samples.list', {})).toEqual({ samples: [sample], hashes: { plan: hash }, problems: [] });
  expect(await call('samples.get', { id: 'plan' })).toEqual({ sample, hash });
  expect(await ask('samples.save', { sample: { id: 'x', request: [] }, expected_hash: null })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
  await call('samples.delete', { id: 'plan' });
  expect(events.slice(1)).toEqual([
    { event: 'project:changed', what: 'samples' },
    { event: 'project:changed', what: 'samples' },
  ]);
});

it("knows the variables of a project's engines, memories and samples", async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  await call('samples.save', {
    sample: { id: 's', name: 'S', request: { scope_variables: {}, additional_variables: { risk: 0.5 } } },
    expected_hash: null,
  });
  const when = [{ field: 'addVar.phase', operator: 'exists' as const }];
  await call('engines.create', {
    engine: { name: 'E', rules: [{ name: 'R', when, then: { add_memories: [] } }] },
  });
  const { variables } = await call('rules.possibleVariables', {});
  expect(
    variables.filter(({ name }) => name.startsWith('addVar.')).map(({ name, source }) => [name, source]),
  ).toEqual([
    ['addVar.phase', 'rule'],
    ['addVar.risk', 'sample'],
  ]);
});
