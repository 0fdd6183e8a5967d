import { expect, it } from 'vitest';
import { levelAt } from './health-measures.ts';

it.each([
  [0, 'GREEN'],
  [49.99, 'GREEN'],
  [50, 'YELLOW'],
  [69.99, 'YELLOW'],
  [70, 'ORANGE'],
  [84.99, 'ORANGE'],
  [85, 'RED'],
  [130, 'RED'],
])('a utilization of %d %% is %s', (utilization, level) => {
  expect(levelAt(utilization)).toBe(level);
});
