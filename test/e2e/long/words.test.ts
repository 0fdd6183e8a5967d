import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { emptyProject } from '../../support/app-harness.ts';
import { settle, viewButtons } from '../support/by-mouse.ts';
import { bareTexts, describeBare } from '../support/find-bare-texts.ts';
import { openStudio } from '../support/studio.ts';

/** All views with several rows; in every run the walks of room-and-access and empty-states judge this, and room-and-access has its control. */
it.each(['sample project', 'empty project'])(
  'every number says what it counts, and nothing says only that there is nothing, in the %s',
  async name => {
    const project = name === 'sample project' ? 'sample' : { folder: await emptyProject() };
    const studio = await openStudio('browser', { project });
    try {
      expect(await walk(studio.page)).toEqual([]);
      expect(studio.faults).toEqual([]);
    } finally {
      await studio.close();
    }
  },
  300_000,
);

/** Every view with its rows and tabs, and those of the drawer: what is bare there, each once. */
async function walk(page: Page): Promise<string[]> {
  const wrong = new Set<string>();
  const looked: string[] = [];
  const look = async (view: string) => {
    looked.push(view);
    await settle(page);
    for (const bare of await bareTexts(page)) wrong.add(`${view} › ${describeBare(bare)}`);
  };
  for (const [view, button] of await viewButtons(page)) {
    await button.click();
    await settle(page);
    await page.waitForFunction(() => document.querySelector('main :is(h1, h2, h3, p, input)') !== null);
    await look(view);
    const rows = page.getByRole('complementary', { name: 'List' }).getByRole('row');
    for (let at = 0; at < Math.min(await rows.count(), mostRows); at += 1) {
      await rows.nth(at).click();
      await look(view);
    }
    const tabs = page.locator('main [role=tablist] [role=tab], [role=tablist][aria-label=Drawer] [role=tab]');
    for (let at = 0; at < (await tabs.count()); at += 1) {
      if (!(await tabs.nth(at).isVisible())) continue;
      await tabs.nth(at).click();
      await look(`${view} › ${(await tabs.nth(at).textContent()) ?? ''}`);
    }
  }
  // That nothing is wrong says something only where something was looked at.
  expect(looked.length).toBeGreaterThan(10);
  return [...wrong];
}

const mostRows = 3;
