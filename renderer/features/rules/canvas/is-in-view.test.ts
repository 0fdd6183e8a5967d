import { expect, it } from 'vitest';
import { isInView } from './is-in-view.ts';

const pane = { width: 600, height: 300 };

it.each([
  ['as it is', { x: 10, y: 10, width: 200, height: 80 }, { x: 0, y: 0, zoom: 1 }, true],
  ['panned out at the left', { x: 10, y: 10, width: 200, height: 80 }, { x: -20, y: 0, zoom: 1 }, false],
  ['below the edge', { x: 10, y: 280, width: 200, height: 80 }, { x: 0, y: 0, zoom: 1 }, false],
  ['small enough to fit', { x: 10, y: 280, width: 200, height: 80 }, { x: 0, y: 0, zoom: 0.5 }, true],
  ['too wide when enlarged', { x: 0, y: 0, width: 400, height: 80 }, { x: 0, y: 0, zoom: 2 }, false],
])('tells whether a node is in sight: %s', (_name, box, viewport, expected) => {
  expect(isInView(box, viewport, pane)).toBe(expected);
});
