import { expect, it } from 'vitest';
import type { CanvasNode } from './build-graph.ts';
import { mapOf } from './map-of.ts';

const node = (id: string, x: number, y: number, width: number, height: number): CanvasNode => ({
  id,
  type: 'heading',
  data: { text: id },
  position: { x, y },
  width,
  height,
});
const tall = [node('a', 0, 0, 100, 50), node('b', 200, 8000, 100, 50)];

it('draws all nodes at one scale where that leaves them wide enough', () => {
  expect(mapOf([node('a', 0, 0, 200, 50), node('b', 300, 200, 100, 50)])).toMatchObject({
    width: 176,
    height: expect.closeTo(121),
    viewBox: '-40 -40 480 330',
    path: 'M0 0h200v50h-200zM300 200h100v50h-100z',
  });
});

it('keeps the columns of a tall engine apart', () => {
  expect(mapOf(tall)).toMatchObject({ width: 72, height: 184 });
});

it('finds places back', () => {
  const { toMap, toCanvas } = mapOf(tall);
  const box = toMap({ x: 200, y: 8000, width: 100, height: 50 });
  expect(toCanvas(box)).toEqual({ x: expect.closeTo(200), y: expect.closeTo(8000) });
  expect(toCanvas({ x: box.x + box.width, y: box.y + box.height })).toEqual({
    x: expect.closeTo(300),
    y: expect.closeTo(8050),
  });
});
