import {
  type StudioCommandId,
  studioCommand,
  studioCommandIds,
} from '../../../shared/model/studio-command.ts';

export interface KeyBinding {
  readonly id: StudioCommandId;
  /** In the notation of tinykeys. */
  readonly binding: string;
  /** Pressed alone, such as N: may be switched off and means nothing while typing. */
  readonly isSingle: boolean;
}

/** Signs that stand on other keys, with or without Shift, from keyboard to keyboard. */
const signs: Readonly<Record<string, readonly string[]>> = {
  '+': ['[Shift]+(\\+)'],
  '-': ['[Shift]+(-)'],
  '?': ['[Shift]+(\\?)'],
};

/** Keys by their place, for keyboards on which the sign is a dead key or needs AltGr, as on a German one. */
const places: Readonly<Record<string, string>> = { 'Mod+`': 'Mod+Backquote', 'Mod+\\': 'Mod+Backslash' };

/** Every key of the table; `Mod` is bound as Ctrl and as Cmd. */
export function keyBindings(): KeyBinding[] {
  return studioCommandIds.flatMap(id =>
    (studioCommand(id).keys ?? []).flatMap(keys =>
      toBindings(keys).map(binding => ({ id, binding, isSingle: /^.$/u.test(keys) })),
    ),
  );
}

/** `Mod+Shift+Z` as `Control+Shift+Z` and `Meta+Shift+Z`. */
export function toBindings(keys: string): readonly string[] {
  const sign = signs[keys];
  if (sign) return sign;
  // With Alt a Mac writes another letter, so that the key itself is meant.
  const key = keys.includes('Alt+') ? keys.replace(/\+([A-Z])$/, '+Key$1') : keys;
  if (key.startsWith('Mod+'))
    return [key, places[key] ?? []]
      .flat()
      .flatMap(each => ['Control', 'Meta'].map(mod => each.replace('Mod', mod)));
  return [key.replace('Ctrl', 'Control')];
}
