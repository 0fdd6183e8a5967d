import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { operatorNames } from '../../../shared/rules/operators.ts';
import { expectPage, settle } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

/** What is authored: an engine of four rules with all fourteen operators, as it is typed. */
const rules = [
  {
    name: 'Architecture while planning',
    conditions: ['phase is planning', 'agent_type in developer, qa', 'risk < 0.5', 'file_path exists'],
  },
  {
    name: 'Warnings from the second try on',
    conditions: ['iteration >= 1', 'phase is not done', 'text contains timeout'],
  },
  {
    name: 'Checklist for hotfixes',
    conditions: ['phase starts with hot', 'file_path ends with .sql', 'risk > 0.6', 'frozen does not exist'],
  },
  {
    name: 'Release notes',
    conditions: ['branch matches ^release/', 'cost <= 100', 'phase not in planning, review'],
  },
] as const;

const given = [
  ['addVar.file_path', 'a.sql'],
  ['addVar.phase', 'planning'],
  ['addVar.risk', '0.25'],
  ['scope.agent.agent_type', 'developer'],
] as const;

/**
 * The same by mouse before conditions were typed as a whole (commit 6bc8b391): chips for operators, a press into each value, a
 * double click for each rule; Enter after a text as now.
 */
const before = { clicks: 59, keys: 528 };

/** Somebody who counts what the hands do. */
class Hands {
  readonly counts = { clicks: 0, drags: 0, keys: 0 };
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(locator: Locator): Promise<void> {
    await locator.click();
    this.counts.clicks += 1;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.counts.keys += 1;
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.counts.keys += text.length;
  }

  /** Goes on with Tab until the focus is on what has that name. */
  async tabTo(name: RegExp | string, key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      if (isNamed(await focusedName(this.page), name)) return;
      await this.press(key);
    }
    throw new Error(`nothing named ${name} is on the way`);
  }
}

const roles = ['button', 'textbox', 'searchbox', 'combobox', 'spinbutton'] as const;

const named = (page: Page, name: RegExp | string): Locator =>
  roles.map(role => page.getByRole(role, { name, exact: true })).reduce((one, other) => one.or(other));

/** Of the element alone: to look for all that have the name takes longer than what the key did. */
async function focusedName(page: Page): Promise<string | undefined> {
  const focused = page.locator(':focus');
  if ((await focused.count()) === 0) return undefined;
  const told = /^- '?(\w+) ("(?:[^"\\]|\\.)*")/.exec(await focused.ariaSnapshot());
  return roles.some(role => role === told?.[1]) ? JSON.parse(told?.[2] ?? '""') : undefined;
}

const isNamed = (found: string | undefined, name: RegExp | string): boolean =>
  found !== undefined && (typeof name === 'string' ? found === name : name.test(found));

const focusedIs = (page: Page, name: RegExp | string) =>
  expectPage
    .poll(async () => isNamed(await focusedName(page), name), { message: `the focus is on ${name}` })
    .toBe(true);

it('who uses keys alone authors all fourteen operators, a memory of three steps, a sample and a contract', async () => {
  const studio = await openStudio('browser', { project: 'none' });
  try {
    const { page } = studio;
    const hands = new Hands(page);
    await page.getByRole('button', { name: /^Empty project/ }).waitFor();
    await hands.tabTo(/^Empty project/);
    await hands.press('Enter');
    await beginEngine(page, hands, async () => {
      await hands.tabTo('New engine');
      await hands.press('Enter');
    });
    for (const [index, rule] of rules.entries()) {
      if (index > 0) {
        await hands.press('Escape', 'n');
        await focusedIs(page, 'Name of the rule');
      }
      await typeRule(page, hands, rule, index === 0);
      await hands.press('Tab');
      await focusedIs(page, 'Add a memory');
      await hands.press('Enter');
      await focusedIs(page, 'Find a memory');
      await hands.type('Design notes');
      const first = page.getByRole('option').first();
      await expectPage(first).toHaveAccessibleName(index === 0 ? 'Create “Design notes”' : /design-notes/);
      await expectPage(page.locator(':focus')).toHaveAttribute('aria-activedescendant', /./);
      await hands.press('Enter');
      await focusedIs(page, 'Add a memory');
    }
    await goTo(page, hands, 'design-notes');
    await page.getByRole('tab', { name: 'Pipeline' }).waitFor();
    for (const step of ['Rank', 'Format']) {
      await settle(page);
      await hands.tabTo(/^Add step/);
      await hands.press('Enter');
      await page.getByRole('menuitem').first().waitFor();
      await hands.type(step);
      await expectPage(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${step}`));
      await hands.press('Enter');
      await expectPage(page.getByRole('menuitem')).toHaveCount(0);
    }
    await goTo(page, hands, 'New sample…');
    await focusedIs(page, 'Name');
    await hands.type('Planning, developer');
    for (const [name, value] of given) {
      await hands.tabTo(name);
      await hands.type(value);
    }
    await goTo(page, hands, 'New contract…');
    await typeContract(page, hands, async name => {
      await hands.tabTo(name);
      if (name === 'Add condition') await hands.press('Enter');
    });
    await expectPage(page.getByRole('contentinfo')).toContainText('unsaved');
    await hands.press('Control+s');
    await expectAuthored(studio);
  } finally {
    await studio.close();
  }
});

it('who uses the mouse does so with three of five of the presses that it took before', async () => {
  const studio = await openStudio('browser', { project: 'none' });
  try {
    const { page } = studio;
    const hands = new Hands(page);
    await hands.click(page.getByRole('button', { name: /^Empty project/ }));
    await beginEngine(page, hands, () =>
      hands.click(page.getByRole('button', { name: 'New engine' }).last()),
    );
    for (const [index, rule] of rules.entries()) {
      if (index > 0) {
        await hands.click(page.getByRole('button', { name: /^New rule N?$/ }));
        await focusedIs(page, 'Name of the rule');
      }
      await typeRule(page, hands, rule, index === 0);
      if (index > 0) await hands.click(page.getByTestId('palette-design-notes'));
      else {
        await hands.click(page.getByRole('button', { name: 'Add a memory' }));
        await focusedIs(page, 'Find a memory');
        await hands.type('Design notes');
        await hands.click(page.getByRole('option', { name: 'Create “Design notes”' }));
      }
    }
    await hands.click(page.getByTitle('Open design-notes'));
    for (const step of ['Rank', 'Format']) {
      await hands.click(
        page
          .getByRole('main')
          .getByRole('button', { name: /^Add step/ })
          .last(),
      );
      await hands.click(page.getByRole('menuitem', { name: new RegExp(`^${step}`) }));
    }
    await hands.click(railButton(page, 'Samples'));
    await hands.click(page.getByRole('button', { name: 'New sample' }).last());
    await focusedIs(page, 'Name');
    await hands.type('Planning, developer');
    for (const [name, value] of given) {
      await hands.click(named(page, name).first());
      await hands.type(value);
    }
    await hands.click(railButton(page, 'Contracts'));
    await hands.click(page.getByRole('button', { name: 'New contract' }).last());
    await typeContract(page, hands, name => hands.click(named(page, name).last()));
    await hands.click(page.getByRole('banner').getByRole('button', { name: 'Save', exact: true }));
    await expectAuthored(studio);
    expect(hands.counts).toEqual({ clicks: 27, drags: 0, keys: 512 });
    expect(hands.counts.clicks).toBeLessThanOrEqual(0.6 * before.clicks);
  } finally {
    await studio.close();
  }
});

const railButton = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: new RegExp(`^${view}`) });

/** By the palette that finds anything. */
async function goTo(page: Page, hands: Hands, name: string): Promise<void> {
  await hands.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to' }).waitFor();
  await hands.type(name);
  await expectPage(page.getByRole('menuitem').first()).toContainText(name.replace('…', ''));
  await hands.press('Enter');
  await expectPage(page.getByRole('dialog')).toHaveCount(0);
}

async function beginEngine(page: Page, hands: Hands, newEngine: () => Promise<void>): Promise<void> {
  await focusedIs(page, 'Folder');
  await hands.press('Enter');
  await page.getByRole('button', { name: 'New engine' }).last().waitFor();
  await newEngine();
  await focusedIs(page, 'Name');
  await hands.type('Delivery rules');
  await hands.press('Enter');
  await focusedIs(page, 'Name of the first rule');
}

/** Its name, then its conditions, each as a whole. */
async function typeRule(
  page: Page,
  hands: Hands,
  { name, conditions }: (typeof rules)[number],
  isFirst: boolean,
): Promise<void> {
  await hands.type(name);
  await hands.press('Enter');
  if (isFirst) {
    await focusedIs(page, 'Name of the rule');
    await hands.press('Enter');
  }
  for (const [index, condition] of conditions.entries()) {
    if (index > 0) await hands.press('Enter');
    await focusedIs(page, 'Field');
    await hands.type(condition);
    await hands.press('Enter');
    await focusedIs(page, /^Add condition/);
  }
}

async function typeContract(page: Page, hands: Hands, goOn: (name: string) => Promise<void>): Promise<void> {
  await focusedIs(page, 'Name');
  await hands.type('Notes while planning');
  // It guesses none.
  await goOn('Memory');
  await hands.type('design-notes');
  await hands.press('Enter');
  await goOn('Add condition');
  await focusedIs(page, 'Field');
  await hands.type('addVar.phase');
  await hands.press('Enter');
  await goOn('Value of condition 1');
  await hands.type('planning');
  await hands.press('Enter');
}

/** All of it is on disk, and what the sample shows is what was meant. */
async function expectAuthored({ page, projectDir, faults }: Studio): Promise<void> {
  const save = page.getByRole('banner').getByRole('button', { name: 'Save', exact: true });
  await expectPage(save).toBeDisabled();
  await expectPage(page.getByRole('contentinfo').getByText('Saved', { exact: true })).toBeVisible();
  // Where the dialog proposes it.
  const folder = join(projectDir, '../user-data/my-project/.codebolt');
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, file), 'utf8'));
  const engine = (await read('context-rule-engines/delivery-rules.json')) as ContextRuleEngine; // as it was saved
  expect(engine.rules.map(({ name, then }) => [name, then.add_memories])).toEqual(
    rules.map(({ name }) => [name, ['design-notes']]),
  );
  const asked = engine.rules.flatMap(({ when }) => when);
  expect(asked.map(({ operator }) => operator).toSorted()).toEqual([...operatorNames].toSorted());
  expect(asked.filter(({ field }) => !/^(?:addVar|scope|input)\./.test(field))).toEqual([]);
  const memory = (await read('PersistentMemory/design-notes.json')) as PersistentMemory; // as it was saved
  expect(memory.retrieval.pipeline.map(({ type }) => type)).toEqual(['static', 'rank', 'format']);
  expect(await read('weft/samples/planning-developer.json')).toMatchObject({
    name: 'Planning, developer',
    request: {
      scope_variables: { agent: { agent_type: 'developer' } },
      additional_variables: { file_path: 'a.sql', phase: 'planning', risk: 0.25 },
    },
  });
  expect(await read('contracts/notes-while-planning.json')).toMatchObject({
    name: 'Notes while planning',
    when: [{ field: 'addVar.phase', operator: 'eq', value: 'planning' }],
  });
  await railButton(page, 'Rules').focus();
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('button', { name: /rules fired/ })).toContainText('1 of 4 rules fired');
  expect(faults).toEqual([]);
}
