import { expect, it, vi } from 'vitest';
import { useWorkspace } from './workspace.ts';

it.each([
  ['is where it was, in the room there is now', 'samples', { view: 'samples', sampleId: 'hotfix' }],
  ['is as at first where another version was in a view that is not here', 'elsewhere', { view: 'rules' }],
])('%s', async (_, view, expected) => {
  const state = { view, sampleId: 'hotfix', tight: { narrow: true, low: true } };
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify({ state, version: 0 }),
    setItem: () => undefined,
  });
  await useWorkspace.persist.rehydrate();
  const first = useWorkspace.getInitialState();
  expect(useWorkspace.getState()).toEqual({ ...first, ...expected, tight: first.tight });
});
