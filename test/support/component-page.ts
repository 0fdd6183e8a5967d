import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../../renderer/ui/tokens.css';
import '../../renderer/ui/base.css';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { freshenStores } from './fresh-stores.ts';

// React would put each drawing of each component on the record of the browser's tools, a tenth of the work of a page.
Reflect.deleteProperty(console, 'timeStamp');

const pointer = { isAway: false };
addEventListener('pointermove', () => Object.assign(pointer, { isAway: false }), { capture: true });

// Files share the page and its modules. What one test has shown is gone before the next one, in its colours too.
beforeEach(async () => {
  // Loaded after what stands above, which it would look at.
  const { cleanup } = await import('vitest-browser-react');
  await cleanup();
  freshenStores();
  delete document.documentElement.dataset.theme;
});

// What waits to be kept is kept while somebody is there to take it, or it would land in the browser under a later test.
afterEach(async () => {
  const { flushDraft } = await import('../../renderer/stores/drafts.ts');
  await flushDraft();
});

// Unsaved work of one test would be brought back in the next one, as in a studio that is opened again.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// The pointer stays where the last test left it, and would rest on what the next one shows there.
beforeEach(async () => {
  if (pointer.isAway) return;
  await page.elementLocator(document.documentElement).hover({ position: { x: 1279, y: 719 } });
  pointer.isAway = true;
});
