import { describe, expect, it } from 'vitest';
import { keyBindings, toBindings } from './key-bindings.ts';

describe('keys are bound for Ctrl and for Cmd', () => {
  it.each([
    ['Mod+S', ['Control+S', 'Meta+S']],
    ['Mod+Shift+Z', ['Control+Shift+Z', 'Meta+Shift+Z']],
    ['F8', ['F8']],
    ['Shift+F8', ['Shift+F8']],
    ['N', ['N']],
    ['Mod+Alt+B', ['Control+Alt+KeyB', 'Meta+Alt+KeyB']],
    ['Shift+Alt+F', ['Shift+Alt+KeyF']],
    ['Ctrl+Space', ['Control+Space']],
    ['Mod+`', ['Control+`', 'Meta+`', 'Control+Backquote', 'Meta+Backquote']],
    ['Mod+\\', ['Control+\\', 'Meta+\\', 'Control+Backslash', 'Meta+Backslash']],
    ['?', ['[Shift]+(\\?)']],
  ])('%s', (keys, bindings) => {
    expect(toBindings(keys)).toEqual(bindings);
  });
});

it('only keys pressed alone can be switched off', () => {
  const single = keyBindings().filter(binding => binding.isSingle);
  expect(single.map(({ id }) => id)).toEqual([
    'rule.new',
    'rule.addCondition',
    'rule.mute',
    'rule.solo',
    'canvas.zoomIn',
    'canvas.zoomOut',
    'canvas.zoomReset',
    'canvas.fit',
    'canvas.pin',
    'canvas.arrange',
    'shortcuts.show',
  ]);
});
