import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../shared/contract/errors.ts';
import { App } from './App.tsx';
import { startSession } from './api/session.ts';
import { applyTheme } from './features/shell/use-theme.ts';
import { useWorkspace } from './stores/workspace.ts';

// Before the first paint, so that a dark studio does not flash white.
applyTheme(useWorkspace.getState().theme);

// Calls need the browser shell's cookie; in a window this does nothing.
await startSession();

const root = document.getElementById('root');
assert(root, 'index.html has no #root');
/** So late, the first view is there; and so early, somebody is there to fetch it from. */
const followConnectionMs = 3000;
setTimeout(
  async () => (await import('./stores/connection.ts')).followConnection(startSession),
  followConnectionMs,
);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
