import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Placed, placeColumn } from './place-column.ts';

const item = (wish: number, height = 10, gap = 2): Placed => ({ wish, height, gap });

it.each([
  [[], []],
  [[item(50)], [45]],
  [
    [item(50), item(100)],
    [45, 95],
  ],
  [
    [item(50), item(50)],
    [39, 51],
  ],
  [
    [item(100), item(0)],
    [39, 51],
  ],
  [
    [item(0), item(50), item(50), item(50)],
    [-5, 33, 45, 57],
  ],
] as [Placed[], number[]][])('places %j at %j', (items, tops) => {
  expect(placeColumn(items)).toEqual(tops);
});

it('never lets things overlap, whatever they wish', () => {
  const items = fc.array(
    fc.record({
      wish: fc.integer({ min: -500, max: 500 }),
      height: fc.integer({ min: 1, max: 90 }),
      gap: fc.integer({ min: 0, max: 20 }),
    }),
  );
  fc.assert(
    fc.property(items, list => {
      const tops = placeColumn(list);
      for (const [index, placed] of list.entries()) {
        const above = list[index - 1];
        if (!above) continue;
        // Tops are rounded to whole pixels, block by block.
        expect((tops[index] ?? 0) + 1).toBeGreaterThanOrEqual(
          (tops[index - 1] ?? 0) + above.height + placed.gap,
        );
      }
    }),
  );
});
