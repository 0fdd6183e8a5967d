import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { chooseSample, expectPage, showView } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const opened: Studio[] = [];
const broken =
  '{\n  "id": "broken-rules",\n  "name": "Broken rules",\n  "rules": [ { "id": "one" "name": "" } ]\n}\n';

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

it('lists a broken engine file with line, column and reason, leaves it alone, and the others work', async () => {
  const studio = await openStudio('browser');
  opened.push(studio);
  const { page, projectDir } = studio;
  page.setDefaultTimeout(30_000);
  const file = join(projectDir, '.codebolt/context-rule-engines/broken-rules.json');
  await writeFile(file, broken);
  await page.reload();

  await showView(page, 'Problems');
  const problem = page.getByRole('listitem').filter({ hasText: 'broken-rules.json' });
  await expectPage(problem).toContainText('.codebolt/context-rule-engines/broken-rules.json');
  await expectPage(problem).toContainText('4:28');
  await expectPage(problem).toContainText('Error');

  await showView(page, 'Rules');
  const told = page.getByRole('list', { name: 'Files that cannot be read' });
  await expectPage(told.getByRole('listitem')).toContainText(['broken-rules.json4:28']);
  await chooseSample(page, 'planning · developer');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await expectPage(page.getByRole('button', { name: /4 of 9 rules fired/ })).toBeVisible();
  expect(await readFile(file, 'utf8')).toBe(broken);
});
