import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSample, expectPage, ruleNode, saveByKeyboard, settle } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser', { context: { viewport: { width: 1440, height: 900 } } });
  const { page } = studio();
  await chooseSample(page, 'planning · developer');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await page.getByRole('tablist', { name: 'Drawer' }).waitFor();
  await page.keyboard.press('Control+`');
  await page.getByRole('button', { name: 'Fit all rules' }).click();
});

afterAll(() => state.studio?.close());

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

const canvas = (page: Page): Locator => page.getByRole('application', { name: /^Rule canvas/ });
const selected = (page: Page): Locator => canvas(page).locator('.react-flow__node-rule.selected');
const undo = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Undo/ });
const layoutFile = () => join(studio().projectDir, '.codebolt/weft/layout/planning-rules.json');

async function boxOf(node: Locator) {
  const box = await node.boundingBox();
  if (!box) throw new Error('the node is not there');
  return box;
}

/** By the middle of what is there, as somebody would. */
async function drag(page: Page, node: Locator, by: { x: number; y: number }): Promise<void> {
  const { x, y, width } = await boxOf(node);
  const from = { x: x + width / 2, y: y + 10 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, from.y + 2); // from here on it is a drag and not a press
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await page.mouse.move(from.x + by.x + 2, from.y + by.y + 2, { steps: 4 });
  await page.mouse.up();
}

it('keeps a dragged rule where it was put, over saving and a reload, and moves nothing else', async () => {
  const { page } = studio();
  const rules = canvas(page).locator('.react-flow__node-rule');
  const first = rules.first();
  const second = await boxOf(rules.nth(1));
  const before = await boxOf(first);
  await drag(page, first, { x: -40, y: 25 });
  await expectPage(first.getByRole('button', { name: /^Pinned here/ })).toBeVisible();
  const after = await boxOf(first);
  expect([Math.round(after.x - before.x), Math.round(after.y - before.y)]).toEqual([-40, 25]);
  expect(await boxOf(rules.nth(1))).toEqual(second);
  await expectPage(undo(page)).toHaveAccessibleName('Undo: move on canvas');
  await saveByKeyboard(page);
  const kept: unknown = JSON.parse(await readFile(layoutFile(), 'utf8'));
  expect(kept).toEqual({
    id: 'planning-rules',
    pins: { [(await first.getAttribute('data-id')) ?? '']: expect.anything() },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Fit all rules' }).click();
  await expectPage(rules.first().getByRole('button', { name: /^Pinned here/ })).toBeVisible();
});

it('moves by keys, lets go by a press, and takes both back', async () => {
  const { page } = studio();
  await canvas(page).focus();
  const steps = await undo(page).getAttribute('aria-label');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await expectPage(canvas(page).getByRole('button', { name: /^Pinned here/ })).toHaveCount(1);
  await canvas(page)
    .getByRole('button', { name: /^Pinned here/ })
    .click();
  await expectPage(canvas(page).getByRole('button', { name: /^Pinned here/ })).toHaveCount(0);
  await undo(page).click();
  await undo(page).click();
  await expectPage(canvas(page).getByRole('button', { name: /^Pinned here/ })).toHaveCount(1);
  expect(await undo(page).getAttribute('aria-label')).toBe(steps);
});

it('selects all rules by key and those in a box by mouse; Shift adds; what is done with them is one step', async () => {
  const { page } = studio();
  const all = await canvas(page).locator('.react-flow__node-rule').count();
  await canvas(page).focus();
  await page.keyboard.press('Control+a');
  await expectPage(selected(page)).toHaveCount(all);
  await page.keyboard.press('m');
  await expectPage(undo(page)).toHaveAccessibleName(new RegExp(`^Undo: (un)?mute ${all} rules$`));
  await undo(page).click();
  await canvas(page).focus();
  await page.keyboard.press('Escape');
  await expectPage(selected(page)).toHaveCount(1);

  const [a, b, c] = [0, 1, 2].map(index => canvas(page).locator('.react-flow__node-rule').nth(index));
  if (!a || !b || !c) throw new Error('the sample has fewer rules than three');
  const [top, low] = [await boxOf(b), await boxOf(c)];
  await page.mouse.move(top.x + top.width + 12, top.y + 4);
  await page.mouse.down();
  await page.mouse.move(top.x + top.width - 20, low.y + 10, { steps: 6 });
  await page.mouse.up();
  await expectPage(b).toHaveClass(/selected/);
  await expectPage(c).toHaveClass(/selected/);
  await expectPage(selected(page)).toHaveCount(2);
  await a.click({ modifiers: ['Shift'], position: { x: 60, y: 8 } });
  await expectPage(selected(page)).toHaveCount(3);
  await page.keyboard.press('Delete');
  // Tests name some of them.
  await page
    .getByRole('alertdialog', { name: 'Delete 3 rules?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expectPage(canvas(page).locator('.react-flow__node-rule')).toHaveCount(all - 3);
  await undo(page).click();
  await expectPage(canvas(page).locator('.react-flow__node-rule')).toHaveCount(all);
});

it('frames an alternative with its sibling and links it in the inspector', async () => {
  const { page } = studio();
  const rule = canvas(page).locator('.react-flow__node-rule').nth(3);
  await rule.click({ button: 'right', position: { x: 60, y: 8 } });
  await page.getByRole('menuitem', { name: /^Add an alternative/ }).click();
  await expectPage(canvas(page).locator('.react-flow__node-alternatives')).toHaveText('or');
  await page.getByRole('button', { name: 'No longer an alternative of these' }).click();
  await expectPage(canvas(page).locator('.react-flow__node-alternatives')).toHaveCount(0);
  await undo(page).click();
  await expectPage(canvas(page).locator('.react-flow__node-alternatives')).toHaveCount(1);
});

it('makes a condition of a variable that is let go over a rule, and leaves the variable where it was', async () => {
  const { page } = studio();
  const variable = canvas(page).locator('.react-flow__node-variable').first();
  const name = (await variable.locator('article').getAttribute('aria-label'))?.replace('Variable ', '') ?? '';
  const target = ruleNode(
    page,
    (await canvas(page).locator('.react-flow__node-rule').last().getAttribute('data-id'))?.slice(5) ?? '',
  );
  await target.click({ position: { x: 60, y: 8 } });
  await page.getByRole('button', { name: 'Fit all rules' }).click();
  await settle(page);
  const [{ x, y }, place] = [await boxOf(target), await boxOf(variable)];
  const before = await page.getByTestId(/^condition-\d+$/).count();
  await drag(page, variable, { x: x + 60 - (place.x + place.width / 2), y: y - place.y });
  await expectPage(undo(page)).toHaveAccessibleName('Undo: add condition');
  await expectPage(
    page.getByTestId(`condition-${before}`).getByRole('combobox', { name: 'Field' }),
  ).toHaveValue(name);
  await expectPage(variable.getByRole('button', { name: /^Pinned here/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(studio().faults).toEqual([]);
});
