import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { bigRules, bigSamples, writeProject } from '../../bench/studio/big-project.ts';
import { removeFolder } from '../../support/temporary-folder.ts';
import { seriousFindings } from '../support/axe.ts';
import { expectPage, settle } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const names = [
  'Keep the plan in sight',
  'Release',
  'Rules of the house for reviewers of code on which security hangs',
  'a-checklist-without-any-place-to-break',
  'احتفظ بالخطة في الأفق',
  '日本語の規則の名前',
];
const state: { studio?: Studio; folder?: string } = {};

/** Rules that fire, do not, miss their variable, and are muted, each with one of the names. */
function rules(): ContextRule[] {
  return bigRules(30).map((rule, at) => ({
    ...rule,
    id: `rule-${at}`,
    name: names[at % names.length] ?? '',
    ...(at % 7 === 3 && { enabled: false }),
    ...(at % 5 === 2 && { when: [{ field: 'addVar.nowhere', operator: 'eq', value: 1 }] }),
    ...(at % 4 === 1 && { when: [{ field: 'addVar.phase', operator: 'exists' }] }),
  }));
}

beforeAll(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-far-'));
  const engine = { id: 'big', name: 'Big', description: '', enabled: true, rules: rules() };
  const memories = Array.from({ length: 30 }, (_, at) => `memory-${at}`);
  await writeProject(state.folder, engine, bigSamples(1), memories);
  state.studio = await openStudio('browser', {
    project: { folder: state.folder },
    context: { viewport: { width: 1920, height: 1080 } },
  });
  const { page } = state.studio;
  await page.getByRole('button', { name: 'See what would run…' }).first().click();
  await page.getByRole('button', { name: 'Trust this project' }).click();
  await page.getByRole('tablist', { name: 'Drawer' }).waitFor();
  await page.keyboard.press('Control+`');
  await page.getByRole('button', { name: 'Fit all rules' }).click();
  await expectPage(cards(page).and(page.locator('[class*=far]')).first()).toBeVisible();
  await settle(page);
});

afterAll(async () => {
  await state.studio?.close();
  if (state.folder) await removeFolder(state.folder);
});

const cards = (page: Page) => page.locator('.react-flow__node-rule article');

/** What each card in sight says, how high its letters are, and by how much its name goes beyond it. */
const look = (page: Page) =>
  cards(page).evaluateAll(all =>
    all.map(card => {
      const name = card.querySelector('[dir=auto]');
      const words = document.createRange();
      if (name) words.selectNodeContents(name);
      const [text, box] = [words.getBoundingClientRect(), card.getBoundingClientRect()];
      const sign = card.querySelector('[role=img]');
      return {
        name: name?.textContent ?? '',
        letters: Number.parseFloat(getComputedStyle(name ?? card).fontSize) * (box.width / 328),
        beyond: Math.max(
          box.left - text.left,
          text.right - box.right,
          box.top - text.top,
          text.bottom - box.bottom,
        ),
        outcome: sign?.getAttribute('aria-label') ?? '',
        look: `${sign?.textContent} on ${getComputedStyle(card).backgroundColor} ${getComputedStyle(card).borderStyle}`,
      };
    }),
  );

it('from as far as it goes each rule still has its name in it, and a sign and colour of its own for each outcome', async () => {
  const { page, faults } = state.studio ?? expect.unreachable('the studio did not open');
  const seen = await look(page);
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.filter(({ name, letters }) => name === '' || letters < 6.3)).toEqual([]);
  expect(seen.filter(({ beyond }) => beyond > 1)).toEqual([]);
  const looks = new Map(seen.map(({ outcome, look }) => [outcome, look]));
  expect([...looks.keys()].sort()).toEqual(['failed', 'fired', 'missing', 'muted']);
  expect(new Set(looks.values()).size).toBe(looks.size);
  expect(seen.filter(({ outcome, look }) => looks.get(outcome) !== look)).toEqual([]);
  expect(faults).toEqual([]);
});

it('finds a name that goes beyond its card', async () => {
  const { page } = state.studio ?? expect.unreachable('the studio did not open');
  await cards(page)
    .first()
    .locator('[dir=auto]')
    .evaluate(name => {
      name.textContent = 'much too long '.repeat(20);
    });
  expect((await look(page)).filter(({ beyond }) => beyond > 1)).toHaveLength(1);
});

it('300 rules are a few groups, opened and closed by keys, remembered, and opened by what is looked for in them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-groups-'));
  const engine = { id: 'big', name: 'Big', description: '', enabled: true, rules: bigRules(300, 6) };
  const memories = Array.from({ length: 6 }, (_, at) => `memory-${at}`);
  await writeProject(folder, engine, bigSamples(1), memories);
  const studio = await openStudio('browser', { project: { folder } });
  const { page } = studio;
  const group = (key: string) => page.getByTestId(`group-${key}`);
  const groups = page.locator('.react-flow__node-ruleGroup');
  const isOpen = (key: string) => group(key).locator('[aria-expanded=true]');
  const rule = (at: number) => page.getByTestId(`rule-rule-${at}`);
  try {
    await page.getByRole('button', { name: 'See what would run…' }).first().click();
    await page.getByRole('button', { name: 'Trust this project' }).click();
    await expectPage(groups).toHaveCount(6);
    await expectPage(cards(page)).toHaveCount(0);
    await expectPage(group('memory-1')).toContainText('adds memory-1');
    await expectPage(group('memory-1')).toContainText(/50 rules · \d+ fire/);

    // The dialog gives the focus back as it goes.
    await expectPage(page.getByRole('dialog')).toHaveCount(0);
    const canvas = page.getByRole('application', { name: /^Rule canvas/ });
    await canvas.click({ position: { x: 4, y: 4 } });
    await expectPage(canvas).toBeFocused();
    // A group counts as its rules, and no group opens for them.
    await page.keyboard.press('Control+a');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expectPage(inspector).toContainText('300 rules');
    await expectPage(page.locator('[data-live-announcer]')).toContainText('300 selected.');
    await expectPage(cards(page)).toHaveCount(0);
    await page.keyboard.press('m');
    await expectPage(inspector.getByRole('button', { name: 'Unmute all' })).toBeVisible();
    await expectPage(cards(page)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expectPage(canvas).toHaveAttribute('aria-activedescendant', /group/);
    await page.keyboard.press('Enter');
    await expectPage(page.locator('[aria-expanded=true]').and(groups.getByRole('button'))).toHaveCount(1);
    await expectPage(cards(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expectPage(canvas).toHaveAttribute('aria-activedescendant', /rule/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectPage(cards(page)).toHaveCount(0);

    // Rule number 123 adds memory-4.
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in this view' }).fill('Rule number 123');
    await page.keyboard.press('Enter');
    await expectPage(rule(123)).toBeVisible();
    await page.keyboard.press('Escape');

    // What was opened by hand is in the layout file; the engine's file knows nothing of it.
    await page.getByRole('button', { name: 'Back to the first rule' }).click();
    await group('memory-0').getByRole('button').click();
    await expectPage(isOpen('memory-0')).toHaveCount(1);
    await page.keyboard.press('Control+s');
    const layout = join(folder, '.codebolt/weft/layout/big.json');
    await expectPage(page.getByRole('contentinfo')).toContainText('Saved');
    expect(JSON.parse(await readFile(layout, 'utf8')).groups).toEqual({ by: 'adds', open: ['memory-0'] });
    await page.reload();
    await expectPage(rule(123)).toBeVisible();
    await page.getByRole('button', { name: 'Back to the first rule' }).click();
    await expectPage(isOpen('memory-0')).toHaveCount(1);

    await page.getByRole('button', { name: 'Group the rules' }).click();
    await page.getByRole('menuitem', { name: 'Grouped by addVar.phase' }).click();
    await expectPage(groups.first()).toContainText(/phase (?:is|is not|matches) /);
    await page.getByRole('button', { name: 'Group the rules' }).click();
    await page.getByRole('menuitem', { name: 'Each rule by itself' }).click();
    await expectPage(groups).toHaveCount(0);
    await expectPage(cards(page).first()).toBeVisible();
    expect(studio.faults).toEqual([]);
  } finally {
    await studio.close();
    await removeFolder(folder);
  }
});
