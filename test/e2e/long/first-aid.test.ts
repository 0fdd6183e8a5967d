import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectPage, showView } from '../support/by-mouse.ts';
import { withClipboard } from '../support/clipboard.ts';
import { openStudio } from '../support/studio.ts';

it('the settings say what is wrong and what to do, give diagnostics to copy, clear the disk and put panels back', async () => {
  const studio = await openStudio('browser', {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const { page, projectDir, faults } = studio;
  const region = (name: string) => page.getByRole('region', { name });
  try {
    const separator = page.getByRole('separator', { name: /list/i }).first();
    await separator.focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight');
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('weft.pane.')));
    expect(await kept()).not.toEqual([]);
    await showView(page, 'Settings');
    await region('Appearance').getByRole('button', { name: 'Reset the layout' }).click();
    expect(await kept()).toEqual([]);

    const aid = region('First aid');
    await expectPage(aid).toContainText('every file of the project can be read');
    await expectPage(aid).toContainText('none is asked: this program works alone');
    await expectPage(aid).toContainText(/this program \(process \d+\) has the right to write|nobody writes/);
    await writeFile(join(projectDir, '.codebolt/weft/samples/broken.json'), '{');
    await aid.getByRole('button', { name: 'Look again' }).click();
    await expectPage(aid).toContainText('broken.json');
    await expectPage(aid.getByRole('alert')).toContainText('To do: mend what is named here');
    await withClipboard(async () => {
      await aid.getByRole('button', { name: 'Copy diagnostics' }).click();
      await expectPage(aid.getByRole('button', { name: 'Copied' })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/## Findings[^#]*broken\.json/);
    });

    await region('Backups').getByRole('button', { name: 'Back up now' }).click();
    await expectPage(page.getByText(/^Backed up, as of/)).toBeVisible();
    await region('Backups').getByRole('button', { name: 'Back up now' }).click();
    const storage = region('Storage');
    await expectPage(storage).toContainText(/[2-9] copies: /);
    await storage.getByRole('button', { name: 'Clear up…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete old copies?' });
    await expectPage(question).toContainText('The newest copy stays');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectPage(storage).toContainText('1 copy: ');
    expect(faults).toEqual([]);
  } finally {
    await studio.close();
  }
});
