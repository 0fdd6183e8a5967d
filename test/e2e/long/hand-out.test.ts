import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { exportFormat, exportFormatNames } from '../../../shared/model/export-format.ts';
import { removeFolder } from '../../support/temporary-folder.ts';
import { chooseSample, expectPage, showView } from '../support/by-mouse.ts';
import { withClipboard } from '../support/clipboard.ts';
import { openStudio } from '../support/studio.ts';
import { takeShot } from '../support/take-shot.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

it('hands out an engine in every format, a request as a program and a trace as one page', async () => {
  const context = {
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1100, height: 700 },
  };
  const studio = await openStudio('browser', { context });
  ends.push(() => studio.close());
  const { page } = studio;
  await chooseSample(page, 'Hotfix');
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export an engine' });
  await dialog.getByRole('button', { name: /Format/ }).click();
  await expectPage(page.getByRole('option')).toHaveCount(exportFormatNames.length);
  await takeShot(page, 'export-formats');
  await page.getByRole('option', { name: exportFormat('csv').name }).click();
  await expectPage(dialog.getByRole('button', { name: /^Download .*\.csv$/ })).toBeEnabled();
  await takeShot(page, 'export');
  await page.keyboard.press('Escape');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save trace as one HTML file' }).click();
  const folder = await mkdtemp(join(tmpdir(), 'weft-trace-'));
  ends.push(() => removeFolder(folder));
  const file = join(folder, (await saved).suggestedFilename());
  await (await saved).saveAs(file);
  const asked: string[] = [];
  const other = await page.context().newPage();
  other.on('request', request => asked.push(request.url()));
  await other.goto(`file://${file}`);
  await expectPage(other.getByRole('heading', { name: 'Memory calls' })).toBeVisible();
  expect(asked).toEqual([`file://${file}`]);
  expect(await readFile(file, 'utf8')).not.toContain('<script');
  await takeShot(other, 'trace-html');
  await other.close();

  await showView(page, 'Samples');
  await page.getByRole('button', { name: 'Copy as request' }).click();
  await takeShot(page, 'copy-request');
  await withClipboard(async () => {
    await page.getByRole('menuitem', { name: 'Copy as Python' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('import urllib.request');
  });
  expect(studio.faults).toEqual([]);
});
