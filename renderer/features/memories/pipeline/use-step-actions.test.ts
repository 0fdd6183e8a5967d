import { expect, it } from 'vitest';
import { openAfterMove } from './use-step-actions.ts';

it.each([
  [1, 1, 3, 3],
  [2, 1, 3, 1],
  [3, 1, 3, 2],
  [0, 1, 3, 0],
  [1, 3, 0, 2],
  [4, 3, 0, 4],
])('an open step %i stays itself when step %i moves to %i', (open, from, to, now) => {
  expect(openAfterMove(open, from, to)).toBe(now);
});
