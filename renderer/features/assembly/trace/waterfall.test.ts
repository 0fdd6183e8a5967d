import { expect, it } from 'vitest';
import { waterfallBars } from './waterfall.ts';

const span = (started_ms: number, duration_ms: number) => ({ started_ms, duration_ms });

it('places spans on one axis that ends with the last of them', () => {
  expect(waterfallBars([span(10, 5), span(15, 15), span(12, 2)])).toEqual([
    { start: 0, length: 0.25 },
    { start: 0.25, length: 0.75 },
    { start: 0.1, length: 0.1 },
  ]);
});

it('draws nothing wide when everything took no time', () => {
  expect(waterfallBars([span(3, 0), span(3, 0)])).toEqual([
    { start: 0, length: 0 },
    { start: 0, length: 0 },
  ]);
  expect(waterfallBars([])).toEqual([]);
});
