import { call } from '../api/call.ts';
import { onLost } from '../api/connection.ts';
import { loadProject, useProject } from './project.ts';
import { dismissToast, showError, showToast, useToasts } from './toasts.ts';

/**
 * As long as the page lives: says once that the shell does not answer it, and takes up again as soon as it does.
 * `enter` exchanges the code of an address that is opened later.
 */
export function followConnection(enter: () => Promise<void>): void {
  const told: { message?: string | undefined } = {};
  onLost(lost => {
    // Whoever failed for the same reason said the same.
    for (const { id, message } of useToasts.getState().toasts) if (message === told.message) dismissToast(id);
    told.message = lost;
    if (lost === undefined)
      takeUpAgain().catch(() => undefined); // a call that fails tells by itself
    // Before anything was read, the page itself says it.
    else if (useProject.getState().status === 'ready') showToast({ kind: 'error', message: lost });
  });
  // A printed address that is opened in this very tab changes the hash alone, which loads nothing.
  const takeCode = () => {
    enter()
      .then(() => call('project.info', {}))
      .catch(showError);
  };
  window.addEventListener('hashchange', takeCode);
  if (window.location.hash.startsWith('#code=')) takeCode();
}

/** Reads what was never read; another project than before is another page. What is open hears of it by events. */
async function takeUpAgain(): Promise<void> {
  const { status, info } = useProject.getState();
  if (status === 'failed') return loadProject();
  const { path } = await call('project.info', {});
  if (path !== info?.path) window.location.reload();
}
