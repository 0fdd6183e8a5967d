import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { isLong, sampled } from '../support/property-runs.ts';
import { faintWords, seriousFindings } from './support/axe.ts';
import { chooseSample, expectPage, settle, showView, tellHealth } from './support/by-mouse.ts';
import { bareTexts, describeBare } from './support/find-bare-texts.ts';
import { findCrowding, findNoRoom, findSideways } from './support/find-crowding.ts';
import { escapeLeaves, moving, tabThrough } from './support/find-stops.ts';
import { findUnreachable } from './support/find-unreachable.ts';
import { openStudio, type Studio } from './support/studio.ts';
import { walkDialogs, walkMenus } from './support/walk-dialogs.ts';

/**
 * One walk over all views and tabs, and all who judge them: room, axe, numbers without a word, stops of Tab, motion. In the
 * long tier `words`, `access` and others have walks of their own.
 */
const state: {
  studio?: Studio;
  readonly seen: string[];
  readonly elsewhere: string[];
  readonly stops: Set<string>;
} = { seen: [], elsewhere: [], stops: new Set() };

const small = { width: 1100, height: 700 };
const large = { width: 1440, height: 900 };
const half = { width: 720, height: 450 };

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
  ['Rules', 11],
  ['Memories', 4],
  ['Samples', 8],
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

/** The other theme, the larger window and what keeps people out: of some views as they open in every run, of each tab with `WEFT_LONG=1`. */
const openToAll = sampled(views, 2);

/** Only colours differ from theme to theme, and only the room from size to size. 720 x 450 is 200% zoom of 1440 x 900. */
const looks: readonly (readonly [string, 'dark' | 'light', typeof small])[] = isLong
  ? [
      ['dark, 1440 x 900', 'dark', large],
      ['720 x 450', 'light', half],
    ]
  : [['dark, 720 x 450', 'dark', half]];

// Before tabs are walked through: each view is as it opens. To change the theme or the size takes longer than to change the view.
it.each(looks)(
  '%s: every view has room for its words, which can be read',
  async (name, colorScheme, size) => {
    const { page } = studio();
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const wrong: string[] = [];
    for (const [view] of openToAll) {
      await showView(page, view);
      await settleAlone(page);
      const tabs = isLong ? await page.getByRole('tab').all() : [];
      for (const tab of tabs.length === 0 ? [undefined] : tabs) {
        if (tab && !(await tab.isVisible())) continue;
        await tab?.click();
        await settleAlone(page);
        const where = [name, view, await tab?.textContent()].filter(Boolean).join(', ');
        const found = [
          ...(await findNoRoom(page)),
          ...(colorScheme === 'dark' ? await faintWords(page) : []),
        ];
        wrong.push(...found.map(text => `${where}: ${text}`));
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(small);
    expect(wrong).toEqual([]);
  },
  300_000,
);

it.each(sampled(views, 4))(
  '%s has room for its words and is open to all, in each tab',
  async (view, tabs) => {
    const { page, faults } = studio();
    await showView(page, view);
    const wrong: string[] = [];
    let isJudged = openToAll.some(([name]) => name === view);
    for await (const where of everyTab(page, view, tabs)) {
      const found = [...(await findNoRoom(page)), ...(await bareTexts(page)).map(describeBare)];
      if (isLong || isJudged) found.push(...(await seriousFindings(page)));
      isJudged = false;
      found.push(...(await moving(page)), ...(await stuckStops(page)));
      state.seen.push(where);
      wrong.push(...found.map(text => `${where}: ${text}`));
    }
    wrong.push(...(await bareInFirstRow(page)).map(text => `${view}, first row: ${text}`));
    expect([wrong, faults]).toEqual([[], []]);
  },
  300_000,
);

/** Parts that hold many of a kind and are not left with Tab, each tried once. */
async function stuckStops(page: Page): Promise<string[]> {
  const tried = await tabThrough(page, state.stops);
  return tried.flatMap(([name, fault]) => (fault === undefined ? [] : [`${name}: ${fault}`]));
}

/** What another row of the list shows, where it is not the first that is chosen. */
async function bareInFirstRow(page: Page): Promise<string[]> {
  const rows = page.getByRole('complementary', { name: 'List' }).getByRole('row');
  const chosen = await rows.evaluateAll(all => all.findIndex(one => one.ariaSelected === 'true'));
  if (chosen === 0 || (await rows.count()) === 0) return [];
  await rows.first().click();
  await settle(page);
  const found = (await bareTexts(page)).map(describeBare);
  if (chosen > 0) await rows.nth(chosen).click();
  return found;
}

it('saw every view there is with its tabs, or some of both', async () => {
  const rail = studio().page.getByRole('navigation', { name: 'Views' }).getByRole('button');
  expect(await rail.count()).toBe(views.length);
  const known = ['Rules › Canvas', 'Problems'];
  const others = [
    'Ledger › Timeline',
    'Rules › Budget',
    'Memories › Pipeline',
    'Conversations › Arc',
    'Health › Report',
  ];
  expect(state.seen).toEqual(expect.arrayContaining(isLong ? [...known, ...others] : known));
  expect(state.stops.size).toBeGreaterThan(isLong ? 12 : 6);
});

it.runIf(isLong)(
  'windows and menus have room too, Escape closes what lies on top alone, and what is chosen keeps its mark in forced colours',
  async () => {
    const { page } = studio();
    await showView(page, 'Rules');
    const wrong: string[] = [];
    const escaped: string[] = [];
    for (const size of [small, large, half]) {
      await page.setViewportSize(size);
      const look = async (name: string) => {
        const found = [...(await findNoRoom(page)), ...(await seriousFindings(page)).filter(isNotHidden)];
        found.push(...(await moving(page)));
        const left = await escapeLeaves(page);
        if (left !== undefined) escaped.push(name);
        found.push(...(left ?? []));
        wrong.push(...found.map(text => `${size.width} px, ${name}: ${text}`));
      };
      const opened = await walkDialogs(page, look, { most: 1 });
      expect(opened).toEqual(expect.arrayContaining(['New engine…', 'Import…', 'Keyboard shortcuts']));
      await walkMenus(page, look);
    }
    await page.setViewportSize(small);
    expect(wrong).toEqual([]);
    expect(escaped.length).toBeGreaterThan(0);
    // Some windows belong to a view, which they show.
    await showView(page, 'Rules');
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(unmarked)).toEqual([]);
    await page
      .locator('[aria-current=page]')
      .evaluate((element: HTMLElement) => element.style.setProperty('outline', 'none', 'important'));
    expect(await page.evaluate(unmarked)).toEqual(['Rules']);
    await page
      .locator('[aria-current=page]')
      .evaluate((element: HTMLElement) => element.style.removeProperty('outline'));
    await page.emulateMedia({ forcedColors: 'none' });
  },
  600_000,
);

/** A list that opens hides the page around it from those who hear it, and the focus stays in its field. */
const isNotHidden = (finding: string): boolean => !finding.startsWith('aria-hidden-focus');

/** In the page: what is chosen and bears no outline, where colours alone would say it. */
function unmarked(): string[] {
  const chosen = '[aria-current=page], [role=row][aria-selected=true], [role=tab][aria-selected=true]';
  return [...document.querySelectorAll(chosen)]
    .filter(element => element.checkVisibility() && getComputedStyle(element).outlineStyle === 'none')
    .map(element => element.ariaLabel ?? element.textContent ?? '');
}

it('what waits to be trusted is told in the room there is', async () => {
  const { page } = studio();
  await changeOutside();
  await showView(page, 'Rules');
  await settleAlone(page);
  expect([...(await findCrowding(page)), ...(await seriousFindings(page))]).toEqual([]);
});

/** Waits to be trusted from then on. */
async function changeOutside(): Promise<void> {
  const { page, projectDir } = studio();
  const file = join(projectDir, '.codebolt/context-rule-engines/review-rules.json');
  const engine: ContextRuleEngine = JSON.parse(await readFile(file, 'utf8'));
  engine.rules = engine.rules.map(rule => ({ ...rule, priority: (rule.priority ?? 0) + 1 }));
  await writeFile(file, JSON.stringify(engine, null, 2));
  await page.getByText('What changed outside Weft in 1 file does nothing yet').waitFor();
}

it('the parts of the window are gone round by F6, skipped to, closed without losing the focus, and remembered by view', async () => {
  const { page } = studio();
  await changeOutside();
  await showView(page, 'Rules');
  await page.setViewportSize(large);
  const announced = page.locator('[data-live-announcer] > span');
  const around: (string | null)[] = [];
  for (let press = 0; press < 10; press += 1) {
    await page.keyboard.press('F6');
    around.push(await announced.textContent());
    expect(around.at(-1)).toMatch(new RegExp(`^${await regionOfFocus(page)},`));
  }
  const names = [...order.slice(2), ...order.slice(0, 4)];
  expect(around).toEqual(names.map(name => `${name}, ${order.indexOf(name) + 1} of 8`));
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

const order = ['Top bar', 'Views', 'Notices', 'List', 'Editor', 'Drawer', 'Inspector', 'Status bar'];

const regionOfFocus = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'));

async function removersIn(page: Page): Promise<Locator> {
  const removers = page
    .locator('[data-region] button:not(:disabled):visible')
    .and(page.getByRole('button', { name: /^(?:Remove|Delete|Forget)\b/ }));
  // Some views have none; those of every run do, once they are drawn.
  if (!isLong) await removers.first().waitFor();
  return removers;
}

it.runIf(isLong)('what is taken away gives the focus to what stood beside it', async () => {
  const { page } = studio();
  await page.setViewportSize(large);
  const tried = new Set<string>();
  for (const view of isLong ? views.map(([name]) => name) : ['Rules', 'Tests']) {
    await showView(page, view);
    // In the outline the button stays, for the next row; and what a walk before has added holds nothing to take away.
    if (view === 'Rules') await page.getByRole('tab', { name: 'JSON' }).click();
    if (view === 'Tests') await page.getByText('Planning starts from the').first().click();
    await settleAlone(page);
    const removers = await removersIn(page);
    for (let presses = 0; presses < (isLong ? 12 : 3) && (await removers.count()) > 0; presses += 1) {
      const name = (await removers.first().getAttribute('aria-label')) ?? 'a remover';
      tried.add(name);
      const count = await removers.count();
      const remover = await removers.first().elementHandle();
      await remover?.focus();
      await page.keyboard.press('Enter');
      // The same element may stand for what comes next, and keeps the focus.
      const isDone = async () =>
        (await removers.count()) !== count ||
        (await remover?.evaluate(element => document.activeElement !== element));
      await expectPage.poll(isDone, { message: `${view}: ${name}` }).toBe(true);
      await expectPage
        .poll(() => page.evaluate(() => document.activeElement !== document.body), { message: name })
        .toBe(true);
      await page.keyboard.press('Escape');
    }
  }
  expect(tried.size).toBeGreaterThan(3);
  await page.setViewportSize(small);
});

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
      document.querySelector('#root')?.append(element);
    };
    add('p', 'over the brand', { left: '50px', top: '14px' });
    add('p', 'longer than its room', {
      left: '300px',
      top: '200px',
      width: '50px',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
    });
    const wide = document.createElement('p');
    Object.assign(wide.style, {
      position: 'absolute',
      left: `${innerWidth}px`,
      width: '100px',
      height: '1px',
    });
    document.body.append(wide);
    add('p', 'longer than its room, with dots', {
      left: '300px',
      top: '240px',
      width: '60px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    });
    add('button', 'half of it', { left: `${innerWidth - 20}px`, top: '260px', width: '60px' });
    add('button', '', { left: '400px', top: '300px', width: '9px', height: '9px' });
  });
  const crowding = await findCrowding(page);
  expect(crowding).toContainEqual(expect.stringMatching(/"over the brand"/));
  expect(crowding).toContainEqual(expect.stringMatching(/^"longer than its room" is cut off/));
  expect(await findUnreachable(page)).toEqual([
    '"longer than its room, with dots" is cut, and nothing opens it',
    '"half of it" reaches out of the window by 40 px',
  ]);
  expect(await findSideways(page)).toEqual(['scrolls sideways by 100 px']);
  expect(await seriousFindings(page)).toContainEqual(expect.stringMatching(/^button-name/));
});

it('control: a part of several stops, what moves, and numbers without a word are found', async () => {
  const { page } = studio();
  await page.evaluate(() => {
    const bar = document.createElement('div');
    Object.assign(bar, { role: 'toolbar', ariaLabel: 'Two stops' });
    bar.append(document.createElement('button'), document.createElement('button'));
    bar.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1000, iterations: Number.POSITIVE_INFINITY });
    const main = document.querySelector('main');
    if (main === null) return;
    main.innerHTML =
      '<p>–</p><p>17</p><p>1877 tokens</p><p><b>3</b> rules</p><p><b>0</b> rules</p>' +
      '<div role="row">notes <span>–</span></div>' +
      '<table><thead><tr><th>Tokens</th></tr></thead><tbody><tr><td>12</td></tr></tbody></table>';
    main.prepend(bar);
  });
  expect(await tabThrough(page, new Set())).toContainEqual(['Two stops', 'Tab stayed in it']);
  expect(await moving(page)).toEqual([expect.stringMatching(/^Two stops/)]);
  const inMain = (await bareTexts(page)).filter(({ place }) => place === 'main').map(({ text }) => text);
  expect(inMain).toEqual(['–', '17', '1877 tokens', '–']);
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

/** The view as it opens where it has no tabs; else every second of its tabs, and with `WEFT_LONG=1` each. */
async function* everyTab(page: Page, view: string, count: number): AsyncGenerator<string> {
  const tabs = page.getByRole('tab');
  // Also what says that the view has come.
  await expectPage(tabs).toHaveCount(count);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await settleAlone(page);
  if (count === 0) yield view;
  for (const tab of sampled(await tabs.all(), Math.ceil(count / 2))) {
    await tab.click();
    await settleAlone(page);
    yield `${view} › ${(await tab.textContent())?.replace(/\d+$/, '')}`;
  }
}

/** Also nothing carries the pointer's hover. */
async function settleAlone(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await settle(page);
}
