import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectPage, showView } from '../support/by-mouse.ts';
import { openStudio } from '../support/studio.ts';

const engineFile = '.codebolt/context-rule-engines/review-rules.json';

it('shows who has read no manual a contract that an edit breaks, a test that fails with its mend, and a rule that never fires', async () => {
  const studio = await openStudio('browser');
  const { page, projectDir, faults } = studio;
  try {
    const readSaved = () => readFile(join(projectDir, engineFile), 'utf8');
    const saved = await readSaved();
    await breakContract(page);
    await mendTest(page);
    expect(await readSaved()).toBe(saved);
    await showView(page, 'Recordings');
    const neverFired = '"Wording changes" fired for 0 of 10,000 recorded requests';
    await expectPage(page.getByText(neverFired)).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await studio.close();
  }
});

async function breakContract(page: Page): Promise<void> {
  await page.getByRole('row', { name: 'Review rules' }).click();
  await page.getByTestId('rule-security-for-risk').click();
  const banner = page.getByRole('note').filter({ hasText: 'This edit breaks' });
  const bound = page.getByTestId('condition-0').getByRole('spinbutton', { name: 'Value' });
  await expectPage(bound).toHaveValue('0.6');
  await expectPage(banner).toHaveCount(0);
  await bound.fill('0.9');
  await bound.press('Tab');
  await expectPage(banner).toContainText('the contract “Risky changes get the security checklist”');
  const [, risk = ''] = /broken by .*risk ([\d.]+)/.exec((await banner.textContent()) ?? '') ?? [];
  // The contract asks from 0.8 on, and the edited rule gives nothing up to 0.9.
  expect([Number(risk) >= 0.8, Number(risk) <= 0.9]).toEqual([true, true]);
  await banner.getByRole('button', { name: 'Try the request' }).click();
  const sample = page.getByRole('banner').getByRole('button', { name: /Sample$/ });
  await expectPage(sample).toContainText('breaks Risky changes get the security checklist');
}

/** Its mend is to the rule that the edit has changed, and what that breaks is whole again. */
async function mendTest(page: Page): Promise<void> {
  await showView(page, 'Tests');
  const test = page.getByRole('row', { name: 'Security from a risk of 0.6 on' });
  await test.click();
  await expectPage(test).toContainText('fails');
  const mend = page.getByRole('region', { name: 'Expectations' }).getByRole('button', { name: 'Mend' });
  await mend.first().click();
  await expectPage(mend).toHaveCount(0);
  await expectPage(test).toContainText('passes');
  await expectPage(page.getByText('3 of 3 tests pass')).toBeVisible();
  await showView(page, 'Rules');
  await expectPage(page.getByRole('note').filter({ hasText: 'This edit breaks' })).toHaveCount(0);
}
