import { afterEach, expect, it } from 'vitest';
import { expectPage, showView } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

it('edits the branches of a condition, with what each of their steps returned beside it', async () => {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await showView(page, 'Memories');
  await page.getByRole('button', { name: 'New memory' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Branching');
  await dialog.getByRole('button', { name: 'Create memory' }).click();
  await page.getByRole('tab', { name: 'Pipeline' }).click();

  await page.getByRole('button', { name: 'Add step', exact: true }).click();
  await page.getByRole('menuitem', { name: /^If/ }).click();
  const card = page.getByRole('list', { name: 'Pipeline steps' }).locator('> li').nth(1);
  await card.getByRole('textbox', { name: 'Condition' }).fill('1 == 1');
  await card.getByRole('button', { name: 'Add step to Then' }).click();
  await page.getByRole('menuitem', { name: /^Derive query/ }).click();
  await card.getByRole('button', { name: 'Add step to Then' }).click();
  await page.getByRole('menuitem', { name: /^Search documents/ }).click();
  await card.getByRole('button', { name: 'Add step to Else' }).click();
  await page.getByRole('menuitem', { name: /^Search documents/ }).click();

  const search = card.getByRole('group', { name: '2. Search documents' });
  await search.getByRole('textbox', { name: 'Query' }).fill('redirect login');
  await expectPage(search).toContainText(/\d+ chunks?/);
  await expectPage(
    search.getByRole('list', { name: 'Elements of this step' }).getByRole('listitem'),
  ).not.toHaveCount(0);
  // The condition holds, so what stands in the other branch did not run.
  await expectPage(card.getByRole('group', { name: '1. Search documents' })).toContainText('did not run');

  await card.getByRole('button', { name: 'Move step 2 of Then up' }).click();
  await expectPage(card.getByRole('group', { name: '1. Search documents' }).first()).toContainText(
    /\d+ chunks?/,
  );
  await card.getByRole('button', { name: 'Remove step 2 of Then' }).click();
  await expectPage(card.getByRole('group', { name: /Derive query/ })).toHaveCount(0);
  await page.keyboard.press('Control+Z');
  await expectPage(card.getByRole('group', { name: /Derive query/ })).toHaveCount(1);
  expect(studio.faults).toEqual([]);
});
