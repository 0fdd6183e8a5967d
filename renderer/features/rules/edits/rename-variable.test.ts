import { expect, it } from 'vitest';
import { freshMemory } from '../../../../shared/memory-starts/memory-start.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { renameVariable } from './rename-variable.ts';

const working: Documents = {
  ...emptyDocuments,
  engines: {
    e: {
      id: 'e',
      name: 'E',
      description: '',
      enabled: true,
      rules: [
        {
          id: 'r',
          name: 'R',
          when: [{ field: 'addVar.phase', operator: 'exists' }],
          then: { add_memories: ['m'] },
        },
      ],
    },
  },
  memories: { m: freshMemory('m', 'M', [{ type: 'static', params: { items: ['in ${phase}'] } }]) },
  samples: {
    s: { id: 's', name: 'S', request: { additional_variables: { phase: 'planning' } } },
    other: { id: 'other', name: 'O', request: { additional_variables: { task: 'x' } } },
  },
  layouts: {
    e: {
      id: 'e',
      pins: { 'variable:addVar.phase': { x: 1, y: 2 } },
      drafts: { r: [{ field: 'addVar.phase', operator: 'eq' }] },
    },
  },
};

it('tells every place, changes all of them as one step, and that step is undone', () => {
  const renaming = renameVariable(working, 'addVar.phase', 'addVar.stage');
  if (!renaming.ok) throw new Error(renaming.reason);
  expect(renaming.changed.map(({ kind, id, places }) => [kind, id, places.length])).toEqual([
    ['engine', 'e', 1],
    ['memory', 'm', 1],
    ['sample', 's', 1],
    ['layout', 'e', 2],
  ]);
  const history = applyEdit(
    { working, past: [], future: [] },
    { label: 'rename variable', recipe: renaming.apply },
    0,
  );
  expect(JSON.stringify(history.working)).not.toContain('phase');
  expect(JSON.stringify(history.working).match(/stage/g)).toHaveLength(5);
  expect(history.working.samples.other).toBe(working.samples.other);
  expect(undoStep(history).working).toEqual(working);
});

it.each([
  ['phase', /no full name/],
  ['addVar.task', undefined],
  ['addVar.phase', /has that name already/],
])('to %s', (to, reason) => {
  const renaming = renameVariable(working, 'addVar.phase', to);
  expect(renaming.ok ? undefined : renaming.reason).toEqual(
    reason === undefined ? undefined : expect.stringMatching(reason),
  );
});
