import { expect, it } from 'vitest';
import { isPanelOpen, withPanel } from './panels.ts';

const roomy = { view: 'rules', panels: {}, tight: { narrow: false, low: false } } as const;
const small = { ...roomy, tight: { narrow: true, low: true } };
const shown = (state: Parameters<typeof isPanelOpen>[0]) =>
  (['list', 'inspector', 'drawer'] as const).filter(panel => isPanelOpen(state, panel));

it('all panels are open where there is room, and the list alone where there is none', () => {
  expect([shown(roomy), shown(small)]).toEqual([['list', 'inspector', 'drawer'], ['list']]);
});

it('what the user closes is closed in that view, in windows with as much room', () => {
  const closed = { ...roomy, ...withPanel(roomy, 'inspector', false) };
  expect(shown(closed)).toEqual(['list', 'drawer']);
  expect(shown({ ...closed, view: 'memories' })).toEqual(['list', 'inspector', 'drawer']);
  const opened = { ...small, ...withPanel({ ...closed, tight: small.tight }, 'drawer', true) };
  expect(shown(opened)).toEqual(['list', 'drawer']);
  expect(shown({ ...opened, tight: roomy.tight })).toEqual(['list', 'drawer']);
});

it('list and inspector take turns in a narrow window only', () => {
  const inspected = { ...small, ...withPanel(small, 'inspector', true) };
  expect(shown(inspected)).toEqual(['inspector']);
  expect(shown({ ...inspected, ...withPanel(inspected, 'list', true) })).toEqual(['list']);
  expect(shown({ ...roomy, ...withPanel(roomy, 'inspector', true) })).toEqual([
    'list',
    'inspector',
    'drawer',
  ]);
});
