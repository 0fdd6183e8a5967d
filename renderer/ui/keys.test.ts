import { describe, expect, it } from 'vitest';
import { german } from '../../shared/texts/german.ts';
import { createSay } from '../../shared/texts/texts.ts';
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
    ['Ctrl+Space', false, ['Ctrl', 'Space']],
    ['Ctrl+Space', true, ['⌃', 'Space']],
  ])('%s (apple: %s)', (keys, apple, caps) => {
    expect(keyCaps(keys, apple)).toEqual(caps);
  });
});

it.each([
  ['Mod+Shift+Enter', 'Strg Umschalt Eingabe'],
  ['Delete', 'Entf'],
  ['Backspace', 'Rücktaste'],
  ['Escape', 'Esc'],
  ['Ctrl+Space', 'Strg Leertaste'],
  ['Alt+Home', 'Alt Pos1'],
  ['End', 'Ende'],
])('%s stands on a German keyboard as %s, and on one of Apple as its sign', (keys, caps) => {
  const say = createSay('de', german, text => text);
  expect(keyCaps(keys, false, say).join(' ')).toBe(caps);
  expect(keyCaps('Mod+Shift+Alt+Enter', true, say).join('')).toBe('⌘⇧⌥↩');
});

it('knows platforms with a command key', () => {
  expect(['MacIntel', 'Win32', 'Linux x86_64'].map(isApplePlatform)).toEqual([true, false, false]);
});
