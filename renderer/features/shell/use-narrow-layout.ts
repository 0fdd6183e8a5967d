import { useEffect } from 'react';
import { setWorkspace } from '../../stores/workspace.ts';

/** At 200% zoom of a small screen the editor would have no room between all panes. */
const narrow = '(max-width: 860px)';
const low = '(max-height: 480px)';

/** Closes side panes when the window becomes too small for all; the user may open them again. */
export function useNarrowLayout(): void {
  useEffect(() => {
    const stopWidth = whenItBecomes(narrow, () => setWorkspace({ inspectorOpen: false }));
    const stopHeight = whenItBecomes(low, () => setWorkspace({ drawerOpen: false }));
    return () => {
      stopWidth();
      stopHeight();
    };
  }, []);
}

function whenItBecomes(query: string, react: () => void): () => void {
  const media = window.matchMedia(query);
  const listen = () => media.matches && react();
  listen();
  media.addEventListener('change', listen);
  return () => media.removeEventListener('change', listen);
}
