import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { chooseSample, expectPage } from './support/by-mouse.ts';
import { withClipboard } from './support/clipboard.ts';
import { openStudio, type Studio } from './support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

async function openTable(): Promise<Studio> {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseSample(page, 'planning · developer');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await expectPage(grid(page)).toBeVisible();
  return studio;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Rules by variables' });
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const active = async (page: Page): Promise<string> => {
  const id = await grid(page).getAttribute('aria-activedescendant');
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
};

it('cells are edited, filled, copied and pasted by keyboard, each as one step; what cannot be read says so and stays', async () => {
  const studio = await openTable();
  const { page } = studio;
  const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
  await grid(page).focus();
  await page.keyboard.press('ArrowRight');
  const before = await active(page);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('high');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('status').filter({ hasText: 'not taken over' })).toContainText(
    '“high” is no number',
  );
  await page.keyboard.press('Escape');
  expect(await active(page)).toBe(before);

  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expectPage(undo).toHaveAccessibleName('Undo: edit cell');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expectPage(inspector(page).getByRole('heading', { name: '3 rules' })).toBeVisible();
  await page.keyboard.press('Control+d');
  await expectPage(undo).toHaveAccessibleName('Undo: fill down');
  await expectPage(inspector(page)).toContainText('priority 77');
  await withClipboard(async () => {
    await page.keyboard.press('Control+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('77\n77\n77');
    await page.evaluate(() => navigator.clipboard.writeText('5\tmuted\nlow\ton\n'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+v');
    await expectPage(page.getByRole('status').filter({ hasText: 'not taken over' })).toContainText(
      '“low” is no number',
    );
  });
  await expectPage(undo).toHaveAccessibleName('Undo: paste cells');
  await undo.click();
  await expectPage(undo).toHaveAccessibleName('Undo: fill down');
  expect(studio.faults).toEqual([]);
});

it.runIf(isLong)('a row is dragged by its grip to where its rule is to count, as one step', async () => {
  const { page } = await openTable();
  const names = () => grid(page).locator('[data-column="0"] [dir]').allTextContents();
  const [first = '', second = '', third = '', ...rest] = await names();
  await grid(page)
    .locator('[data-row="0"] [draggable]')
    .dragTo(grid(page).locator('[data-row="2"][data-column="0"]'));
  await expect.poll(names).toEqual([second, third, first, ...rest]);
  await expectPage(page.getByRole('banner').getByRole('button', { name: /^Undo/ })).toHaveAccessibleName(
    'Undo: move rule down',
  );
});

it.runIf(isLong)(
  'a condition typed into the column of its variable fires at once, and the rows sort, filter and group',
  async () => {
    const { page } = await openTable();
    const rules = grid(page).getByRole('row');
    await expectPage(rules).toHaveCount(10);
    await page.getByRole('textbox', { name: 'Filter rules' }).fill('tech_lead');
    await expectPage(rules).not.toHaveCount(10);
    await page.getByRole('textbox', { name: 'Filter rules' }).fill('');
    await page.getByRole('columnheader', { name: 'phase' }).getByRole('button').click();
    await expectPage(page.getByRole('columnheader', { name: 'phase' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('button', { name: /Group by/ }).click();
    await page.getByRole('option', { name: 'State' }).click();
    await expectPage(grid(page).getByRole('rowheader', { name: /^on/ })).toBeVisible();
  },
);
