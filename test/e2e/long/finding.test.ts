import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { expectPage, ruleNode, showView } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser');
  await expectPage(ruleNode(state.studio.page, 'architecture-while-planning')).toBeVisible();
});

afterAll(() => state.studio?.close());

function studioPage(): Page {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio.page;
}

/** Types into the palette and goes to the first of a kind. */
async function goTo(query: string, kind: string, title: RegExp | string): Promise<void> {
  const page = studioPage();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expectPage(palette.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(query);
  const found = palette.getByRole('group', { name: kind }).getByRole('menuitem', { name: title });
  await expectPage(found.first()).toBeVisible();
  await found.first().click();
  await expectPage(palette).toBeHidden();
}

it('goes to what the host holds: a record, a document, a conversation, a session', async () => {
  const page = studioPage();
  await goTo('decision', 'Ledger', /./);
  await expectPage(page.getByRole('complementary', { name: 'Inspector' })).toContainText(/decision/i);
  await goTo('architecture adr-012', 'Documents', /ADR-012/);
  await expectPage(page.locator('tr[aria-current]')).toBeInViewport();
  await expectPage(page.locator('tr[aria-current]')).toContainText('ADR-012');
  await goTo('waitlist', 'Conversations', /./);
  await expectPage(page.getByRole('tab', { name: 'Shown' })).toBeVisible();
  await goTo('claude', 'Sessions', /./);
  await expectPage(page.getByRole('heading', { name: 'Sessions' }).first()).toBeVisible();
});

it('goes to a setting by its key, and does a command of another view there', async () => {
  const page = studioPage();
  await goTo('redaction_mode', 'Settings', 'Redaction');
  const row = page.locator('[data-setting="redaction_mode"]');
  await expectPage(row).toBeInViewport();
  await expect.poll(() => row.evaluate(one => one.contains(document.activeElement))).toBe(true);
  await goTo('record a decision', 'Commands', /Record a decision/);
  await expectPage(page.getByRole('dialog', { name: 'Record a decision' })).toBeVisible();
  await page.keyboard.press('Escape');
});

it('says which kinds could not be searched and why, and finds the others', async () => {
  const page = studioPage();
  await page.route('**/procedures/project.find', async route => {
    const isDocuments = route.request().postData()?.includes('document') === true;
    if (!isDocuments) return route.continue();
    const problem = { code: 'storage_busy', detail: 'The store is busy.' };
    return route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify(problem) });
  });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await page.keyboard.type('claude');
  await expectPage(palette.getByRole('status')).toHaveText(
    'Could not be searched: Documents. The store is busy.',
  );
  await expectPage(palette.getByRole('group', { name: 'Sessions' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.unroute('**/procedures/project.find');
});

/** Opens the bar, looks for words, and gives what it says of the places. */
async function find(words: string): Promise<void> {
  const page = studioPage();
  await page.keyboard.press('Control+f');
  await expectPage(page.getByRole('textbox', { name: 'Find in this view' })).toBeFocused();
  await page.keyboard.type(words);
}

const place = () => studioPage().getByRole('search', { name: 'Find in this view' }).getByRole('status');

it('Mod+F finds in the canvas, steps with Enter and Shift+Enter, and Escape clears', async () => {
  const page = studioPage();
  await showView(page, 'Rules');
  await find('tech leads');
  await expectPage(place()).toHaveText(/^1 of \d+$/);
  await expectPage(page.getByRole('complementary', { name: 'Inspector' })).toContainText(
    'Architecture for tech leads',
  );
  await page.keyboard.press('Enter');
  await expectPage(place()).toHaveText(/^2 of \d+$/);
  await page.keyboard.press('Shift+Enter');
  await expectPage(place()).toHaveText(/^1 of \d+$/);
  await page.keyboard.press('Escape');
  await expectPage(page.getByRole('search', { name: 'Find in this view' })).toHaveCount(0);
  expect(await page.evaluate(() => CSS.highlights.has('find'))).toBe(false);
});

it.each(['Table', 'JSON', 'Matrix'])('Mod+F finds what the %s has not drawn', async tab => {
  const page = studioPage();
  await showView(page, 'Rules');
  await page.getByRole('tab', { name: tab }).click();
  await expectPage(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  await expectPage(page.getByRole(tab === 'JSON' ? 'textbox' : 'grid').first()).toBeVisible();
  await find('roster');
  await expectPage(place()).toHaveText(/^\d+ of \d+$/);
  await page.keyboard.press('Escape');
});

it('Mod+F finds a message far below, and says where not all is looked through', async () => {
  const page = studioPage();
  await showView(page, 'Conversations');
  await expectPage(page.getByRole('listbox', { name: 'Messages as they are shown' })).toBeVisible();
  await find('waitlist');
  await expectPage(place()).toHaveText(/^\d+ of \d+$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('find')?.size ?? 0)).toBeGreaterThan(0);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('no such words anywhere');
  await expectPage(place()).toHaveText('not found');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
});
