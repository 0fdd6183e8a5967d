import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import {
  askBeside,
  chooseSample,
  expectPage,
  pressAll,
  saveByKeyboard,
  showView,
} from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

async function openMemories(): Promise<Page> {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await chooseSample(page, 'hotfix · tech_lead');
  await showView(page, 'Memories');
  return page;
}

const catalogCard = (page: Page, memoryId: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByRole('button', { name: memoryId, exact: true }) })
    .last()
    .locator('..');

it('renames a memory by keyboard in its file, its rules and on disk, and undo takes all of it back', async () => {
  const page = await openMemories();
  await page.getByRole('row', { name: 'known-fixes' }).click();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename known-fixes' });
  await expectPage(dialog).toContainText('Used by 2 rules in 2 engines.');
  const id = dialog.getByRole('textbox', { name: 'Id' });
  await id.fill('Glossary');
  await expectPage(dialog).toContainText('"glossary" has this id already.');
  await expectPage(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await id.fill('proven-fixes');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('heading', { name: 'proven-fixes' })).toBeVisible();
  await expectPage(page.getByRole('tab', { name: /^Used by/ })).toContainText('2');
  await saveByKeyboard(page);
  const impact = (memory: string) => askBeside(page, 'memories.impact', { id: memory });
  expect(await impact('proven-fixes')).toMatchObject({ exists: true, rules: [{}, {}] });
  expect(await impact('known-fixes')).toMatchObject({ exists: false, rules: [] });
  expect(await pressAll(page, 'Undo')).toEqual(['Undo: rename memory']);
  await expectPage(page.getByRole('row', { name: 'known-fixes' })).toBeVisible();
  expect(opened[0]?.faults).toEqual([]);
});

it.runIf(isLong)(
  'asks why not where nothing of a memory is left, tries the answer, and tells what it did with Undo',
  async () => {
    const page = await openMemories();
    const card = catalogCard(page, 'known-fixes');
    await expectPage(card).toContainText('why not?');
    await card.getByRole('button', { name: 'Why not known-fixes?' }).click();
    await expectPage(page.getByRole('dialog')).toContainText('Raise the token limit');
    await page.getByRole('dialog').getByRole('button', { name: 'What if?' }).first().click();
    // Nothing is changed before it is kept.
    await expectPage(page.getByRole('list', { name: 'What else would change' })).toContainText(
      'known-fixes:',
    );
    await expectPage(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await expectPage(card).toContainText('in this sample');
    await page.getByRole('status').or(page.getByRole('alert')).getByRole('button', { name: 'Undo' }).click();
    await expectPage(card).toContainText('why not?');
    expect(opened[0]?.faults).toEqual([]);
  },
);

it.runIf(isLong)(
  'closes the inspector where there is no room and opens it again where there is',
  async () => {
    const page = await openMemories();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expectPage(inspector).toBeVisible();
    await page.setViewportSize({ width: 800, height: 720 });
    await expectPage(inspector).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectPage(inspector).toBeVisible();
    const edge = page.getByRole('separator', { name: 'Resize inspector' });
    await edge.press('Enter');
    await expectPage(inspector).toBeHidden();
    await edge.press('Enter');
    await expectPage(inspector).toBeVisible();
  },
);

it.runIf(isLong)(
  'draws of hundreds of memories those in sight, and leads to the last by keyboard',
  async () => {
    const page = await openMemories();
    const folder = join(opened[0]?.projectDir ?? '', '.codebolt/PersistentMemory');
    const model = JSON.parse(await readFile(join(folder, 'working-notes.json'), 'utf8'));
    for (let index = 100; index < 500; index += 1) {
      const id = `zz-notes-${index}`;
      await writeFile(join(folder, `${id}.json`), JSON.stringify({ ...model, id }));
    }
    await page.reload();
    await showView(page, 'Memories');
    await expectPage(page.getByText('415 memories')).toBeVisible();
    const list = page.getByRole('grid', { name: 'Memories', exact: true });
    await list.getByRole('row', { name: 'session-state' }).click();
    await page.keyboard.press('End');
    await expectPage(list.getByRole('row', { name: 'zz-notes-499' })).toBeVisible();
    expect(await list.getByRole('row').count()).toBeLessThan(80);
  },
);
