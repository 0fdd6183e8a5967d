import { expect, it } from 'vitest';
import { previewDelay } from './preview-delay.ts';

it.each([
  ['before the first assembly', 0, 40],
  ['after a short one', 12, 40],
  ['after a longer one', 70, 140],
  ['after a very long one', 5000, 400],
])('%s the next waits its time', (_, tookMs, delayMs) => {
  expect(previewDelay(tookMs)).toBe(delayMs);
});
