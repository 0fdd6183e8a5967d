import { useDocuments } from './documents.ts';
import { keepInBrowserNow } from './drafts.ts';

const leaving = { isOurs: false };

/**
 * What is unsaved beside the documents: each saves now what it would save soon, and answers once that is done; undefined
 * where all is saved.
 */
export const unsavedElsewhere = new Set<() => Promise<void> | undefined>();

/** Loads the page anew without asking; unsaved work comes back with it. */
export function reloadPage(): void {
  leaving.isOurs = true;
  keepInBrowserNow();
  window.location.reload();
}

/** Asks before the page is left with unsaved work, and keeps here what the server did not acknowledge. Returns how to stop. */
export function followLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    keepInBrowserNow();
    if (leaving.isOurs) return;
    const others = [...unsavedElsewhere].filter(saveNow => saveNow());
    if (others.length + useDocuments.getState().unsaved.length > 0) event.preventDefault();
  };
  // Phones and laptops end hidden pages without another word.
  const keepHidden = () => {
    if (document.visibilityState === 'hidden') keepInBrowserNow();
  };
  window.addEventListener('beforeunload', ask);
  window.addEventListener('pagehide', keepInBrowserNow);
  document.addEventListener('visibilitychange', keepHidden);
  return () => {
    window.removeEventListener('beforeunload', ask);
    window.removeEventListener('pagehide', keepInBrowserNow);
    document.removeEventListener('visibilitychange', keepHidden);
  };
}
