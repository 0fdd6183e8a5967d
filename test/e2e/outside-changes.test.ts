import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { removeFolder, writeTree } from '../support/temporary-folder.ts';
import { expectPage, ruleNode } from './support/by-mouse.ts';
import { openStudio, type Studio, type StudioOptions } from './support/studio.ts';
import { takeShot } from './support/take-shot.ts';

const opened: Studio[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
  for (const folder of folders.splice(0)) await removeFolder(folder);
});

async function open(options: StudioOptions = {}): Promise<Studio> {
  const studio = await openStudio('browser', options);
  opened.push(studio);
  return studio;
}

const engineFile = ({ projectDir }: Studio) =>
  join(projectDir, '.codebolt/context-rule-engines/review-rules.json');

const readEngine = async (studio: Studio): Promise<ContextRuleEngine> =>
  JSON.parse(await readFile(engineFile(studio), 'utf8'));

/** Changes the engine's file as an editor or git would. */
async function changeOutside(studio: Studio, recipe: (engine: ContextRuleEngine) => void): Promise<void> {
  const engine = await readEngine(studio);
  recipe(engine);
  await writeFile(engineFile(studio), `${JSON.stringify(engine, null, 2)}\n`);
}

async function describeRule(page: Page, text: string): Promise<void> {
  await page.getByRole('row', { name: 'Review rules' }).click();
  await ruleNode(page, 'review-basics').click();
  const field = page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Description');
  await field.fill(text);
  await field.press('Tab');
}

it('merges what others change elsewhere, and asks where both changed the same', async () => {
  const studio = await open();
  const { page } = studio;
  await describeRule(page, 'Mine.');
  await changeOutside(studio, engine => {
    engine.rules = engine.rules.map(rule =>
      rule.id === 'hotfix-checklist' ? { ...rule, name: 'Theirs' } : rule,
    );
  });
  await expectPage(ruleNode(page, 'hotfix-checklist')).toContainText('Theirs');
  await expectPage(page.getByRole('button', { name: /^Undo: / })).toHaveAttribute(
    'aria-label',
    /Merge outside/,
  );

  await changeOutside(studio, engine => {
    engine.rules = engine.rules.map(rule =>
      rule.id === 'review-basics' ? { ...rule, description: 'Others.' } : rule,
    );
  });
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expectPage(dialog).toContainText('Mine.');
  await expectPage(dialog).toContainText('Others.');
  await takeShot(page, 'conflict');
  await dialog.getByRole('radio', { name: 'On disk' }).click();
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expectPage(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: /^Undo: / }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await readEngine(studio)).rules[0]?.description).toBe('Mine.');
  expect((await readEngine(studio)).rules.map(({ name }) => name)).toContain('Theirs');
  expect(studio.faults).toEqual([]);
});

it('only shows a project that came from elsewhere until it is trusted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-clone-'));
  folders.push(folder);
  const rule = { id: 'r', name: 'Always', when: [], then: { add_memories: ['m'] } };
  const engine = { id: 'cloned', name: 'Cloned rules', description: '', enabled: true, rules: [rule] };
  await writeTree(folder, {
    '.codebolt/context-rule-engines/cloned.json': JSON.stringify(engine),
    '.codebolt/weft.json': JSON.stringify({ context_engineering: { redaction_mode: 'off' } }),
  });
  const { page, faults } = await open({ project: { folder } });
  await page.getByRole('row', { name: 'Cloned rules' }).click();
  await expectPage(ruleNode(page, 'r')).toBeVisible();
  // The banner's; the empty trace offers the same.
  const see = page.getByRole('button', { name: 'See what would run…' }).first();
  await see.click();
  const dialog = page.getByRole('dialog', { name: 'What would run' });
  await expectPage(dialog).toContainText('Always adds m');
  await expectPage(dialog).toContainText('secrets are NOT taken out of what leaves Weft');
  await page.keyboard.press('Escape');
  await expectPage(page.getByText('You are only looking at this project')).toBeVisible();
  await see.click();
  await dialog.getByRole('button', { name: 'Trust this project' }).click();
  await expectPage(page.getByText('You are only looking at this project')).toHaveCount(0);
  expect(faults).toEqual([]);
});
