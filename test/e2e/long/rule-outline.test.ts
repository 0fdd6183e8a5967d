import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { chooseSample, expectPage, pressAll, ruleOutcome } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

async function openOutline(): Promise<Studio> {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await chooseSample(page, 'planning · developer');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await page.getByRole('tab', { name: 'Outline' }).click();
  await expectPage(tree(page)).toBeVisible();
  await tree(page).focus();
  return studio;
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Outline of the rules' });
const undo = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Undo/ });
const active = async (page: Page): Promise<string> => {
  const id = await tree(page).getAttribute('aria-activedescendant');
  return (await page.locator(`[id="${id}"]`).getAttribute('aria-label')) ?? '';
};

it('by keyboard alone a rule is added, named, given conditions and a memory, moved and deleted, and all of it undone', async () => {
  const studio = await openOutline();
  const { page } = studio;
  await page.keyboard.press('Home');
  expect(await active(page)).toBe('Experiments, off');
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toBe('Planning rules');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Outlined');
  await page.keyboard.press('Enter');
  expect(await active(page)).toBe('Outlined, draft');

  await page.keyboard.press('a');
  await page.keyboard.type('addVar.risk >= high');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('status').filter({ hasText: 'is none' })).toContainText(
    '“is at least” needs a number',
  );
  await page.keyboard.press('Control+a');
  await page.keyboard.type('phase is planning');
  await page.keyboard.press('Enter');
  await expectPage.poll(() => active(page)).toBe('phase is planning, fired');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('iteration exists');
  await page.keyboard.press('Enter');
  await expectPage.poll(() => active(page)).toMatch(/^iteration exists/);
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toMatch(/^phase is planning/);

  const conditions = (name: RegExp) => tree(page).getByRole('treeitem', { name, level: 3 });
  await expectPage(conditions(/^iteration exists/)).toHaveCount(1);
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  await page.getByRole('combobox', { name: 'Memory that the rule adds' }).fill('architecture-docs');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  await page.getByRole('combobox', { name: 'Memory that the rule adds' }).fill('architecture-docs');
  await page.getByRole('option', { name: /architecture-docs/ }).click();
  await expectPage.poll(() => active(page)).toBe('architecture-docs, memory');
  await page.keyboard.press('Delete');
  await expectPage(undo(page)).toHaveAccessibleName('Undo: remove memory');
  await expectPage.poll(() => active(page)).toMatch(/^phase is planning/);

  // The same rule is in sight everywhere, and what one view did the others have.
  await page.getByRole('tab', { name: 'Table' }).click();
  await expectPage(page.getByRole('row', { name: /Outlined.*exists/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Outline' }).click();
  await tree(page).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await active(page)).toMatch(/^Outlined/);
  await page.keyboard.press('m');
  expect(await active(page)).toBe('Outlined, muted');
  await page.keyboard.press('Delete');
  await expectPage(tree(page).getByRole('treeitem', { name: /^Outlined/ })).toHaveCount(0);
  await page.keyboard.press('Home');
  await page.keyboard.type('W');
  expect(await active(page)).toMatch(/^W/);
  await pressAll(page, 'Undo');
  await expectPage(page.getByRole('contentinfo')).toContainText('Saved');
  expect(studio.faults).toEqual([]);
});

it('one rule is heard alone until one press, and no document knows; a variable is renamed everywhere with F2, and so are a memory and an engine, and back', async () => {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await chooseSample(page, 'planning · developer');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  const status = page.getByRole('contentinfo');
  const fired = page.getByRole('button', { name: /rules fired/ });
  await expectPage(fired).toContainText('4 of 9');
  await page.getByRole('application', { name: /^Rule canvas/ }).focus();
  await page.keyboard.press('s');
  await expectPage(fired).toContainText('1 of 9');
  await expectPage(ruleOutcome(page, 'warnings-before-second-try')).toHaveAccessibleName('muted');
  await expectPage(status).toContainText('Saved');
  await expectPage(page.getByText('All other rules are muted for this run.')).toBeVisible();
  await status.getByRole('button', { name: /is heard/ }).click();
  await expectPage(fired).toContainText('4 of 9');

  const variable = page.getByTestId('ask-addVar.phase');
  await variable.focus();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename addVar.phase everywhere' });
  await dialog.getByRole('textbox', { name: 'Variable' }).fill('addVar.stage');
  await expectPage(dialog.getByRole('listitem').filter({ hasText: 'Planning rules' })).toContainText(
    'places',
  );
  await expectPage(dialog.getByRole('listitem').filter({ hasText: 'Sample' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expectPage(page.getByTestId('ask-addVar.stage')).toBeVisible();
  await expectPage(fired).toContainText('4 of 9');
  await pressAll(page, 'Undo');
  await expectPage(page.getByTestId('ask-addVar.phase')).toBeVisible();
  await expectPage(status).toContainText('Saved');

  // So is a memory that is in sight on the canvas: React Flow takes back what scrolls it there.
  const memory = (id: string) => page.getByTestId(`memory-${id}`);
  await memory('project-conventions').click();
  await page.keyboard.press('F2');
  const ofMemory = page.getByRole('dialog', { name: 'Rename project-conventions' });
  await ofMemory.getByRole('textbox', { name: 'Id' }).fill('design-docs');
  await page.keyboard.press('Enter');
  await expectPage(memory('design-docs')).toBeVisible();
  await expectPage(memory('project-conventions')).toHaveCount(0);
  await expectPage(fired).toContainText('4 of 9');

  // An engine gets another id in the list, and what names its rules follows; it stays the one in sight, also undone.
  const row = page.getByRole('row', { name: 'Planning rules' });
  await row.click();
  await page.keyboard.press('F2');
  const ofEngine = page.getByRole('dialog', { name: 'Engine' });
  await expectPage(ofEngine).toContainText(/Named by: .*test/);
  await ofEngine.getByRole('textbox', { name: 'Id' }).fill('experiments');
  await expectPage(ofEngine).toContainText('has this id already');
  await ofEngine.getByRole('textbox', { name: 'Id' }).fill('plan');
  await page.keyboard.press('Enter');
  await expectPage(row).toHaveAttribute('aria-selected', 'true');
  await expectPage(fired).toContainText('4 of 9');
  const named = async () => {
    const tests = join(studio.projectDir, '.codebolt/weft/tests');
    const texts = (await readdir(tests)).map(file => readFile(join(tests, file), 'utf8'));
    const all = (await Promise.all(texts)).join('');
    return [/"planning-rules\//, /"plan\//].map(name => name.test(all));
  };
  expect(await named()).toEqual([true, false]);
  await page.keyboard.press('Control+s');
  await expectPage(status).toContainText('Saved');
  expect(await named()).toEqual([false, true]);
  await pressAll(page, 'Undo');
  await expectPage(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+s');
  await expectPage(status).toContainText('Saved');
  expect(await named()).toEqual([true, false]);
  expect(studio.faults).toEqual([]);
});
