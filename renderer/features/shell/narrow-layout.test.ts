import { expect, it } from 'vitest';
import { comeBack, makeWay } from './narrow-layout.ts';

const open = { inspectorOpen: true, drawerOpen: true, madeWay: [] };

it('closes an open pane for want of room and opens it again with the room', () => {
  const narrow = { ...open, ...makeWay(open, 'inspectorOpen') };
  expect(narrow).toEqual({ inspectorOpen: false, drawerOpen: true, madeWay: ['inspectorOpen'] });
  expect({ ...narrow, ...comeBack(narrow, 'inspectorOpen') }).toEqual(open);
});

it('leaves alone what the user closed', () => {
  const closed = { ...open, drawerOpen: false };
  expect([makeWay(closed, 'drawerOpen'), comeBack(closed, 'drawerOpen')]).toEqual([{}, {}]);
});

it('remembers a pane once, however often the user opens it where there is no room', () => {
  const again = { ...open, madeWay: ['inspectorOpen'] as const };
  expect(makeWay(again, 'inspectorOpen')).toEqual({ inspectorOpen: false, madeWay: ['inspectorOpen'] });
});
