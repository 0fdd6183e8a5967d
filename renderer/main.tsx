import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../shared/contract/errors.ts';
import { App } from './App.tsx';
import './api/bridge.ts';
import { applyTheme } from './features/shell/use-theme.ts';
import { followConnection } from './stores/connection.ts';
import { useInterruptions } from './stores/interruptions.ts';
import { useWorkspace } from './stores/workspace.ts';
import { language } from './texts/texts.ts';
import { setPartsInReach } from './ui/lazy-part.ts';

// Before the first paint, so that a dark studio does not flash white.
applyTheme(useWorkspace.getState().theme);

document.documentElement.lang = language;

// Calls need the browser shell's cookie; in a window this does nothing.
await startSession();

const root = document.getElementById('root');
assert(root, 'index.html has no #root');
// Before the page hears of it, so that what it shows anew is tried anew.
useInterruptions.subscribe(({ lost }) => setPartsInReach(lost === undefined));
followConnection(startSession);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/**
 * Exchanges the one-time code of the printed address for this browser's cookie; to be awaited before the first call.
 * A used or missing code is told by the first call that is refused, unless the cookie is there already.
 */
async function startSession(): Promise<void> {
  const code = /^#code=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (window.weft || code === undefined) return;
  // Out of the address bar and the history before anything else: it is spent either way.
  window.history.replaceState(null, '', window.location.pathname);
  await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => undefined);
}
