import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { isStudioCommandId, studioCommand } from '../../../shared/model/studio-command.ts';
import { subscribe } from '../../api/events.ts';
import { runCommand } from '../../stores/commands.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { isFocusAwaited } from '../../ui/focus-added.ts';
import { isTyping } from '../../ui/is-typing.ts';
import { takeOverTyped } from '../../ui/take-over-typed.ts';
import { type KeyBinding, keyBindings } from './key-bindings.ts';

/** Runs commands by key and by the native menu. */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (keys: readonly KeyBinding[], capture: boolean) => {
      const answers = keys.map(key => [key.binding, (event: KeyboardEvent) => answerKey(key, event)]);
      return tinykeys(window, Object.fromEntries(answers), { capture, ignore: event => event.isComposing });
    };
    const keys = keyBindings();
    // Lists and menus keep keys to themselves; saving is asked before them.
    const stops = [
      listen(keys.filter(isSave), true),
      listen(
        keys.filter(key => !isSave(key)),
        false,
      ),
    ];
    return () => stops.forEach(stop => void stop());
  }, []);
  useEffect(() => {
    // A page in a browser has no native menu, so it needs no second connection.
    if (!window.weft) return;
    return subscribe(event => {
      if (event.event !== 'menu:command' || !isStudioCommandId(event.id)) return;
      // As keys are: a window that asks comes first.
      if (!isSave({ id: event.id }) && document.querySelector('[role=dialog], [role=alertdialog]')) return;
      // A menu of the system leaves the focus where it is.
      takeOverTyped();
      runCommand(event.id);
    });
  }, []);
}

/** Means the same wherever the focus is. */
const isSave = ({ id }: Pick<KeyBinding, 'id'>): boolean => id === 'document.save';

function answerKey({ id, isSingle }: KeyBinding, event: KeyboardEvent): void {
  if (event.defaultPrevented || !isFree({ id, isSingle }, event)) return;
  if (runCommand(id)) event.preventDefault();
}

function isFree({ id, isSingle }: Pick<KeyBinding, 'id' | 'isSingle'>, event: KeyboardEvent): boolean {
  if (isSingle && !usePreferences.getState().singleKeys) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  // Letters after an Add are meant for what was added, also where that is still on its way.
  if (isSingle && (isFocusAwaited() || target.closest('[data-adds]'))) return false;
  if (isSave({ id })) return true;
  if (target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return false;
  if (isTyping(innermost(event) ?? target) && studioCommand(id).whileTyping !== true) return false;
  // Copying selected text is the browser's.
  return !(id === 'edit.copy' || id === 'edit.cut') || (getSelection()?.isCollapsed ?? true);
}

/** What really has the focus: an event out of a shadow tree names only its host. */
function innermost(event: KeyboardEvent): Element | undefined {
  const [inner] = event.composedPath();
  return inner instanceof Element ? inner : undefined;
}
