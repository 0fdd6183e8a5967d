import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { chooseSample, expectPage, ruleNode, saveByKeyboard } from '../support/by-mouse.ts';
import { withClipboard } from '../support/clipboard.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

/** Two windows, each with a project of its own. */
async function openTwo(): Promise<[Studio, Studio]> {
  const [one, other] = [await openStudio('browser'), await openStudio('browser')];
  opened.push(one, other);
  for (const { page } of [one, other]) {
    await page.bringToFront();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chooseSample(page, 'planning · developer');
    await page.getByRole('row', { name: 'Planning rules' }).click();
    await expectPage(rules(page).first()).toBeVisible();
  }
  return [one, other];
}

const canvas = (page: Page) => page.getByRole('application', { name: /^Rule canvas/ });
const rules = (page: Page) => canvas(page).locator('.react-flow__node-rule');

it('rules copied in one window are pasted in another, with an id of their own, as one step that is undone', async () => {
  const [from, to] = await openTwo();
  await from.page.bringToFront();
  await ruleNode(from.page, 'architecture-while-planning').click({ position: { x: 60, y: 8 } });
  await from.page.getByRole('textbox', { name: 'Name of the rule' }).fill('Comes from next door');
  await from.page.keyboard.press('Enter');
  await canvas(from.page).focus();
  await from.page.keyboard.press('Shift+ArrowDown');
  const before = await rules(to.page).count();
  await withClipboard(async () => {
    await from.page.keyboard.press('Control+c');
    await expectPage(from.page.getByText('Copied 2 rules as JSON.')).toBeVisible();
    await to.page.bringToFront();
    await ruleNode(to.page, 'architecture-while-planning').click({ position: { x: 60, y: 8 } });
    await to.page.keyboard.press('Control+v');
    await expectPage(rules(to.page)).toHaveCount(before + 2);
  });
  await expectPage(canvas(to.page).getByRole('article', { name: 'Comes from next door' })).toHaveCount(1);
  await saveByKeyboard(to.page);
  const undo = to.page.getByRole('banner').getByRole('button', { name: /^Undo/ });
  await expectPage(undo).toHaveAccessibleName('Undo: paste rules');
  await undo.click();
  await expectPage(rules(to.page)).toHaveCount(before);
  expect([from.faults, to.faults]).toEqual([[], []]);
});
