import { useEffect } from 'react';
import { type Theme, useWorkspace } from '../../stores/workspace.ts';

/** Paints the page in the chosen theme. `system` follows the operating system by itself. */
export function useTheme(): void {
  const theme = useWorkspace(state => state.theme);
  useEffect(() => applyTheme(theme), [theme]);
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}
