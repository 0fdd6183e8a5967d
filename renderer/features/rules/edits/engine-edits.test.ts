import { expect, it } from 'vitest';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import {
  addEngine,
  deleteEngine,
  describeEngine,
  duplicateEngine,
  replaceEngine,
  setEngineEnabled,
} from './engine-edits.ts';

const documents: Documents = {
  ...emptyDocuments,
  engines: {
    planning: {
      id: 'planning',
      name: 'Planning',
      description: 'kept',
      enabled: true,
      rules: [{ id: 'a', name: 'A', when: [], then: { add_memories: ['m'] } }],
      extra: { unknown: 'kept' },
    },
  },
};

function after(recipe: (draft: Documents) => void): Documents['engines'] {
  const history = applyEdit({ working: documents, past: [], future: [] }, { label: 'test', recipe }, 0);
  expect(undoStep(history).working).toEqual(documents);
  return history.working.engines;
}

it('adds an empty engine under a free id', () => {
  expect(after(draft => addEngine(draft, 'Planning'))['planning-2']).toEqual({
    id: 'planning-2',
    name: 'Planning',
    description: '',
    enabled: true,
    rules: [],
  });
});

it('copies an engine with its unknown keys under a new name and id', () => {
  const engines = after(draft => duplicateEngine(draft, 'planning'));
  expect(engines['planning-copy']).toEqual({
    ...documents.engines.planning,
    id: 'planning-copy',
    name: 'Planning copy',
  });
});

it('renames, switches, replaces and deletes, and leaves everything else alone', () => {
  const described = { name: 'Plans', description: 'new' };
  expect(after(draft => describeEngine(draft, 'planning', described)).planning).toEqual({
    ...documents.engines.planning,
    ...described,
  });
  expect(after(draft => setEngineEnabled(draft, 'planning', false)).planning?.enabled).toBe(false);
  expect(after(draft => deleteEngine(draft, 'planning'))).toEqual({});
  const other = { id: 'other', name: 'Other', description: '', enabled: false, rules: [] };
  expect(after(draft => replaceEngine(draft, 'planning', other)).planning).toEqual({
    ...other,
    id: 'planning',
  });
});
