const appleNames: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↩',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: '⌦',
};
const otherNames: Readonly<Record<string, string>> = { Mod: 'Ctrl', Escape: 'Esc', Delete: 'Del' };
const arrows: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** True on keyboards where the command key takes Ctrl's place. */
export function isApplePlatform(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

/** The caps of a key such as `Mod+Shift+P`, as printed on the keyboard of the platform. */
export function keyCaps(keys: string, apple: boolean): string[] {
  const names = apple ? appleNames : otherNames;
  return keys
    .split('+')
    .map(key => (key === '' ? '+' : key))
    .filter((key, index, all) => !(key === '+' && all[index - 1] === '+'))
    .map(key => names[key] ?? arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
