import type { Phrase, Say } from '../../shared/texts/texts.ts';
import { t } from '../texts/texts.ts';

const appleSigns: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
};
const arrows: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};
/** What stands on a key is another word in another country. */
const words = {
  Mod: 'Ctrl',
  Ctrl: 'Ctrl',
  Shift: 'Shift',
  Enter: 'Enter',
  Escape: 'Esc',
  Backspace: 'Backspace',
  Delete: 'Del',
  Space: 'Space',
  Home: 'Home',
  End: 'End',
} as const satisfies Readonly<Record<string, Phrase>>;
const wordOf: Readonly<Record<string, Phrase>> = words;

/** True on keyboards where the command key takes Ctrl's place. */
export function isApplePlatform(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

/** The caps of a key such as `Mod+Shift+P`, as printed on the keyboard of the platform and the language. */
export function keyCaps(keys: string, apple: boolean, say: Say = t): string[] {
  return keys
    .split('+')
    .map(key => (key === '' ? '+' : key))
    .filter((key, index, all) => !(key === '+' && all[index - 1] === '+'))
    .map(key => {
      const sign = (apple ? appleSigns[key] : undefined) ?? arrows[key];
      const word = wordOf[key];
      return sign ?? (word === undefined ? (key.length === 1 ? key.toUpperCase() : key) : say(word));
    });
}
