import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStorage } from '../browser-storage.ts';

/** How the user wants the studio to behave; kept per browser, never part of a project. */
export interface Preferences {
  /** Keys without Ctrl or Cmd, such as N for a new rule (WCAG 2.1.4 wants them to be switched off). */
  readonly singleKeys: boolean;
}

export const usePreferences = create<Preferences>()(
  persist<Preferences>(() => ({ singleKeys: true }), {
    name: 'weft-preferences',
    storage: createJSONStorage(() => browserStorage),
  }),
);

export function setPreferences(change: Partial<Preferences>): void {
  usePreferences.setState(change);
}
