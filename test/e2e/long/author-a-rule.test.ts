import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  chooseSample,
  doubleClickEmptyCanvas,
  dragSlider,
  expectPage,
  exportEngine,
  pressAll,
  ruleNode,
  ruleOutcome,
  showDrawer,
} from '../support/by-mouse.ts';
import { openStudio, type Studio, type StudioKind } from '../support/studio.ts';

const opened: Studio[] = [];
const golden = join(import.meta.dirname, '../../golden/author-a-rule.json');
/** Its id follows the name until it is saved. */
const newRule = 'known-traps-in-the-web-app';
const engineFile = '.codebolt/context-rule-engines/planning-rules.json';

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

const shells = ['browser', 'electron'] as const;

describe.each(shells)('authoring a rule by mouse in the %s shell', kind => {
  it('adds a rule, sees what it does at once, undoes and redoes it all, and exports the engine', async () => {
    const studio = await open(kind);
    const { page } = studio;
    await chooseSample(page, 'planning · developer');
    await page.getByRole('row', { name: 'Planning rules' }).click();
    await seeSummary(studio, /4 of 9 rules fired/);

    await authorRule(studio);
    await lowerBudget(studio);

    const undone = await pressAll(page, 'Undo');
    expect(undone.at(-1)).toBe('Undo: add rule');
    await expectPage(ruleNode(page, newRule)).toHaveCount(0);
    await seeSummary(studio, /4 of 9 rules fired/);
    await expectPage(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    const onDisk = await readFile(join(studio.projectDir, engineFile), 'utf8');
    expect(await exportEngine(page)).toEqual({ filename: 'planning-rules.json', text: onDisk });

    const redone = await pressAll(page, 'Redo');
    expect(redone).toHaveLength(undone.length);
    await seeSummary(studio, /5 of 10 rules fired/);
    expect((await exportEngine(page)).text).toBe(await readFile(golden, 'utf8'));
    expect(studio.faults).toEqual([]);
  });
});

async function open(kind: StudioKind): Promise<Studio> {
  const studio = await openStudio(kind);
  opened.push(studio);
  return studio;
}

/** The summary follows every edit by itself: there is no button that runs anything. */
async function seeSummary({ page }: Studio, words: RegExp): Promise<void> {
  await expectPage(page.getByRole('button', { name: words })).toBeVisible();
  expect(await page.getByRole('button', { name: /^run/i }).count()).toBe(0);
}

async function authorRule(studio: Studio): Promise<void> {
  const { page } = studio;
  await doubleClickEmptyCanvas(page);
  const node = ruleNode(page, newRule);
  await page.getByRole('textbox', { name: 'Name of the rule' }).fill('Known traps in the web app');
  await page.keyboard.press('Tab');
  await expectPage(node).toContainText('Known traps in the web app');

  await page.getByTestId('operator-starts_with').dragTo(node);
  const condition = page.getByTestId('condition-0');
  await expectPage(condition).toBeVisible();
  await page.getByTestId('palette-review-tips').dragTo(node);
  await expectPage(node).toContainText('adds review-tips');

  await condition.getByRole('combobox', { name: 'Field' }).click();
  await condition.getByRole('combobox', { name: 'Field' }).fill('file_path');
  await page.getByRole('option', { name: 'addVar.file_path' }).click();
  const value = condition.getByRole('combobox', { name: 'Value' });
  await value.fill('services/');
  await value.press('Tab');
  await expectPage(ruleOutcome(page, newRule)).toHaveAccessibleName('failed');
  await seeSummary(studio, /4 of 10 rules fired/);
  await value.fill('apps/web/');
  await value.press('Tab');
  await expectPage(ruleOutcome(page, newRule)).toHaveAccessibleName('fired');
  await seeSummary(studio, /5 of 10 rules fired/);
}

/** Drags the limit down until an item leaves, and reads why in the trace. */
async function lowerBudget({ page }: Studio): Promise<void> {
  await showDrawer(page, 'Trace');
  const dropped = page.getByRole('list', { name: 'Dropped items' }).getByRole('listitem');
  const left = dropped.filter({ hasText: 'left with the budget' });
  const before = await left.count();
  await dragSlider(page, page.getByRole('slider', { name: 'Token limit' }), 0.3);
  await expectPage.poll(() => left.count()).toBeGreaterThan(before);
  await expectPage(left.last()).toHaveText(/#\d+ left with the budget: [\d,]+ tokens? over, last of /);
  await page.getByRole('button', { name: /^Back to [\d,]+$/ }).click();
  await expectPage.poll(() => left.count()).toBe(before);
}
