import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

it.each([
  ['2026-06-01T00:00:00Z', ['Ferry']],
  ['2026-05-31T23:59:59.999Z', []],
  // Later than the bound in their own zone, and not there yet, or the other way round.
  ['2026-06-01T01:00:00+02:00', []],
  ['2026-05-31T23:00:00-02:00', ['Ferry']],
  ['2026-06-01', ['Ferry']],
  ['2026-07-01T01:00:00+02:00', ['Ferry']],
  ['2026-06-30T23:00:00-02:00', []],
  ['9999-12-31T23:59:59-02:00', []],
])(
  'entities are those that are valid at the moment asked for, however it is written: %s',
  async (now, names) => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const bounds = { valid_from: '2026-06-01T00:00:00Z', valid_to: '2026-07-01T00:00:00Z' };
    const attributes = { file: 'src/ferry.ts' };
    await call('graph.upsert', {
      nodes: [{ id: 'ferry', kind: 'module', name: 'Ferry', attributes, ...bounds }],
      edges: [],
    });
    const { related_entities } = await call('ledger.assemble', { task: '', scope: 'src/ferry.ts', now });
    expect(related_entities.map(({ name }) => name)).toEqual(names);
  },
);
