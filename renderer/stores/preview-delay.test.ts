import { expect, it } from 'vitest';
import { isWorthDrawing, mostDelay, pressMs, previewDelay, typingMs } from './preview-delay.ts';

it.each([
  ['before the first assembly', 0, 0, typingMs, 120],
  ['after a first that loaded much', 1, 449, typingMs, 120],
  ['after a short one', 2, 12, typingMs, 120],
  ['after a press', 2, 12, pressMs, 40],
  ['after a longer one', 2, 100, typingMs, 200],
  ['after a very long one', 3, 5000, pressMs, 400],
])('%s the next waits its time', (_, number, tookMs, leastMs, delayMs) => {
  expect(previewDelay({ number, tookMs }, leastMs)).toBe(delayMs);
});

it('shows what is drawn with a slider sooner than what is typed without a pause', () => {
  expect(mostDelay(pressMs)).toBeLessThan(mostDelay(typingMs));
});

it('does not draw what typing has overtaken, unless nothing was drawn for long', () => {
  expect(isWorthDrawing(false, 0)).toBe(true);
  expect(isWorthDrawing(true, 2400)).toBe(false);
  expect(isWorthDrawing(true, 2401)).toBe(true);
});
