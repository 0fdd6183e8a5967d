import { useEffect } from 'react';
import { focusRegion, holdsFocus } from './regions.ts';

/** Escape, where nothing is open that it closes, leads from the details of a thing back to it. */
export function useLeaveInspector(): void {
  useEffect(() => {
    const held = { isOpen: false };
    // What it closes is gone by the time that the key has come through.
    const note = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      held.isOpen = document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (held.isOpen || !holdsFocus('Inspector')) return;
      event.preventDefault();
      focusRegion('Editor');
    };
    window.addEventListener('keydown', note, true);
    window.addEventListener('keydown', leave);
    return () => {
      window.removeEventListener('keydown', note, true);
      window.removeEventListener('keydown', leave);
    };
  }, []);
}
