import { expect, it } from 'vitest';
import type { Layout } from '../model/layout.ts';
import { renameFieldPins, renameMemoryPins } from './rename-pins.ts';

const at = (x: number) => ({ x, y: 0 });
const layout: Layout = {
  id: 'plan',
  pins: {
    'variable:addVar.phase': at(1),
    'variable:addVar.phase.name': { ...at(2), settled: true },
    'variable:addVar.phases': at(3),
    'memory:addVar.phase': at(4),
    'memory:docs': at(5),
    'rule:docs': at(6),
  },
  alternatives: [['a', 'b']],
};
const other: Layout = { id: 'other', pins: { 'rule:a': at(7) } };

it('lets pins follow a variable and what lies in it, and nothing else', () => {
  expect(renameFieldPins('addVar.phase', 'addVar.stage', [layout, other])).toEqual([
    {
      value: {
        ...layout,
        pins: {
          'variable:addVar.stage': at(1),
          'variable:addVar.stage.name': { ...at(2), settled: true },
          'variable:addVar.phases': at(3),
          'memory:addVar.phase': at(4),
          'memory:docs': at(5),
          'rule:docs': at(6),
        },
      },
      places: ['pins.variable:addVar.phase', 'pins.variable:addVar.phase.name'],
    },
  ]);
});

it('brings them back when the name is changed back, in the same order', () => {
  const [there] = renameMemoryPins('docs', 'papers', [layout]);
  expect(Object.keys(there?.value.pins ?? {})[4]).toBe('memory:papers');
  const [back] = renameMemoryPins('papers', 'docs', there ? [there.value] : []);
  expect(JSON.stringify(back?.value)).toBe(JSON.stringify(layout));
});

it('leaves a new name where it is pinned already', () => {
  expect(renameFieldPins('addVar.phase.name', 'addVar.phases', [layout])[0]?.value.pins).toEqual({
    'variable:addVar.phase': at(1),
    'variable:addVar.phases': at(3),
    'memory:addVar.phase': at(4),
    'memory:docs': at(5),
    'rule:docs': at(6),
  });
});

it('a condition that is only begun asks for the variable under its new name', () => {
  const drafts = { r: [{ operator: 'eq' as const }, { field: 'addVar.a.b', operator: 'eq' as const }] };
  const begun = { id: layout.id, pins: { 'variable:addVar.a': { x: 1, y: 2 } }, drafts };
  expect(renameFieldPins('addVar.a', 'addVar.z', [begun])).toEqual([
    {
      value: {
        id: layout.id,
        pins: { 'variable:addVar.z': { x: 1, y: 2 } },
        drafts: { r: [{ operator: 'eq' }, { field: 'addVar.z.b', operator: 'eq' }] },
      },
      places: ['pins.variable:addVar.a', 'drafts.r.1.field'],
    },
  ]);
});

it('rules are grouped by the variable under its new name, and groups that are open stay so', () => {
  const drafts = { r: [{ field: 'addVar.a', operator: 'eq' as const }] };
  const grouped = (field: string, by: 'field' | 'adds' = 'field'): Layout => ({
    id: 'grouped',
    pins: {},
    groups: { by, field, open: ['[["eq",1]]'] },
  });
  expect(renameFieldPins('addVar.a', 'addVar.z', [{ ...grouped('addVar.a.b'), drafts }])).toEqual([
    {
      value: { ...grouped('addVar.z.b'), drafts: { r: [{ field: 'addVar.z', operator: 'eq' }] } },
      places: ['drafts.r.0.field', 'groups.field'],
    },
  ]);
  const others = [grouped('addVar.ab'), grouped('addVar.a', 'adds'), other];
  expect(renameFieldPins('addVar.a', 'addVar.z', others)).toEqual([]);
});
