import { expect, it } from 'vitest';
import type { Documents } from '../../../stores/history.ts';
import { addSample, duplicateSample, freeName } from './sample-edits.ts';

const documents = (): Documents => ({
  engines: {},
  memories: {},
  samples: {},
  layouts: {},
  contracts: {},
  tests: {},
});

it('adds samples under ids made from their names', () => {
  const draft = documents();
  const ids = [
    addSample(draft, 'planning · developer', { scope_variables: {} }),
    addSample(draft, 'planning, developer', { scope_variables: {} }),
    addSample(draft, '···', { scope_variables: {} }),
  ];
  expect(ids).toEqual(['planning-developer', 'planning-developer-2', 'sample']);
});

it('copies a sample whole', () => {
  const draft = documents();
  addSample(draft, 'first', { scope_variables: { agent: { agent_id: 'a' } } });
  const id = duplicateSample(draft, 'first');
  expect([id, draft.samples[id ?? '']]).toEqual([
    'first-copy',
    { id: 'first-copy', name: 'first copy', request: { scope_variables: { agent: { agent_id: 'a' } } } },
  ]);
  expect(duplicateSample(draft, 'nothing')).toBeUndefined();
});

it('finds a name that is free', () => {
  const draft = documents();
  addSample(draft, 'New sample', {});
  addSample(draft, 'New sample 2', {});
  expect(freeName('New sample', draft.samples)).toBe('New sample 3');
});
