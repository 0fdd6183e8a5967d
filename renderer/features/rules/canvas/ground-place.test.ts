import { expect, it } from 'vitest';
import { groundPlace } from './ground-place.ts';

it.each([
  [
    { x: 0, y: 0, zoom: 1 },
    { x: -20, y: -20, gap: 20 },
  ],
  [
    { x: 7, y: -7.4, zoom: 1 },
    { x: -13, y: -7, gap: 20 },
  ],
  [
    { x: 0, y: 0, zoom: 0.5 },
    { x: -20, y: -20, gap: 20 },
  ],
  [
    { x: 30, y: 0, zoom: 1.5 },
    { x: -30, y: -30, gap: 30 },
  ],
])('lies under %j as %j', (view, expected) => {
  expect(groundPlace(view)).toEqual(expected);
});

it('covers the pane from its corner, with dots on places of the canvas that never crowd', () => {
  for (let zoom = 0.2; zoom <= 1.75; zoom += 0.01)
    for (const offset of [-913.5, -3, 0, 12.25, 400]) {
      const { x, gap } = groundPlace({ x: offset, y: offset, zoom });
      expect(x).toBeLessThanOrEqual(0);
      expect(x).toBeGreaterThanOrEqual(-gap - 0.5);
      const steps = (x - offset) / (20 * zoom);
      expect(Math.abs(steps - Math.round(steps)) * 20 * zoom).toBeLessThanOrEqual(0.5 + 1e-6);
      expect(gap).toBeGreaterThanOrEqual(14);
      expect(gap).toBeLessThanOrEqual(35);
    }
});
