import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectPage } from './support/by-mouse.ts';
import { openStudio } from './support/studio.ts';

it('begins a project from a template, which is there whole and passes its tests', async () => {
  const studio = await openStudio('browser', { project: 'none' });
  const { page, projectDir, faults } = studio;
  try {
    await page.getByRole('button', { name: /^Support bot/ }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    const folder = dialog.getByRole('textbox', { name: 'Folder' });
    await expectPage(folder).toHaveValue(/support-bot$/);
    await folder.fill('support-bot');
    await dialog.getByRole('button', { name: 'Make project' }).click();
    await expectPage(dialog).toContainText('is no full path');
    await folder.fill(join(projectDir, '..', 'help desk'));
    await folder.press('Enter');
    await expectPage(page.getByRole('row', { name: 'Support rules' })).toBeVisible();
    await expectPage(page.getByRole('button', { name: 'Project help desk' })).toBeVisible();
    await page
      .getByRole('link', { name: 'Tests' })
      .or(page.getByRole('button', { name: 'Tests' }))
      .first()
      .click();
    await expectPage(page.getByText('3 of 3 tests pass')).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await studio.close();
  }
});
