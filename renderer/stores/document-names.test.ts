import { expect, it } from 'vitest';
import { nameIn, namesOf } from './document-names.ts';
import { useDocuments } from './documents.ts';

it.each([
  [{ id: 'plan', name: 'Planning' }, 'Planning'],
  [{ id: 'docs', label: 'Documents', name: 'other' }, 'Documents'],
  [{ id: 'plan', name: ' ' }, 'plan-id'],
  [{ id: 'plan', name: 3 }, 'plan-id'],
  [undefined, 'plan-id'],
])('%j is called %s', (document, name) => {
  expect(nameIn(document, 'plan-id')).toBe(name);
});

it('an engine and its canvas have one name', () => {
  const engine = { id: 'plan', name: 'Planning', rules: [], enabled: true, priority: 0 };
  useDocuments.setState(({ working }) => ({ working: { ...working, engines: { plan: engine as never } } })); // as much of one as has a name
  expect(
    namesOf([
      { kind: 'engines', id: 'plan' },
      { kind: 'layouts', id: 'plan' },
      { kind: 'tests', id: 'gone' },
    ]),
  ).toEqual(['Planning', 'gone']);
});
