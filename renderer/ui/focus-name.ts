import { awaitFocus } from './focus-added.ts';

/** Brings the focus to the name in the form that is shown, once it is drawn; what is typed takes its place. */
export function focusName(): void {
  awaitFocus(() => {
    const name = document.querySelector<HTMLInputElement>('[data-name] input');
    // A window that closes would take the focus back.
    if (!name || name.closest('[inert], [aria-hidden=true]')) return false;
    name.focus();
    name.select();
    return true;
  });
}
