import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { faintWords, seriousFindings } from './support/axe.ts';
import { chooseSample, expectPage, settle, showView, tellHealth } from './support/by-mouse.ts';
import { findCrowding } from './support/find-crowding.ts';
import { openStudio, type Studio } from './support/studio.ts';

const state: { studio?: Studio; readonly seen: string[]; readonly elsewhere: string[] } = {
  seen: [],
  elsewhere: [],
};

/** The other theme, the larger window and what keeps people out: of each view as it opens in every run, of each tab with `WEFT_LONG=1`. */
const isLong = process.env.WEFT_LONG === '1';

const small = { width: 1100, height: 700 };
const large = { width: 1440, height: 900 };

beforeAll(async () => {
  state.studio = await openStudio('browser', { context: { viewport: small, reducedMotion: 'reduce' } });
  const { page } = state.studio;
  const { origin } = new URL(page.url());
  page.on('request', request => {
    if (!request.url().startsWith(origin)) state.elsewhere.push(request.url());
  });
  await chooseSample(page, 'planning · developer');
  await tellHealth(page);
  // A selected memory has tabs of its own.
  await showView(page, 'Memories');
  await page.getByRole('row', { name: 'architecture-docs' }).click();
  await page.getByRole('tab', { name: 'Pipeline' }).waitFor();
});

afterAll(() => state.studio?.close());

/** Every view, and how many tabs it has with those of the drawer. */
const views = [
  ['Rules', 9],
  ['Memories', 4],
  ['Samples', 7],
  ['Contracts', 0],
  ['Tests', 4],
  ['Assembly', 0],
  ['Ledger', 4],
  ['Handoff', 3],
  ['Conversations', 3],
  ['Health', 3],
  ['Sessions', 2],
  ['Recordings', 4],
  ['Problems', 0],
  ['Settings', 0],
] as const;

it.each(views)(
  '%s has room for its words and is open to all, in each tab',
  async (view, tabs) => {
    const { page, faults } = studio();
    await showView(page, view);
    const wrong: string[] = [];
    let first = true;
    for await (const where of everyTab(page, view, tabs)) {
      const found = [...(await findCrowding(page)), ...(await sideways(page))];
      if (first || isLong) found.push(...(await seriousFindings(page)), ...(await lookOtherwise(page)));
      first = false;
      state.seen.push(where);
      wrong.push(...found.map(text => `${where}: ${text}`));
    }
    expect([wrong, faults]).toEqual([[], []]);
  },
  300_000,
);

it('saw every view and tab there is', async () => {
  const rail = studio().page.getByRole('navigation', { name: 'Views' }).getByRole('button');
  expect(await rail.count()).toBe(views.length);
  expect(state.seen).toEqual(
    expect.arrayContaining([
      'Rules › Budget',
      'Memories › Pipeline',
      'Conversations › Arc',
      'Health › Report',
    ]),
  );
});

it('what waits to be trusted is told in the room there is', async () => {
  const { page, projectDir } = studio();
  const file = join(projectDir, '.codebolt/context-rule-engines/review-rules.json');
  const engine: ContextRuleEngine = JSON.parse(await readFile(file, 'utf8'));
  engine.rules = engine.rules.map(rule => ({ ...rule, priority: (rule.priority ?? 0) + 1 }));
  await writeFile(file, JSON.stringify(engine, null, 2));
  await page.getByText('What changed outside Weft in 1 file does nothing yet').waitFor();
  await showView(page, 'Rules');
  await settleAlone(page);
  expect([...(await findCrowding(page)), ...(await seriousFindings(page))]).toEqual([]);
});

it('the parts of the window are gone round by F6, skipped to, closed without losing the focus, and remembered by view', async () => {
  const { page } = studio();
  await showView(page, 'Rules');
  await page.setViewportSize(large);
  const announced = page.locator('[data-live-announcer] > span');
  const around: (string | null)[] = [];
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('F6');
    around.push(await announced.textContent());
    expect(around.at(-1)).toMatch(new RegExp(`^${await regionOfFocus(page)},`));
  }
  const names = ['List', 'Editor', 'Drawer', 'Inspector', 'Status bar', 'Top bar', 'Views', 'List'];
  expect(around).toEqual(names.map(name => `${name}, ${order.indexOf(name) + 1} of 7`));
  await page.keyboard.press('Control+b');
  expect(await regionOfFocus(page)).toBe('Editor');
  await expectPage(page.getByRole('complementary', { name: 'List' })).toBeHidden();
  await showView(page, 'Memories');
  await expectPage(page.getByRole('complementary', { name: 'List' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip to inspector' }).focus();
  await page.keyboard.press('Enter');
  expect(await regionOfFocus(page)).toBe('Inspector');
  await showView(page, 'Rules');
  await page.getByRole('contentinfo').getByRole('button', { name: 'List', exact: true }).click();
  await expectPage(page.getByRole('complementary', { name: 'List' })).toBeVisible();
  await page.setViewportSize(small);
});

const order = ['Top bar', 'Views', 'List', 'Editor', 'Drawer', 'Inspector', 'Status bar'];

const regionOfFocus = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'));

it('the whole walk asked nothing of elsewhere', () => {
  expect(state.elsewhere).toEqual([]);
});

it('control: words over words, words cut off, and a button without a name are found', async () => {
  const { page } = studio();
  await page.evaluate(() => {
    const add = (tag: string, text: string, style: Partial<CSSStyleDeclaration>) => {
      const element = document.createElement(tag);
      element.textContent = text;
      Object.assign(element.style, { position: 'absolute', zIndex: '5' }, style);
      document.body.append(element);
    };
    add('p', 'over the brand', { left: '50px', top: '14px' });
    add('p', 'longer than its room', {
      left: '300px',
      top: '200px',
      width: '50px',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
    });
    add('p', '', { left: `${innerWidth}px`, width: '100px', height: '1px' });
    add('button', '', { left: '400px', top: '300px', width: '9px', height: '9px' });
  });
  const crowding = await findCrowding(page);
  expect(crowding).toContainEqual(expect.stringMatching(/"over the brand"/));
  expect(crowding).toContainEqual(expect.stringMatching(/^"longer than its room" is cut off/));
  expect(await sideways(page)).toEqual(['scrolls sideways by 100 px']);
  expect(await seriousFindings(page)).toContainEqual(expect.stringMatching(/^button-name/));
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

/** The view as it opens where it has no tabs; else every tab that is in sight in it. */
async function* everyTab(page: Page, view: string, count: number): AsyncGenerator<string> {
  const tabs = page.getByRole('tab');
  // Also what says that the view has come.
  await expectPage(tabs).toHaveCount(count);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await settleAlone(page);
  if (count === 0) yield view;
  for (const tab of await tabs.all()) {
    await tab.click();
    await settleAlone(page);
    yield `${view} › ${(await tab.textContent())?.replace(/\d+$/, '')}`;
  }
}

async function sideways(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beyond === 0 ? [] : [`scrolls sideways by ${beyond} px`];
}

/** Only colours differ from theme to theme, and only the room from size to size. */
async function lookOtherwise(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await settleAlone(page);
  const dark = (await faintWords(page)).map(text => `dark: ${text}`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(large);
  await settleAlone(page);
  const roomy = (await findCrowding(page)).map(text => `1440 x 900: ${text}`);
  await page.setViewportSize(small);
  await settleAlone(page);
  return [...dark, ...roomy];
}

/** Also nothing carries the pointer's hover. */
async function settleAlone(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await settle(page);
}
