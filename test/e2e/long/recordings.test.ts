import { expect, it } from 'vitest';
import { expectPage, showView } from '../support/by-mouse.ts';
import { openStudio } from '../support/studio.ts';

it('shows a rule that never fired, applies what recordings speak for, and what that changes before it is saved', async () => {
  const studio = await openStudio('browser');
  const { page, faults } = studio;
  try {
    await showView(page, 'Recordings');
    const told = '"Wording changes" fired for 0 of 10,000 recorded requests';
    await expectPage(page.getByText(told)).toBeVisible();
    await expectPage(page.getByText('Sample data', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Suggestions' }).click();
    const moved = page.getByRole('region', { name: /fire where risk is at most 0.25/ });
    await moved.getByRole('button', { name: 'Apply' }).click();
    await expectPage(page.getByText('Never fired: 0 of 10,000 recorded requests')).toBeVisible();
    await showView(page, 'Recordings');
    await page.getByRole('tab', { name: 'Replay' }).click();
    const replay = page.getByRole('region', { name: 'Replay' });
    await expectPage(replay).toContainText('699 of 10,000 recorded requests change');
    await page.getByRole('tab', { name: 'Requests' }).click();
    await page.getByRole('button', { name: 'Make a sample' }).first().click();
    await expectPage(page.getByRole('row', { name: /^recorded / })).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await studio.close();
  }
});
