import { describe, expect, it } from 'vitest';
import { isApplePlatform, keyCaps } from './keys.ts';

describe('keys are shown as on the keyboard in front of the user', () => {
  it.each([
    ['Mod+K', false, ['Ctrl', 'K']],
    ['Mod+K', true, ['⌘', 'K']],
    ['Mod+Shift+z', true, ['⌘', '⇧', 'Z']],
    ['Mod+Shift+z', false, ['Ctrl', 'Shift', 'Z']],
    ['?', false, ['?']],
    ['+', false, ['+']],
    ['Mod+ArrowUp', false, ['Ctrl', '↑']],
    ['F8', false, ['F8']],
    ['Escape', true, ['Esc']],
  ])('%s (apple: %s)', (keys, apple, caps) => {
    expect(keyCaps(keys, apple)).toEqual(caps);
  });
});

it('knows platforms with a command key', () => {
  expect(['MacIntel', 'Win32', 'Linux x86_64'].map(isApplePlatform)).toEqual([true, false, false]);
});
