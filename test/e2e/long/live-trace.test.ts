import { expect, it } from 'vitest';
import { expectPage } from '../support/by-mouse.ts';
import { openStudio } from '../support/studio.ts';

it('fills the trace while an assembly takes its time, and then shows its result', async () => {
  const studio = await openStudio('browser');
  try {
    const { page } = studio;
    const calls = page.getByRole('treegrid', { name: 'Memory calls' });
    await calls.waitFor();
    // The host is as quick as ever; only its answer is held back, so that all it told before is seen.
    const held = { release: () => {} };
    const isReleased = new Promise<void>(resolve => {
      held.release = resolve;
    });
    await page.route('**/procedures/assembly.preview', async route => {
      const reply = await route.fetch();
      await isReleased;
      await route.fulfill({ response: reply });
    });
    await page.reload();
    const live = page.getByRole('region', { name: 'Assembling' });
    await expectPage(live).toContainText('Merging and budgeting');
    const rows = live.getByRole('list', { name: 'Pipelines' }).getByRole('listitem');
    expect(await rows.count()).toBeGreaterThan(1);
    await expectPage(rows.filter({ hasText: 'open-warnings' })).toContainText('4 items');
    held.release();
    await expectPage(calls).toBeVisible();
    await expectPage(live).toHaveCount(0);
    expect(studio.faults).toEqual([]);
  } finally {
    await studio.close();
  }
});
