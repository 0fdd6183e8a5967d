import { expect, it } from 'vitest';
import { operatorNames } from '../../../../shared/rules/operators.ts';
import { suggestForEngine } from './suggest-for-engine.ts';

const known = {
  variables: [{ name: 'addVar.phase', type: 'string' as const }],
  seenValues: (field: string) =>
    field === 'addVar.phase'
      ? [{ value: 'planning', places: [{ kind: 'sample' as const, id: 's', name: 'Start' }] }]
      : [],
  memories: { docs: { label: 'Documents' }, adr: { label: 'Decisions' } },
};
const values = (path: readonly (string | number)[], around: unknown) =>
  suggestForEngine(path, around, known)?.map(({ value }) => value);

it('knows variables, operators, values and memories where they belong', () => {
  expect(values(['rules', 0, 'when', 0, 'field'], {})).toEqual(['addVar.phase']);
  expect(values(['rules', 0, 'when', 0, 'operator'], {})).toEqual([...operatorNames]);
  expect(values(['rules', 0, 'when', 0, 'value'], { field: 'addVar.phase', operator: 'eq' })).toEqual([
    'planning',
  ]);
  expect(values(['rules', 0, 'then', 'add_memories', 1], ['docs'])).toEqual(['adr']);
  expect(values(['rules', 0, 'name'], {})).toBeUndefined();
});
