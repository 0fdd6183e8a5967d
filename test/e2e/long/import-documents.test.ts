import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { removeFolder } from '../../support/temporary-folder.ts';
import { expectPage, showView } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const opened: Studio[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
  for (const folder of folders.splice(0)) await removeFolder(folder);
});

it('imports a folder of Markdown and finds it through a new memory, live in its step', async () => {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;

  await importFolder(page, await makeGuides());
  await createSearch(page, 'Harbour guides');
  const step = page.getByRole('list', { name: 'Pipeline steps' }).locator('> li').first();
  const collection = step.getByRole('combobox', { name: 'Collection' });
  await collection.fill('guides');
  await collection.press('Tab');
  await step.getByRole('textbox', { name: 'Query' }).fill('quay radio');
  await expectPage(step).toContainText('Calling the quay');
  await expectPage(step).not.toContainText('Mooring lines');
  expect(studio.faults).toEqual([]);
});

async function makeGuides(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'weft-guides-'));
  folders.push(home);
  const guides = join(home, 'guides');
  await mkdir(join(guides, 'ropes'), { recursive: true });
  await mkdir(join(guides, '.hidden'));
  await writeFile(
    join(guides, 'calling.md'),
    '# Calling the quay\n\nUse radio channel 12 before you enter the quay.\n',
  );
  await writeFile(
    join(guides, 'ropes/mooring.md'),
    '# Mooring lines\n\nTwo lines at the bow, two at the stern.\n',
  );
  await writeFile(join(guides, '.hidden/secret.md'), '# Hidden\n\nNot for import.\n');
  await writeFile(join(guides, 'plan.pdf'), '%PDF-1.4');
  return guides;
}

async function importFolder(page: Page, folder: string): Promise<void> {
  await showView(page, 'Memories');
  await page.getByRole('row', { name: 'architecture-docs' }).click();
  await page.getByRole('tab', { name: /^Content/ }).click();
  await page.getByRole('button', { name: 'Import documents' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Folder to import').setInputFiles(folder);
  // The two documents and the memory that searches them; what is no text is told and stays.
  await expectPage(dialog.getByRole('row', { name: 'guides/plan.pdf' })).toContainText('refused');
  await expectPage(dialog.getByRole('button', { name: 'Import 3 items' })).toBeVisible();
  await dialog.getByRole('row', { name: 'Search guides' }).click();
  await dialog.getByRole('button', { name: 'Import 2 items' }).click();
  await expectPage(dialog.getByRole('row', { name: 'Search guides' })).toContainText('left out');
  await expectPage(dialog.getByRole('row', { name: 'calling.md' })).toContainText('created');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expectPage(page.getByRole('radio', { name: 'guides (2)' })).toBeVisible();
}

it('imports a thousand files from a window that can be stopped, with nothing stored, and then does it', async () => {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page } = studio;
  await showView(page, 'Memories');
  await page.keyboard.press('Control+I');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'path' }).fill(await makeNotes(1000));
  await dialog.getByRole('button', { name: 'Check path' }).click();
  await expectPage(dialog.getByRole('radio', { name: 'New 1,001' })).toBeVisible();
  // Only what is in sight is drawn.
  expect(await dialog.getByRole('row').count()).toBeLessThan(60);

  await dialog.getByRole('button', { name: 'Import 1,001 items' }).click();
  const stopped = dialog.getByRole('note').filter({ hasText: 'Nothing was stored' });
  const created = dialog.getByRole('radio', { name: 'Created 1,001' });
  await dialog
    .getByRole('button', { name: 'Stop' })
    .click({ timeout: 30_000 })
    .catch(error => expectPage(created, String(error)).toBeVisible());
  await expectPage(stopped.or(created)).toBeVisible();
  // A page that is kept waiting may ask for it too late; `imports.test.ts` stops an import at each of its stages.
  if (await created.isVisible()) return;
  await expectPage(dialog.getByRole('radio', { name: 'New 1,001' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Import 1,001 items' }).click();
  await expectPage(dialog.getByRole('radio', { name: 'Created 1,001' })).toBeVisible();
  expect(studio.faults).toEqual([]);
});

async function makeNotes(count: number): Promise<string> {
  const notes = await mkdtemp(join(tmpdir(), 'weft-notes-'));
  folders.push(notes);
  const text = 'Ferries leave the harbour at noon and at four, unless the wind is strong. '.repeat(20);
  for (let at = 0; at < count; at += 1)
    await writeFile(join(notes, `note-${at}.md`), `# Note ${at}\n\n${text}\n`);
  return notes;
}

async function createSearch(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'New memory' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Label' }).fill(label);
  await dialog.getByRole('button', { name: /Starts with$/ }).click();
  await page.getByRole('option', { name: 'Document search' }).click();
  await dialog.getByRole('button', { name: 'Create memory' }).click();
  await page.getByRole('tab', { name: 'Pipeline' }).click();
}
