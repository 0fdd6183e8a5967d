import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSample, showDrawer, showView, tellHealth } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const state: { studio?: Studio; readonly elsewhere: string[] } = { elsewhere: [] };

const scenes: readonly { readonly name: string; readonly show: (page: Page) => Promise<void> }[] = [
  { name: 'rules with the trace', show: page => showRules(page, 'Trace') },
  { name: 'rules with the context', show: page => showRules(page, 'Context') },
  { name: 'rules with the budget', show: page => showRules(page, 'Budget') },
  { name: 'memories', show: page => showView(page, 'Memories') },
  { name: 'a memory', show: showMemory },
  { name: 'samples', show: page => showView(page, 'Samples') },
  { name: 'assembly', show: page => showView(page, 'Assembly') },
  { name: 'ledger', show: page => showView(page, 'Ledger') },
  { name: 'conversations', show: page => showView(page, 'Conversations') },
  { name: 'what an agent gets', show: page => showHandoff(page, 'What an agent gets') },
  { name: 'packages', show: page => showHandoff(page, 'Packages') },
  { name: 'error patterns', show: page => showHandoff(page, 'Error patterns') },
  { name: 'health', show: showHealth },
  { name: 'problems', show: page => showView(page, 'Problems') },
  { name: 'settings', show: page => showView(page, 'Settings') },
];

beforeAll(async () => {
  const studio = await openStudio('browser');
  state.studio = studio;
  studio.page.setDefaultTimeout(30_000);
  const { origin } = new URL(studio.page.url());
  studio.page.on('request', request => {
    if (!request.url().startsWith(origin)) state.elsewhere.push(request.url());
  });
  await chooseSample(studio.page, 'planning · developer');
});

afterAll(() => state.studio?.close());

describe.each(['light', 'dark'] as const)('in the %s theme', colorScheme => {
  it.each(scenes)('axe finds nothing serious in $name (WCAG 2.2 AA)', async ({ show }) => {
    const { page } = studio();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await show(page);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(400);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

it('the whole walk broke no policy and asked nothing of elsewhere', () => {
  expect([studio().faults, state.elsewhere]).toEqual([[], []]);
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

async function showRules(page: Page, drawerTab: string): Promise<void> {
  await showView(page, 'Rules');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await showDrawer(page, drawerTab);
}

async function showMemory(page: Page): Promise<void> {
  await showView(page, 'Memories');
  await page.getByRole('row', { name: 'architecture-docs' }).click();
  await page.getByRole('tab', { name: 'Pipeline' }).click();
}

async function showHandoff(page: Page, tab: string): Promise<void> {
  await showView(page, 'Handoff');
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
}

async function showHealth(page: Page): Promise<void> {
  await tellHealth(page);
  await showView(page, 'Health');
  await page.getByRole('region', { name: 'Blocked' }).waitFor();
}

/** One line a finding: what is wrong and where, so that a failing test names it. */
async function seriousFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`))
    .filter(finding => !hasEquivalent.test(finding));
}

/** WCAG 2.5.8 lets a target be small where another control does the same: the sample picker, for the cells of the strip. */
const hasEquivalent = /^target-size: .*aria-label="[^"]*: (fires|does not fire)"/;
