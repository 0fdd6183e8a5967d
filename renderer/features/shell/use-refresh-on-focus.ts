import { useEffect } from 'react';
import { useDocuments } from '../../stores/documents.ts';
import { refreshOpen } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';

/** Whoever comes back from an editor or from git sees what it changed, without being asked to reload. */
export function useRefreshOnFocus(): void {
  useEffect(() => {
    const refresh = () => {
      if (useDocuments.getState().status === 'ready') refreshOpen().catch(showError);
    };
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, []);
}
