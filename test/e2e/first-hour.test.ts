import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { expectPage, showView } from './support/by-mouse.ts';
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
    await showView(page, 'Tests');
    await expectPage(page.getByText('3 of 3 tests pass')).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await studio.close();
  }
});

it.runIf(isLong)(
  'leads through the sample project: what the user does ends each step, and repairs its overlap and its test',
  async () => {
    const studio = await openStudio('browser', { project: 'none' });
    const { page, faults } = studio;
    const tour = page.getByRole('status', { name: 'Tour' });
    const step = (number: number) => expectPage(tour).toContainText(`Step ${number} of 7`);
    const go = () => tour.getByRole('button', { name: 'Take me there' }).click();
    try {
      await page.getByRole('button', { name: /^Open the sample project/ }).click();
      await step(1);
      await page.getByTestId('rule-architecture-while-planning').click();
      await step(2);
      await tour.getByRole('button', { name: 'Leave the tour' }).click();
      await expectPage(tour).toHaveCount(0);
      await page.reload();
      await expectPage(page.getByTestId('rule-architecture-while-planning')).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByPlaceholder(/./).fill('tour of');
      await expectPage(page.getByText('Tour of the sample project')).toBeVisible();
      await page.keyboard.press('Enter');
      await step(2);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Sample$/ })
        .click();
      await page.getByRole('option', { name: /^planning · tech_lead/ }).click();
      await step(3);
      await go();
      await step(4);
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await step(5);
      await go();
      await page.getByRole('row', { name: 'Security from a risk of 0.6 on' }).click();
      await step(6);
      const expectations = page.getByRole('region', { name: 'Expectations' });
      await expectations.getByRole('button', { name: 'Mend' }).first().click();
      await step(7);
      await page.keyboard.press('Control+s');
      await expectPage(tour).toContainText('That was the tour');
      const project = await page
        .getByRole('button', { name: 'Project agent-team' })
        .locator('span[title]')
        .getAttribute('title');
      const read = (id: string) =>
        readFile(join(String(project), '.codebolt/context-rule-engines', id), 'utf8');
      expect(await read('planning-rules.json')).not.toContain('architecture-for-tech-leads');
      expect(await read('review-rules.json')).toContain('"gte",\n          "value": 0.6');
      await tour.getByRole('button', { name: 'End the tour' }).click();
      await expectPage(tour).toHaveCount(0);
      expect(faults).toEqual([]);
    } finally {
      await studio.close();
    }
  },
);
