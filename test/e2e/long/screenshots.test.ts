import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSample, settle, showDrawer, showView, tellHealth } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

/** Pictures of every view, to be looked at beside the drawings; git ignores them. */
const folder = join(import.meta.dirname, '../../output/screenshots');

const scenes: readonly { readonly name: string; readonly show: (page: Page) => Promise<void> }[] = [
  { name: 'rules-trace', show: page => showRules(page, 'Trace') },
  { name: 'rules-context', show: page => showRules(page, 'Context') },
  { name: 'rules-budget', show: page => showRules(page, 'Budget') },
  { name: 'rules-tests', show: page => showRules(page, 'Tests') },
  ...['Table', 'Matrix', 'JSON', 'Outline'].map(tab => ({
    name: `rules-${tab.toLowerCase()}`,
    show: (page: Page) => showRulesAs(page, tab),
  })),
  { name: 'memories', show: page => showView(page, 'Memories') },
  { name: 'samples', show: page => showView(page, 'Samples') },
  { name: 'contracts', show: page => showView(page, 'Contracts') },
  { name: 'tests', show: page => showTests(page, 'Expectations') },
  { name: 'tests-coverage', show: page => showTests(page, 'Coverage') },
  { name: 'tests-faults', show: page => showTests(page, 'Faults') },
  { name: 'assembly', show: page => showView(page, 'Assembly') },
  { name: 'ledger', show: page => showView(page, 'Ledger') },
  { name: 'conversations', show: page => showView(page, 'Conversations') },
  { name: 'handoff', show: page => showView(page, 'Handoff') },
  { name: 'health', show: showHealth },
  { name: 'sessions', show: page => showView(page, 'Sessions') },
  { name: 'recordings', show: page => showView(page, 'Recordings') },
  { name: 'problems', show: page => showView(page, 'Problems') },
  { name: 'settings', show: page => showView(page, 'Settings') },
];

/** The smallest window and a large one, each in both themes. */
const looks = [
  ['light', { width: 1100, height: 700 }],
  ['dark', { width: 1920, height: 1080 }],
  ['dark', { width: 1100, height: 700 }],
  ['light', { width: 1920, height: 1080 }],
] as const;

const state: { studio?: Studio } = {};

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  state.studio = await openStudio('browser');
  await chooseSample(state.studio.page, 'planning · developer');
});

afterAll(() => state.studio?.close());

describe.each(looks)('in the %s theme at %o', (colorScheme, size) => {
  it.each(scenes)('shows $name without scrolling sideways', async ({ name, show }) => {
    const { page, faults } = studio();
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await show(page);
    await page.mouse.move(0, 0);
    await settle(page);
    const file = `${name}-${colorScheme}-${size.width}.png`;
    await page.screenshot({ path: join(folder, file), animations: 'disabled' });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([overflow, faults]).toEqual([0, []]);
  });
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

async function showRules(page: Page, drawerTab: string): Promise<void> {
  await showView(page, 'Rules');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await page.getByRole('tab', { name: 'Canvas' }).click();
  await showDrawer(page, drawerTab);
}

async function showTests(page: Page, tab: string): Promise<void> {
  await showView(page, 'Tests');
  await page.getByRole('row', { name: 'Security from a risk of 0.6 on' }).click();
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('listitem').first().waitFor();
}

async function showRulesAs(page: Page, tab: string): Promise<void> {
  await showRules(page, 'Trace');
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
  // Its part is loaded when it is first shown.
  await settle(page);
  if (tab === 'JSON') await page.getByRole('textbox', { name: /JSON/ }).waitFor();
}

async function showHealth(page: Page): Promise<void> {
  await tellHealth(page);
  await showView(page, 'Health');
}
