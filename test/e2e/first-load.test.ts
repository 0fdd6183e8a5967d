import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { repository } from '../support/run-weft.ts';
import { openStudio } from './support/studio.ts';

const mostBytes = 350_000;

it.each([
  ['', undefined],
  [', of which the inspector comes after the answers', /\/RuleInspector-/],
])(
  'loads at most 350 kB of script and style, compressed, before the first rule is in sight%s',
  async (_, late) => {
    const studio = await openStudio('browser', { context: {} });
    try {
      await studio.page.addInitScript(() => {
        // What waits a while for the first look to be over would not have waited for a machine that is busy.
        const timeout = window.setTimeout;
        const slow = (run: TimerHandler, ms = 0) => timeout(run, ms < 500 ? ms : ms * 100);
        Object.assign(window, { setTimeout: slow });
        const look = new MutationObserver(() => {
          const isInSight = document.querySelector('[data-testid=condition-0]') !== null;
          if (!isInSight || document.querySelector('[role=treegrid][aria-label="Memory calls"]') === null)
            return;
          look.disconnect();
          performance.mark('first view');
        });
        look.observe(document, { childList: true, subtree: true });
      });
      const held = { count: 0 };
      if (late !== undefined)
        await studio.page.route(late, async route => {
          held.count += 1;
          await studio.page.getByRole('treegrid', { name: 'Memory calls' }).waitFor();
          await route.continue();
        });
      await studio.page.reload();
      await studio.page.waitForFunction(() => performance.getEntriesByName('first view').length > 0);
      // On a busy machine what comes later is here by now as well.
      const paths = await studio.page.evaluate(() => {
        const at = performance.getEntriesByName('first view')[0]?.startTime ?? 0;
        const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= at);
        return before.map(({ name }) => new URL(name).pathname);
      });
      const parts = [...new Set(paths)].filter(
        path => /\.(?:js|css)$/.test(path) && !path.includes('.worker-'),
      );
      const sizes = await Promise.all(
        parts.map(
          async path =>
            gzipSync(await readFile(join(repository, 'dist/renderer', path)), { level: 9 }).length,
        ),
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      process.stdout.write(`first load: ${bytes} bytes in ${parts.length} files\n`);
      expect(held.count > 0).toBe(late !== undefined);
      expect(parts.length).toBeGreaterThan(3);
      expect(bytes).toBeLessThanOrEqual(mostBytes);
    } finally {
      await studio.close();
    }
  },
);

it('is there in German as well, for which the page waits before all else', async () => {
  const { page, close } = await openStudio('browser', { context: { locale: 'de-DE' } });
  try {
    await page.getByRole('button', { name: 'Regeln', exact: true }).waitFor();
  } finally {
    await close();
  }
});
