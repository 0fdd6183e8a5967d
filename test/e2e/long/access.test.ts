import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSample, eachTab, settle, showView, tellHealth, viewButtons } from '../support/by-mouse.ts';
import { escapeLeaves, moving, tabThrough } from '../support/find-stops.ts';
import { openStudio, type Studio } from '../support/studio.ts';
import { walkDialogs } from '../support/walk-dialogs.ts';

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser', {
    context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  });
  await chooseSample(state.studio.page, 'planning · developer');
  await tellHealth(state.studio.page);
});

afterAll(() => state.studio?.close());

it('whatever holds many of a kind is one stop for Tab in every view, and nothing moves for who wants no motion', async () => {
  const { page, faults } = studio();
  const wrong: string[] = [];
  const stops = new Set<string>();
  for (const [view, button] of await viewButtons(page)) {
    await button.click();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    for await (const where of everyPlace(page, view)) {
      for (const [name, told] of await tabThrough(page, stops))
        if (told) wrong.push(`${where}, ${name}: ${told}`);
      wrong.push(...(await moving(page)).map(found => `${where}: ${found}`));
    }
  }
  expect([wrong, faults]).toEqual([[], []]);
  expect(stops.size).toBeGreaterThan(12);
}, 600_000);

it('Escape closes what lies on top, and nothing below it', async () => {
  const { page } = studio();
  await showView(page, 'Rules');
  const wrong: string[] = [];
  const tried: string[] = [];
  const look = async (title: string) => {
    wrong.push(...(await moving(page)).map(found => `${title}: ${found}`));
    const left = await escapeLeaves(page);
    if (left !== undefined) tried.push(title);
    wrong.push(...(left ?? []).map(found => `${title}: ${found}`));
  };
  await walkDialogs(page, look);
  expect(wrong).toEqual([]);
  expect(tried.length).toBeGreaterThan(2);
}, 600_000);

it('control: a toolbar of many stops, and what moves, are found', async () => {
  const { page } = studio();
  await page.evaluate(() => {
    const bar = document.createElement('div');
    Object.assign(bar, { role: 'toolbar', ariaLabel: 'Two stops' });
    bar.append(document.createElement('button'), document.createElement('button'));
    document.querySelector('main')?.prepend(bar);
    bar.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1000, iterations: Number.POSITIVE_INFINITY });
  });
  const found = await tabThrough(page, new Set());
  expect(found).toContainEqual(['Two stops', 'Tab stayed in it']);
  expect(await moving(page)).toEqual([expect.stringMatching(/^Two stops/)]);
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

/** The view as it opens, then each of its tabs in sight. */
async function* everyPlace(page: Page, view: string): AsyncGenerator<string> {
  await settle(page);
  yield view;
  for await (const tab of eachTab(page)) yield `${view} › ${tab}`;
}
