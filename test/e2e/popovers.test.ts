import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSample, expectPage, showView } from './support/by-mouse.ts';
import { describeAdder, walkStudio } from './support/find-adders.ts';
import { openStudio, type Studio } from './support/studio.ts';

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser');
  await chooseSample(state.studio.page, 'planning · developer');
});

afterAll(() => state.studio?.close());

it('every popover lets Mod+S save and closes at one Escape, also with something typed', async () => {
  const { page, faults } = studio();
  await makeChange(page);
  const wrong: string[] = [];
  const tried = new Set<string>();
  const look = async (at: Parameters<typeof describeAdder>[0]) => {
    for (const trigger of await triggers(page).all()) {
      // What is shown may still change after the list was made; what is gone is met again in its new place.
      const name = await nameOf(trigger).catch(() => undefined);
      if (name === undefined) continue;
      const key = await kindOf(trigger, at.view, name);
      if (tried.has(key) || !(await isOfUse(trigger))) continue;
      tried.add(key);
      const told = await tryPopover(page, trigger);
      if (told !== undefined) wrong.push(`${describeAdder(at)} › ${name}: ${told}`);
    }
  };
  await walkStudio(page, at => look({ ...at, press: [] }));
  expect(wrong).toEqual([]);
  expect([...tried]).toEqual(expect.arrayContaining(['Rules Add a memory', 'Rules More for this rule']));
  expect(tried.size).toBeGreaterThan(20);
  expect(faults).toEqual([]);
}, 600_000);

it('Enter on “Create …” creates the memory and connects it', async () => {
  const { page } = studio();
  await showView(page, 'Rules');
  await page.getByRole('button', { name: 'Add a memory' }).click();
  await page.keyboard.type('Ferry timetable');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('region', { name: 'Memories it adds' })).toContainText('ferry-timetable');
  await expectPage(page.getByRole('dialog')).toHaveCount(0);
});

it('the palette closes at one Escape, also with something typed', async () => {
  const { page } = studio();
  await page.keyboard.press('Control+k');
  await expectPage(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  await page.keyboard.type('plan');
  await expectPage(page.getByRole('searchbox')).toHaveValue('plan');
  await page.keyboard.press('Escape');
  await expectPage(page.getByRole('dialog')).toHaveCount(0);
});

it('control: what needs two presses, and keeps Mod+S to itself, is found', async () => {
  const { page } = studio();
  await page.evaluate(() => {
    const [trigger, list] = [document.createElement('button'), document.createElement('div')];
    trigger.textContent = 'Stubborn';
    trigger.setAttribute('aria-haspopup', 'true');
    Object.assign(trigger.style, { position: 'fixed', zIndex: '9', left: '400px', top: '300px' });
    list.role = 'listbox';
    list.textContent = 'two presses';
    list.tabIndex = 0;
    trigger.onclick = () => {
      document.body.append(list);
      list.focus();
    };
    const presses: string[] = [];
    list.onkeydown = event => {
      if (event.key === 'Escape' && presses.push(event.key) === 2) list.remove();
    };
    document.body.append(trigger);
  });
  const trigger = page.getByRole('button', { name: 'Stubborn' });
  expect(await tryPopover(page, trigger, 2_000)).toBe('Escape left it open');
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

const triggers = (page: Page): Locator =>
  page.locator(
    'button[aria-haspopup], button[aria-expanded][data-react-aria-pressable], input[role=combobox]',
  );
/** What has not come back by then is gone. */
const goneMs = 3_000;
const popovers = (page: Page): Locator =>
  page.locator(':is([role=listbox], [role=menu], [role=dialog]):not(main *)');

/** Something to save, which undo and redo take back and make again. */
async function makeChange(page: Page): Promise<void> {
  await showView(page, 'Samples');
  await page.getByRole('textbox', { name: 'Description' }).fill('On its way to a release.');
  await page.keyboard.press('Control+s');
  await expectPage(saveButton(page)).toBeDisabled();
}

const saveButton = (page: Page): Locator =>
  page.locator('header').getByRole('button', { name: /Save$/, includeHidden: true });

async function nameOf(trigger: Locator): Promise<string> {
  const read = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.ariaLabel ?? document.getElementById(id)?.textContent)
      .join(' ');
  return (await trigger.evaluate(read, undefined, { timeout: goneMs })).trim();
}

/** Of several that differ only in what they belong to one is tried; with `WEFT_LONG=1` each, in each view. */
async function kindOf(trigger: Locator, view: string, name: string): Promise<string> {
  if (process.env.WEFT_LONG === '1') return `${view} ${name}`;
  const isEverywhere = await trigger
    // The bar above all views, and no head of a part of one.
    .evaluate(
      element =>
        element.closest('header') !== null &&
        element.closest('main, aside, section, [role=complementary], [role=dialog]') === null,
      undefined,
      { timeout: goneMs },
    )
    .catch(() => false);
  const kind = name.replace(/\S+[._]\S+/g, '#').replace(/ \d.*/, ' #');
  return isEverywhere ? kind : `${view} ${kind}`;
}

const isOfUse = async (trigger: Locator): Promise<boolean> =>
  (await trigger.isVisible()) && (await trigger.isEnabled({ timeout: goneMs }).catch(() => false));

/** What is wrong with a popover. */
async function tryPopover(page: Page, trigger: Locator, timeout = 60_000): Promise<string | undefined> {
  const banner = page.getByRole('banner');
  const undo = banner.getByRole('button', { name: /^Undo/ });
  // Everything is saved, so that either way leads to something that is not.
  await ((await undo.isEnabled()) ? undo : banner.getByRole('button', { name: /^Redo/ })).click();
  const before = await popovers(page).count();
  await trigger.click();
  if ((await popovers(page).count()) === before) await page.keyboard.press('ArrowDown');
  const isShown = await expectPage
    .poll(() => popovers(page).count(), { timeout: 1_000 })
    .not.toBe(before)
    .then(
      () => true,
      () => false,
    );
  // What opens no popover is another test's matter.
  if (!isShown) return undefined;
  await page.keyboard.type('e');
  await page.keyboard.press('Control+s');
  const isSaved = await expectPage(saveButton(page))
    .toBeDisabled({ timeout })
    .then(
      () => true,
      () => false,
    );
  await page.keyboard.press('Escape');
  const isOpen = await expectPage
    .poll(() => popovers(page).count(), { timeout })
    .toBe(before)
    .then(
      () => false,
      () => true,
    );
  for (let tries = 0; isOpen && tries < 3; tries += 1) await page.keyboard.press('Escape');
  if (!isSaved) return 'Mod+S did not save';
  return isOpen ? 'Escape left it open' : undefined;
}
