import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { seriousFindings } from './support/axe.ts';
import { expectPage } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

const text = (page: Page) => page.getByRole('textbox', { name: 'Engine as JSON' });
const choices = (page: Page) => page.getByRole('listbox', { name: 'What can stand here' });
const problems = (page: Page) => page.getByRole('region', { name: 'Problems of this text' });

async function openJson(): Promise<Page> {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  return page;
}

/** Takes the choice that is marked, once it is this one. */
async function take(page: Page, name: string): Promise<void> {
  const option = choices(page).getByRole('option', { name, exact: false }).first();
  await expectPage(option).toBeVisible();
  await expectPage(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

it.runIf(isLong)(
  'by keyboard alone a rule is written of what the list offers, and formatted as its file will read',
  async () => {
    const page = await openJson();
    // Into the list of rules, before its first.
    await expectPage(text(page)).toContainText('"rules": [');
    for (let line = 1; line < 6; line += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{ "id": "typed", "name": "Typed", ');
    await page.keyboard.press('Control+Space');
    await expectPage(choices(page)).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await take(page, 'when');
    await page.keyboard.type('{ "f');
    await take(page, 'field');
    await page.keyboard.type('phase');
    await take(page, 'addVar.phase');
    await page.keyboard.type(', "op');
    await take(page, 'operator');
    await page.keyboard.type('ne');
    await take(page, 'neq');
    await page.keyboard.type(', "va');
    await take(page, 'value');
    await page.keyboard.type('"plann');
    await take(page, 'planning');
    await page.keyboard.type(' }');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(', "th');
    await take(page, 'then');
    await page.keyboard.type('"');
    await take(page, 'add_memories');
    await page.keyboard.type('"architecture-d');
    await take(page, 'architecture-docs');
    await page.keyboard.press('End');
    await page.keyboard.type(' },');
    await expectPage(problems(page)).not.toContainText('Not taken over');
    // As its file will read: keys in their order, one a line.
    await page.keyboard.press('Shift+Alt+f');
    await expectPage(text(page)).toContainText(
      '"name": "Typed",      "when": [        {          "field": "addVar.phase",',
    );
    await expectPage(page.getByRole('button', { name: /^Format JSON/ })).toBeDisabled();
    await expectPage(page.getByRole('banner').getByRole('button', { name: /^Undo/ })).toBeEnabled();
  },
);

it.runIf(isLong)(
  'what analysis finds of a rule stands in the text at its place, as grave as it is',
  async () => {
    const page = await openJson();
    // To the first problem, of whichever engine it is.
    await page.keyboard.press('F8');
    await expectPage(
      problems(page)
        .getByRole('img', { name: /Warning|Note/ })
        .first(),
    ).toBeVisible();
    await expectPage(problems(page)).not.toContainText('Not taken over');
    // The text scrolls to it, where it is marked.
    await problems(page).getByRole('button').first().click();
    await expectPage(text(page)).toBeFocused();
    await expectPage(text(page).locator('.cm-lintRange-warning, .cm-lintRange-info').first()).toBeVisible();
  },
);
