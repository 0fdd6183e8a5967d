import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../shared/contract/errors.ts';
import { App } from './App.tsx';
import { afterFirstView } from './after-first-view.ts';
import { startSession } from './api/session.ts';
import { applyTheme } from './features/shell/use-theme.ts';
import { useWorkspace } from './stores/workspace.ts';
import { InterruptionBanner } from './views.ts';

// Before the first paint, so that a dark studio does not flash white.
applyTheme(useWorkspace.getState().theme);

// Calls need the browser shell's cookie; in a window this does nothing.
await startSession();

const root = document.getElementById('root');
assert(root, 'index.html has no #root');
// What tells of an end must be here before it.
afterFirstView(async () => {
  const [{ followConnection }] = await Promise.all([
    import('./stores/connection.ts'),
    InterruptionBanner.preload(),
  ]);
  followConnection(startSession);
});

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
