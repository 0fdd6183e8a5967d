import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { expectPage, pressAll, settle, showView, viewButtons } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const state: { studio?: Studio } = {};
const studio = (): Studio => state.studio ?? expect.unreachable('the studio is not open');

beforeAll(async () => {
  state.studio = await openStudio('browser');
});
afterAll(() => state.studio?.close());

/** What takes a thing, or a part of one, away. */
const deletes = /^(?:Delete|Remove|Forget|Discard|Clear up|Mark as read|Restore…)/;
/** What a question says of the way back. */
const saysWhetherBack = /cannot be undone|can be undone|undo brings it back/;
/** In every run one view as it opens; all with all that can be chosen in them with `WEFT_LONG=1`. */
const quickViews = ['Tests'];
const mostRows = isLong ? 2 : 1;
const mostChips = isLong ? 8 : 0;
const mostTabs = isLong ? Number.POSITIVE_INFINITY : 1;

it('every deletion says what names it or that it cannot be undone, and else is undone at a press', async () => {
  const { page, faults } = studio();
  const wrong: string[] = [];
  const tried = new Map<string, string>();
  await walk(page, async where => {
    for (const name of await deletersIn(page)) {
      const kind = kindOf(name, where);
      // What was shown before another went may be gone.
      if (tried.has(kind) || !(await isThere(page, name))) continue;
      const told = await tryDeletion(page, name);
      tried.set(kind, told.way);
      if (told.fault !== undefined) wrong.push(`${where} › ${name}: ${told.fault}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(faults).toEqual([]);
  const ways = [...tried].map(([kind, way]) => `${kind}: ${way}`);
  const known = ['Tests › Actions for tests › Delete test: message'];
  const others = [
    'Rules › More for this rule › Delete: message',
    'Memories › Actions of this memory › Delete memory: asks',
    'Remove condition: step',
    'Delete collection: asks',
    'Samples › Actions for samples › Delete sample: asks',
    'Delete entity: message',
    'Conversations › Actions for conversations › Delete conversation…: asks',
    'Forget these: asks',
  ];
  expect(ways).toEqual(expect.arrayContaining(isLong ? [...known, ...others] : known));
}, 600_000);

it('what is named elsewhere is asked about with all that names it, by key too, and comes back with the message', async () => {
  const { page } = studio();
  await showView(page, 'Rules');
  await page.getByRole('row', { name: 'Planning rules' }).click();
  await page.getByRole('tab', { name: 'Canvas' }).click();
  await page.getByTestId('rule-architecture-while-planning').click();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: /^Delete “/ });
  await expectPage(question).toContainText('Named by: 1 test');
  await expectPage(question.getByRole('listitem')).toContainText('test');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectPage(page.getByTestId('rule-architecture-while-planning')).toHaveCount(0);
  await messages(page).getByRole('button', { name: 'Undo' }).click();
  await expectPage(page.getByTestId('rule-architecture-while-planning')).toBeVisible();
});

it('control: a button that deletes without a word is found', async () => {
  const { page } = studio();
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Delete silently';
    Object.assign(button.style, { position: 'fixed', zIndex: '99', left: '400px', top: '300px' });
    document.body.append(button);
  });
  expect(await deletersIn(page)).toContain('Delete silently');
  expect((await tryDeletion(page, 'Delete silently', 1_000)).fault).toBe(
    'nothing was said, and nothing undoes it',
  );
});

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const undo = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Undo/ });
const menu = (page: Page) => page.getByRole('menu');

/** Parts of the same kind go the same way, whatever they are called. */
const kindOf = (name: string, where: string): string =>
  /^(?:Delete (?:memory|test|sample|contract|topic|entity|conversation|collection)|Forget|Discard|Clear up|Mark)/.test(
    name,
  )
    ? name.replace(/^(Delete collection) .*/, '$1')
    : /^Remove condition/.test(name)
      ? 'Remove condition'
      : `${where.split(' › ')[0]} › ${name.replace(/[\d“"].*| \S*[._-]\S*.*/g, '').trim()}`;

type Look = (where: string) => Promise<void>;

/** Every view, its first rows, its tabs, what can be chosen in them, and the lists at the right of some. */
async function walk(page: Page, look: Look): Promise<void> {
  for (const [view, button] of await viewButtons(page, isLong ? undefined : quickViews)) {
    await button.click();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await settle(page);
    const rows = page.getByRole('complementary', { name: 'List' }).getByRole('row');
    const count = Math.min(await rows.count(), mostRows);
    if (count === 0) await lookAtTabs(page, view, look);
    for (let row = 0; row < count; row += 1) {
      if ((await rows.count()) <= row) break;
      await rows.nth(row).click();
      await lookAtTabs(page, view, look);
    }
    for (const name of ['Topics', 'Entities']) {
      const row = page.getByRole('grid', { name }).getByRole('row').first();
      if (!(await row.isVisible())) continue;
      await row.click();
      await settle(page);
      await look(`${view} › ${name}`);
    }
  }
}

async function lookAtTabs(page: Page, view: string, look: Look): Promise<void> {
  const tabs = page.locator('main [role=tablist]:not([aria-label=Drawer]) [role=tab]');
  const names = (await tabs.allInnerTexts()).map(name => name.split('\n')[0] ?? name);
  if (names.length === 0) await look(view);
  for (const tab of names.slice(0, mostTabs)) {
    await tabs.filter({ hasText: tab }).first().click();
    await settle(page);
    await look(`${view} › ${tab}`);
    // What is chosen in a group of chips may bring something that can be deleted.
    const chips = page.locator('main [role=group] > button[aria-pressed], main [role=radio]');
    // From the last to the first: the first ones choose what the others are.
    for (let chip = Math.min(await chips.count(), mostChips) - 1; chip >= 0; chip -= 1) {
      if (!(await chips.nth(chip).isVisible())) continue;
      await chips.nth(chip).locator('xpath=ancestor-or-self::*[self::label or self::button][1]').click();
      await settle(page);
      await look(`${view} › ${tab} › ${chip}`);
    }
  }
}

/** Names of what deletes in sight, those in menus as `menu › entry`. */
async function deletersIn(page: Page): Promise<string[]> {
  const plain = await namesOf(page, 'button:not([aria-haspopup])');
  const found = plain.filter(name => deletes.test(name));
  const triggers = (await namesOf(page, 'button[aria-haspopup]')).filter(
    name => /^(?:Actions|More)/.test(name) && !seenMenus.has(name),
  );
  for (const trigger of triggers) {
    seenMenus.add(trigger);
    await press(page, trigger);
    if (!(await menu(page).isVisible())) continue;
    const entries = await menu(page).getByRole('menuitem').locator('[slot=label]').allInnerTexts();
    found.push(...entries.filter(entry => deletes.test(entry)).map(entry => `${trigger} › ${entry}`));
    await page.keyboard.press('Escape');
  }
  return found;
}
const seenMenus = new Set<string>();

const namesOf = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll(buttons =>
      buttons
        .filter(
          button =>
            button.checkVisibility() &&
            !button.matches(':disabled, [aria-disabled=true]') &&
            button.closest('[inert], [role=alertdialog], [aria-label=Messages]') === null,
        )
        .map(button => (button.ariaLabel ?? button.textContent ?? '').trim()),
    );

async function isThere(page: Page, name: string): Promise<boolean> {
  const [first = ''] = name.split(' › ');
  return (await page.getByRole('button', { name: first, exact: true }).count()) > 0;
}

async function press(page: Page, name: string): Promise<void> {
  const [first = '', entry] = name.split(' › ');
  await page
    .locator('button')
    .and(page.getByRole('button', { name: first, exact: true }))
    .first()
    .click();
  if (entry !== undefined) await menu(page).getByRole('menuitem', { name: entry }).first().click();
}

interface Told {
  readonly way: 'asks' | 'message' | 'step' | 'form' | 'none';
  readonly fault?: string;
}

/** Deletes, as far as nothing asks, and takes it back. */
async function tryDeletion(page: Page, name: string, timeout = 20_000): Promise<Told> {
  const before = await undo(page).getAttribute('aria-label');
  const wasAble = await undo(page).isEnabled();
  const revert = page.getByRole('button', { name: 'Revert' });
  await press(page, name);
  const question = page.getByRole('alertdialog');
  const back = messages(page).getByRole('button', { name: 'Undo' });
  const way = async (): Promise<Told['way']> => {
    if (await question.isVisible()) return 'asks';
    if (await back.first().isVisible()) return 'message';
    if (
      (await undo(page).getAttribute('aria-label')) !== before ||
      (!wasAble && (await undo(page).isEnabled()))
    )
      return 'step';
    return (await revert.isVisible()) && (await revert.isEnabled()) ? 'form' : 'none';
  };
  await expectPage
    .poll(way, { timeout })
    .not.toBe('none')
    .catch(() => undefined);
  const found = await way();
  switch (found) {
    case 'asks': {
      const text = (await question.textContent()) ?? '';
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expectPage(question).toHaveCount(0);
      return saysWhetherBack.test(text)
        ? { way: found }
        : { way: found, fault: `does not say whether it comes back: ${text}` };
    }
    case 'message':
      await back.first().click();
      await expectPage(back).toHaveCount(0);
      break;
    case 'step':
      await pressAll(page, 'Undo');
      break;
    case 'form':
      await revert.click();
      break;
    case 'none':
      return { way: found, fault: 'nothing was said, and nothing undoes it' };
  }
  await settle(page);
  return { way: found };
}
