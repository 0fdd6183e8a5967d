import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { DamageReport } from '../../../shared/contract/backups.ts';
import { askBeside, expectPage, showView } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';
import { takeShot } from '../support/take-shot.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

const report: DamageReport = {
  found_at: '2026-11-20T10:00:00.000Z',
  kept_in: '.codebolt/weft/corrupt-2026-11-20',
  backup: null,
  tables: [
    {
      table: 'ledger_record',
      read: 96,
      restored: 12,
      gaps: 1,
      restored_rows: [],
      gone: [{ id: '01KHGONE1' }, { id: '01KHGONE2' }],
      orphaned: 0,
    },
  ],
};

it('makes a backup, restores it, takes that back, and tells of damage until it is acknowledged', async () => {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page, projectDir, faults } = studio;
  const key = { instance: 'i', namespace: 'n', key: 'phase' };
  await askBeside(page, 'kv.set', { ...key, value: 'first' });
  await showView(page, 'Settings');
  const section = page.getByRole('region', { name: 'Backups' });
  await section.getByRole('button', { name: 'Back up now' }).click();
  const made = section.getByRole('row').filter({ hasText: 'By hand' });
  await expectPage(made).toHaveCount(1);
  await askBeside(page, 'kv.set', { ...key, value: 'second' });

  await made.getByRole('button', { name: 'Restore…' }).click();
  const dialog = page.getByRole('alertdialog');
  await expectPage(dialog).toContainText('It takes the place of all that the database holds');
  await expectPage(dialog).toContainText('this can be undone');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expectPage(section.getByRole('row').filter({ hasText: 'Before a restore' })).toHaveCount(1);
  expect(await askBeside(page, 'kv.get', key)).toMatchObject({ value: 'first' });
  await section.getByRole('button', { name: 'Undo restore…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expectPage(section.getByRole('row').filter({ hasText: 'Before a restore' })).toHaveCount(2);
  expect(await askBeside(page, 'kv.get', key)).toMatchObject({ value: 'second' });

  const folder = join(projectDir, report.kept_in);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  await askBeside(page, 'project.open', { path: projectDir });
  await page.reload();
  await showView(page, 'Rules');
  const banner = page.getByRole('note').filter({ hasText: 'Something of this project is gone' });
  await expectPage(banner).toHaveCount(1);
  await takeShot(page, 'damage-banner');
  await page.getByRole('button', { name: 'See what is gone' }).click();
  await expectPage(banner).toHaveCount(0);
  const gone = section.getByRole('list', { name: 'Rows that are gone' });
  await expectPage(gone.getByRole('listitem')).toHaveText(['id 01KHGONE1', 'id 01KHGONE2']);
  await expectPage(gone).toBeInViewport();
  for (const [colorScheme, width, height] of [
    ['light', 1100, 700],
    ['dark', 1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await takeShot(page, `backups-${colorScheme}-${width}`);
  }
  await section.getByRole('button', { name: 'Acknowledge' }).click();
  await expectPage(section).toContainText('acknowledged on');
  await showView(page, 'Rules');
  await expectPage(banner).toHaveCount(0);
  expect(faults).toEqual([]);
});
