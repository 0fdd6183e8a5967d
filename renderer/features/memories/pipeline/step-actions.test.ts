import { expect, it } from 'vitest';
import { stepKey } from './step-actions.ts';

it.each([
  ['ArrowUp', true, false, 'up'],
  ['ArrowDown', false, true, 'down'],
  ['ArrowDown', false, false, undefined],
  ['D', true, false, 'duplicate'],
  ['d', false, false, undefined],
  ['Delete', false, false, 'remove'],
  ['Backspace', false, false, 'remove'],
  ['Backspace', true, false, undefined],
])('the key %s (ctrl %s, meta %s) means %s', (key, ctrlKey, metaKey, action) => {
  expect(stepKey({ key, ctrlKey, metaKey })).toBe(action);
});
