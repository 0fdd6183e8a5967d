import { useEffect } from 'react';
import { useKeptFocus } from './use-kept-focus.ts';

/** What listens to the page as a whole and need not do so before the first view is there. It draws nothing. */
export function LateListeners(): null {
  useKeptFocus();
  useEffect(() => {
    window.addEventListener('keydown', leaveToInputMethod, true);
    return () => window.removeEventListener('keydown', leaveToInputMethod, true);
  }, []);
  return null;
}

/**
 * Enter, Escape and arrows that choose a word while it is composed, as Chinese or Japanese are typed, are no keys of the
 * field: no control hears of them, nor has to ask. Safari tells of the Enter that ends it by its code alone. The editor of
 * JSON sees to it by itself.
 */
function leaveToInputMethod(event: KeyboardEvent): void {
  const { target: field } = event;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}
