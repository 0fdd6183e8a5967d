import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { isLong } from '../support/property-runs.ts';
import { chooseSample, expectPage, ruleNode, ruleOutcome } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

async function open(): Promise<Studio> {
  const studio = await openStudio('browser');
  opened.push(studio);
  await chooseSample(studio.page, 'planning · developer');
  await studio.page.getByRole('row', { name: 'Planning rules' }).click();
  await expectPage(summary(studio.page)).toContainText('4 of 9 rules fired');
  return studio;
}

const summary = (page: Page) => page.getByRole('button', { name: /rules fired/ });
/** What it says once it says the same for a while: the exact counts of an assembly come after those of the rules. */
async function settledSummary(page: Page): Promise<string> {
  for (let text = ''; ; ) {
    const now = (await summary(page).textContent()) ?? '';
    if (now === text && now.includes('tokens')) return now;
    text = now;
    await page.waitForTimeout(1500);
  }
}
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const engineFile = ({ projectDir }: Studio) =>
  join(projectDir, '.codebolt/context-rule-engines/planning-rules.json');
const savedRules = async (studio: Studio) =>
  (JSON.parse(await readFile(engineFile(studio), 'utf8')) as ContextRuleEngine).rules;

async function newRule(page: Page, name: string): Promise<void> {
  await page.getByRole('application', { name: /^Rule canvas/ }).focus();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Name of the rule' }).fill(name);
}

it.runIf(isLong)(
  'a new rule and an alternative are drafts that change nothing until they have a condition',
  async () => {
    const studio = await open();
    const { page } = studio;
    const before = await settledSummary(page);
    const file = await readFile(engineFile(studio), 'utf8');
    await newRule(page, 'Ask the QA team');
    await page.keyboard.press('Tab');
    await expectPage(ruleNode(page, 'ask-the-qa-team')).toContainText('draft');
    await expectPage(ruleOutcome(page, 'ask-the-qa-team')).toHaveAccessibleName('muted');
    await expectPage(inspector(page)).toContainText('Not evaluated until it has a condition.');
    await expectPage(summary(page)).toHaveText(before);

    await page.getByRole('button', { name: 'Fit all rules' }).click();
    await ruleNode(page, 'architecture-while-planning').click();
    await page.getByRole('button', { name: 'More for this rule' }).click();
    await page.getByRole('menuitem', { name: 'Add an alternative' }).click();
    await expectPage(inspector(page)).toContainText('Not evaluated until it has a condition.');
    await expectPage(summary(page)).toHaveText(before);
    // Saved they are beside the engine, and there again in a page that is loaded anew.
    await page.keyboard.press('Control+s');
    await expectPage(page.getByRole('banner').getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(await readFile(engineFile(studio), 'utf8')).toBe(file);
    await page.reload();
    await expectPage(ruleNode(page, 'ask-the-qa-team')).toContainText('draft');
    await expectPage(inspector(page)).toContainText('Not evaluated until it has a condition.');

    await inspector(page)
      .getByRole('button', { name: /^Add condition/ })
      .click();
    const condition = page.getByTestId('condition-0');
    await expectPage(condition.getByRole('combobox', { name: 'Field' })).toBeFocused();
    await condition.getByRole('combobox', { name: 'Field' }).fill('addVar.phase');
    await page.getByRole('option', { name: 'addVar.phase' }).click();
    await expectPage(condition.getByRole('combobox', { name: 'Value' })).toBeFocused();
    const isOn = inspector(page).getByRole('switch', { name: /^Fires when it matches/, includeHidden: true });
    await page.keyboard.type('plan');
    await expectPage(isOn).not.toBeChecked();
    await expectPage(condition).toContainText('draft');
    await page.keyboard.type('ning');
    await page.keyboard.press('Enter');
    await expectPage(isOn).toBeChecked();
    await expectPage(summary(page)).toContainText('of 10 rules');
  },
);

it.runIf(isLong)(
  'a variable of the palette asks for its value by key, with the values that were seen and where',
  async () => {
    const { page } = await open();
    await newRule(page, 'Risky');
    await page.keyboard.press('Tab');
    await page.getByTestId('ask-addVar.risk').focus();
    await page.keyboard.press('Enter');
    const condition = page.getByTestId('condition-0');
    await expectPage(condition.getByRole('combobox', { name: 'Field' })).toHaveValue('addVar.risk');
    await expectPage(condition).toContainText('draft');
    await condition
      .getByRole('button', { name: 'Values seen' })
      .or(condition.getByRole('combobox', { name: 'Value' }))
      .first()
      .click();
    const seen = page.getByRole('menuitem').or(page.getByRole('option')).first();
    await expectPage(seen).toContainText(/sample|rule/);
    await seen.click();
    await expectPage(condition).not.toContainText('draft');
    await expectPage(ruleNode(page, 'risky')).not.toContainText('draft');
  },
);

it.runIf(isLong)(
  'a template makes a rule that asks for what it lacks, and is heard once it has it',
  async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'New rule from a template' }).click();
    await page.getByRole('menuitem', { name: /^Only for an agent/ }).click();
    const condition = page.getByTestId('condition-0');
    await expectPage(condition.getByRole('combobox', { name: 'Add a value' })).toBeFocused();
    await expectPage(condition).toContainText('draft');
    await page.keyboard.type('developer');
    await page.keyboard.press('Enter');
    await expectPage(condition).not.toContainText('draft');
    await expectPage(page.locator('button', { hasText: 'rules fired' })).toContainText('5 of 10');
  },
);

it.runIf(isLong)(
  'several selected rules are told as several, and what is done is done to all of them',
  async () => {
    const { page } = await open();
    const ids = (await page
      .locator('[data-testid^="rule-"]')
      .evaluateAll(nodes =>
        nodes.slice(0, 3).map(node => (node as HTMLElement).dataset.testid?.slice(5) ?? ''),
      )) as [string, string, string];
    await ruleNode(page, ids[0]).click();
    for (const id of ids.slice(1)) await ruleNode(page, id).click({ modifiers: ['Shift'] });
    await expectPage(inspector(page).getByRole('heading', { name: '3 rules' })).toBeVisible();
    await expectPage(inspector(page).getByRole('textbox', { name: 'Name of the rule' })).toHaveCount(0);

    await inspector(page)
      .getByRole('button', { name: /^Mute all/ })
      .click();
    for (const id of ids) await expectPage(ruleOutcome(page, id)).toHaveAccessibleName('muted');
    await inspector(page).getByRole('spinbutton', { name: 'Priority of all' }).fill('77');
    await expectPage(inspector(page)).toContainText('priority 77 · muted');
    for (const id of ids) await expectPage(ruleNode(page, id)).toContainText('77');
    const ofAll = inspector(page).getByRole('region', { name: 'Tags', exact: true });
    await inspector(page).getByRole('textbox', { name: 'Add a tag to all' }).fill('together');
    await page.keyboard.press('Enter');
    await expectPage(ofAll).toContainText('togetherall');
    await inspector(page).getByRole('combobox', { name: 'Add a condition to all' }).fill('addVar.phase');
    await page.keyboard.press('Tab');
    await inspector(page).getByRole('textbox', { name: 'Condition in words' }).fill('in planning, review');
    await page.keyboard.press('Enter');
    await expectPage(inspector(page).getByRole('region', { name: 'Conditions', exact: true })).toContainText(
      'addVar.phase is one of planning, reviewall',
    );
    await inspector(page).getByRole('button', { name: 'Delete 3 rules' }).click();
    // Tests name some of them.
    await page
      .getByRole('alertdialog', { name: 'Delete 3 rules?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    for (const id of ids) await expectPage(ruleNode(page, id)).toHaveCount(0);
    const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
    await expectPage(undo).toHaveAccessibleName('Undo: delete 3 rules');
    await undo.click();
    await expectPage(undo).toHaveAccessibleName('Undo: add condition to 3 rules');
  },
);

it.runIf(isLong)(
  'the id of a rule follows its name until the rule is saved, also where the name is still being typed',
  async () => {
    const studio = await open();
    const { page } = studio;
    await newRule(page, 'Ask the QA team');
    await page.keyboard.press('Tab');
    await page.getByTestId('ask-addVar.phase').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('planning');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name of the rule' }).focus();
    await page.keyboard.press('Control+s');
    await expectPage
      .poll(async () => (await savedRules(studio)).at(-1))
      .toMatchObject({
        id: 'ask-the-qa-team',
        name: 'Ask the QA team',
      });
    await expectPage(page.getByRole('banner').getByRole('button', { name: 'Save' })).toBeDisabled();
    // The cursor stayed where it was, and a saved id stays what it is.
    await page.keyboard.type(' twice');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+s');
    await expectPage
      .poll(async () => (await savedRules(studio)).at(-1))
      .toMatchObject({
        id: 'ask-the-qa-team',
        name: 'Ask the QA team twice',
      });
    expect(studio.faults).toEqual([]);
  },
);

it.runIf(isLong)(
  'a new rule whose name is undone stays in sight, under the id that it has then',
  async () => {
    const { page } = await open();
    await newRule(page, 'Ask the QA team');
    await page.keyboard.press('Tab');
    await expectPage(ruleNode(page, 'ask-the-qa-team')).toBeVisible();
    const name = inspector(page).getByLabel('Name of the rule');
    await page.getByRole('button', { name: /^Undo: rename rule/i }).click();
    await expectPage(ruleNode(page, 'ask-the-qa-team')).toHaveCount(0);
    await expectPage(name).not.toHaveValue('Architecture while planning');
    await page.getByRole('button', { name: /^Redo: rename rule/i }).click();
    await expectPage(name).toHaveValue('Ask the QA team');
  },
);

it('the matrix tells a missing variable and an error from a condition that does not hold', async () => {
  const studio = await open();
  const { page } = studio;
  const [first, second] = await savedRules(studio);
  const engine = JSON.parse(await readFile(engineFile(studio), 'utf8')) as ContextRuleEngine;
  const [phase, broken] = [
    { field: 'addVar.never_given', operator: 'eq' as const, value: 'x' },
    { field: 'addVar.phase', operator: 'regex' as const, value: '(' },
  ];
  for (const rule of engine.rules) {
    if (rule.id === first?.id) rule.when = [phase];
    if (rule.id === second?.id) rule.when = [broken];
  }
  await writeFile(engineFile(studio), `${JSON.stringify(engine, null, 2)}\n`);
  await page.getByRole('tab', { name: 'Matrix' }).click();
  const cell = (name: RegExp) => page.getByRole('gridcell', { name });
  await expectPage(cell(/^planning · developer: a variable is missing/).first()).toHaveText('?');
  await expectPage(cell(/^planning · developer: a condition is an error/).first()).toHaveText('!');
  await expectPage(cell(/^planning · developer: does not fire/).first()).toHaveText('–');
  await expectPage(cell(/^planning · developer: fires/).first()).toHaveText('✓');
  await page
    .getByRole('rowheader', { name: first?.name ?? '' })
    .getByRole('button')
    .click();
  await expectPage(
    page
      .getByRole('region', { name: 'Samples that fire' })
      .getByRole('button', { name: /a variable is missing/ }),
  ).not.toHaveCount(0);
});

it.runIf(isLong)(
  'where the file of the engine in sight breaks, the editor stays with it and says what to do',
  async () => {
    const studio = await open();
    const { page } = studio;
    const whole = await readFile(engineFile(studio), 'utf8');
    await writeFile(engineFile(studio), whole.slice(0, -40));
    const main = page.getByRole('main');
    await expectPage(main).toContainText('planning-rules.json cannot be read');
    await expectPage(main).toContainText('Mend it in any editor');
    await expectPage(inspector(page)).toContainText('No engine in sight');
    await expectPage(page.locator('[data-testid^="rule-"]')).toHaveCount(0);
    await page.keyboard.press('n');
    await expectPage(page.getByRole('banner').getByRole('button', { name: 'Undo' })).toBeDisabled();
    await writeFile(engineFile(studio), whole);
    await expectPage(summary(page)).toContainText('4 of 9 rules fired');
    await expectPage(ruleNode(page, 'architecture-while-planning')).toBeVisible();
  },
);
