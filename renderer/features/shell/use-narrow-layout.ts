import { useEffect } from 'react';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { comeBack, makeWay, type WayMaker } from './narrow-layout.ts';

/** At 200% zoom of a small screen the editor would have no room between all panes. */
const narrow = '(max-width: 860px)';
const low = '(max-height: 480px)';

/**
 * Closes side panes when the window becomes too small for all, and opens those again when it has room. The user may
 * open them before.
 */
export function useNarrowLayout(): void {
  useEffect(() => {
    const stopWidth = followRoom(narrow, 'inspectorOpen');
    const stopHeight = followRoom(low, 'drawerOpen');
    return () => {
      stopWidth();
      stopHeight();
    };
  }, []);
}

function followRoom(tooSmall: string, pane: WayMaker): () => void {
  const media = window.matchMedia(tooSmall);
  const follow = () => setWorkspace((media.matches ? makeWay : comeBack)(useWorkspace.getState(), pane));
  follow();
  media.addEventListener('change', follow);
  return () => media.removeEventListener('change', follow);
}
