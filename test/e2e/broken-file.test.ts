import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { chooseSample, expectPage, showView } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const opened: Studio[] = [];
const broken =
  '{\n  "id": "broken-rules",\n  "name": "Broken rules",\n  "rules": [ { "id": "one" "name": "" } ]\n}\n';

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

it.runIf(isLong)(
  'where the file of the memory or the sample in sight breaks, its editor stays with it and says what to do',
  async () => {
    const studio = await openStudio('browser');
    opened.push(studio);
    const { page, projectDir } = studio;
    await chooseSample(page, 'planning · developer');
    await showView(page, 'Samples');
    const main = page.getByRole('main');
    const breaks = async (folder: string, id: string) => {
      const file = join(projectDir, '.codebolt', folder, `${id}.json`);
      const whole = await readFile(file, 'utf8');
      await writeFile(file, whole.slice(0, -20));
      await expectPage(main).toContainText(`${id}.json cannot be read`);
      await expectPage(main).toContainText('Mend it in any editor');
      await writeFile(file, whole);
      await expectPage(main).not.toContainText('cannot be read');
    };
    await breaks('weft/samples', 'planning-developer');
    await expectPage(page.getByRole('tab', { name: 'Request' })).toBeVisible();
    await showView(page, 'Memories');
    await page.getByRole('row', { name: 'architecture-docs' }).click();
    await breaks('PersistentMemory', 'architecture-docs');
    await expectPage(page.getByRole('tab', { name: 'Pipeline' })).toBeVisible();
  },
);

it.runIf(isLong)(
  'lists a broken engine file with line, column and reason, leaves it alone, and the others work',
  async () => {
    const studio = await openStudio('browser');
    opened.push(studio);
    const { page, projectDir } = studio;
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
  },
);
