import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { studioCommand, studioCommandIds } from '../../../shared/model/studio-command.ts';
import {
  askBeside,
  chooseSample,
  expectPage,
  pressAll,
  saveByKeyboard,
  showView,
} from '../support/by-mouse.ts';
import {
  type AdderPath,
  addersIn,
  describeAdder,
  type Place,
  pressNamed,
  walkStudio,
  walkTo,
} from '../support/find-adders.ts';
import { openStudio, type Studio } from '../support/studio.ts';

/** Buttons that add, found on the walk over all popovers, once a place. */
const state: { studio?: Studio; readonly adders: Map<string, AdderPath> } = { adders: new Map() };

beforeAll(async () => {
  state.studio = await openStudio('browser');
  await chooseSample(state.studio.page, 'planning · developer');
});

afterAll(() => state.studio?.close());

/** Every key that means something alone is in it. */
const singleKeys = studioCommandIds.flatMap(
  id => studioCommand(id).keys?.filter(key => key.length === 1) ?? [],
);
const sentence = `${[...new Set(singleKeys)].join('').toLowerCase()} and words of mine`;

it('every popover lets Mod+S save and closes at one Escape, also with something typed', async () => {
  const { page, faults } = studio();
  await makeChange(page);
  const wrong: string[] = [];
  const tried = new Set<string>();
  const keyOf = ({ name, isEverywhere }: Trigger, view: string) =>
    isEverywhere ? kindOf(name) : `${view} ${name}`;
  const look = async (at: Place) => {
    await noteAdders(page, at);
    for (const [index, trigger] of (await triggersIn(page)).entries()) {
      const key = keyOf(trigger, at.view);
      if (!trigger.isOfUse || tried.has(key)) continue;
      // What is shown may have changed since the list was made; what is gone is met again in its new place.
      if ((await triggersIn(page))[index]?.name !== trigger.name) continue;
      tried.add(key);
      const told = await tryPopover(page, triggers(page).nth(index));
      if (told !== undefined) wrong.push(`${describeAdder({ ...at, press: [trigger.name] })}: ${told}`);
    }
  };
  await walkStudio(page, look);
  // What was saved while something was typed is taken back, in the files too.
  await pressAll(page, 'Undo');
  await page.keyboard.press('Control+s');
  await expectPage(page.getByRole('banner').getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(wrong).toEqual([]);
  for (const one of [/Add a memory$/, /More for this rule$/])
    expect([...tried].some(name => one.test(name))).toBe(true);
  expect(tried.size).toBeGreaterThan(40);
  expect(faults).toEqual([]);
}, 3_600_000);

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

it('after every button that adds, a sentence is typed into what was added, and nothing else happens', async () => {
  const { page, faults } = studio();
  const paths = [...(await addersOf(page)).values()];
  const known = new Set(paths.map(({ press: [name] }) => name));
  const told: string[] = [];
  for (const path of paths) {
    await begin(page, path);
    await press(page, path);
    const isMenu = (await page.getByRole('menu').count()) > 0;
    // What was added may bring further buttons, and a menu brings its entries.
    const more = (await addersIn(page)).filter(name => isMenu || !known.has(name));
    for (const name of path.press.length < 2 ? more : []) {
      known.add(name);
      paths.push({ ...path, press: [...path.press, name] });
    }
    if (!isMenu) told.push(...(await typeAfter(page)).map(found => `${describeAdder(path)}: ${found}`));
  }
  expect(told).toEqual([]);
  expect(paths.map(describeAdder).join()).toMatch(/New engine.*Add item.*Add step › /);
  expect(faults).toEqual([]);
}, 3_600_000);

it('letters that are quicker than what was added are nobody’s', async () => {
  const { page } = studio();
  const press = async (act: () => Promise<void>) => {
    await begin(page, { view: 'Rules', press: [] });
    await act();
    await page.keyboard.type(sentence);
    return settledShape(page);
  };
  const opened = await press(() => pressNamed(page, 'New engine'));
  expect(opened).toMatchObject({ place: { dialogs: 1 }, documents: {} });
  const started = await press(() => page.keyboard.press('n'));
  const rules = (shape: Shape) =>
    Object.values(shape.documents).flatMap(({ value }) =>
      Object.keys((value as { begun?: object }).begun ?? {}),
    ); // of a layout, where a rule is until it has a condition
  expect([rules(started).length, rules(await press(() => page.keyboard.press('n')))]).toEqual([
    1,
    rules(started),
  ]);
});

it('control: where the focus stays on a control that is no text, the sentence is found to do something', async () => {
  const { page } = studio();
  const path: AdderPath = { view: 'Rules', press: [] };
  await begin(page, path);
  await press(page, path);
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).focus();
  expect(await typeAfter(page)).toContainEqual(expect.stringMatching(/^(?:engines|layouts)\/\S+: /));
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

async function addersOf(page: Page): Promise<ReadonlyMap<string, AdderPath>> {
  if (state.adders.size === 0) await walkStudio(page, at => noteAdders(page, at));
  return state.adders;
}

async function noteAdders(page: Page, at: Place): Promise<void> {
  for (const name of await addersIn(page)) {
    const key = `${at.view} ${name.replace(/\d+|".*"/g, '#')}`;
    if (!state.adders.has(key)) state.adders.set(key, { ...at, press: [name] });
  }
}

/** The studio as it is stored, where the path begins. */
async function begin(page: Page, path: AdderPath): Promise<void> {
  for (let tries = 0; tries < 4 && (await page.locator('[inert]').count()) > 0; tries += 1)
    await page.keyboard.press('Escape');
  await pressAll(page, 'Undo');
  // What another path has chosen, such as a package, may leave out what was there as the view opened.
  await page.evaluate(() => localStorage.removeItem('weft-workspace'));
  await page.reload();
  await walkTo(page, path);
}

async function press(page: Page, path: AdderPath): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { before: new WeakSet(document.querySelectorAll('*')) });
  });
  const last = path.press.at(-1);
  if (last !== undefined) await pressNamed(page, last);
}

/** What typing did beside writing text; nothing, as it should be. */
async function typeAfter(page: Page): Promise<string[]> {
  const before = await settledShape(page);
  await page.keyboard.type(sentence);
  const after = await settledShape(page);
  const focus = await page.evaluate(focusNow, sentence.slice(-20));
  return [...(focus === undefined ? [] : [focus]), ...happened(before, after)];
}

/** What is edited is kept a moment later, and on a busy machine later than that: until two looks show the same. */
async function settledShape(page: Page): Promise<Shape> {
  await page.waitForTimeout(450);
  for (let last = await shape(page); ; ) {
    await page.waitForTimeout(200);
    const now = await shape(page);
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}

/** What is edited, beside what is saved of it, and where the user is. */
interface Shape {
  readonly place: unknown;
  readonly documents: Readonly<Record<string, { readonly saved: unknown; readonly value: unknown }>>;
}

async function shape(page: Page): Promise<Shape> {
  const { draft } = (await askBeside(page, 'drafts.get', {})) as {
    draft: { documents?: readonly { kind: string; id: string; saved: unknown; value: unknown }[] } | null;
  };
  const place = await page.evaluate(() => ({
    workspace: JSON.parse(localStorage.getItem('weft-workspace') ?? '{}').state,
    dialogs: document.querySelectorAll('[role=dialog], [role=alertdialog]').length,
    canvas: document
      .querySelector<HTMLElement>('.react-flow__viewport')
      ?.style.transform.replace(/.*scale/, ''),
  }));
  const edited = (draft?.documents ?? []).filter(isEdited);
  return { place, documents: Object.fromEntries(edited.map(one => [`${one.kind}/${one.id}`, one])) };
}

/** What happened beside that texts were written. */
function happened(before: Shape, after: Shape): string[] {
  const ids = [...new Set([...Object.keys(before.documents), ...Object.keys(after.documents)])];
  /** The id of what is new follows its name. */
  const followed = (id: string) =>
    ids.find(one => isFollowing(one) && one.split('/')[0] === id.split('/')[0] && !before.documents[one]);
  return [
    ...differences(before.place, after.place, 'place', false),
    ...ids.flatMap(id => {
      if (isFollowing(id)) return [];
      const left = before.documents[id];
      const right = after.documents[id] ?? after.documents[followed(id) ?? id];
      return differences(left ? left.value : right?.saved, right ? right.value : left?.saved, id, true);
    }),
  ];
}

/** Where two values differ; `texts`: in more than texts. */
function differences(left: unknown, right: unknown, at: string, texts: boolean): string[] {
  if (typeof right === 'string' && isFollowing(right)) return [];
  if (texts && (isTyped(right) || (typeof left === 'string' && typeof right === 'string'))) return [];
  if (isRecord(left) && isRecord(right)) {
    const typed = Object.keys(right).filter(key => texts && isTyped(key));
    const gone = Object.keys(left).filter(key => !Object.hasOwn(right, key));
    // A key that was typed over is a text.
    const keys = [...Object.keys(right), ...gone.slice(typed.length)].filter(key => !typed.includes(key));
    return keys.flatMap(key => differences(left[key], right[key], `${at}.${key}`, texts));
  }
  if (JSON.stringify(left) === JSON.stringify(right)) return [];
  return [`${at}: ${JSON.stringify(left)} → ${JSON.stringify(right)}`.slice(0, 300)];
}

/** An id that was made of the sentence. */
const isFollowing = (id: string): boolean => id.endsWith(sentence.slice(-12).replaceAll(' ', '-'));

/** A text with some of the sentence, or nothing but such texts. */
function isTyped(value: unknown): boolean {
  if (isRecord(value)) return Object.keys(value).length > 0 && Object.values(value).every(isTyped);
  return typeof value === 'string' && value.includes(sentence.slice(-12));
}

const isEdited = ({ saved, value }: Record<string, unknown>): boolean =>
  JSON.stringify(saved) !== JSON.stringify(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** In the page: what is wrong with the place of the focus. */
function focusNow(end: string): string | undefined {
  const { before } = window as unknown as { before: WeakSet<Element> }; // put there before the press
  const text =
    'input:not([type=checkbox], [type=radio], [type=range], [type=file], [inputmode=decimal]), textarea, [contenteditable=true]';
  const active = document.activeElement ?? document.body;
  const added = [...document.querySelectorAll(text)].filter(
    element => element.checkVisibility() && !before.has(element),
  );
  if (before.has(active)) return `the focus stayed at ${active.outerHTML.slice(0, 100)}`;
  if (added.length === 0) return undefined;
  const value =
    active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
      ? active.value
      : active.textContent;
  return value?.includes(end)
    ? undefined
    : `the text did not arrive in ${active.outerHTML.slice(0, 140)} (${value?.slice(0, 60)})`;
}

const triggers = (page: Page): Locator =>
  page.locator(
    'button[aria-haspopup], button[aria-expanded][data-react-aria-pressable], input[role=combobox]',
  );
const popovers = (page: Page): Locator =>
  page.locator(':is([role=listbox], [role=menu], [role=dialog]):not(main *)');

/** Something to save, which undo and redo take back and make again. */
async function makeChange(page: Page): Promise<void> {
  await showView(page, 'Samples');
  await page.getByRole('textbox', { name: 'Description' }).fill('On its way to a release.');
  await saveByKeyboard(page);
}

const saveButton = (page: Page): Locator =>
  page.locator('header').getByRole('button', { name: /Save$/, includeHidden: true });

interface Trigger {
  readonly name: string;
  readonly isOfUse: boolean;
  /** In the bar above all views, and in no head of a part of one. */
  readonly isEverywhere: boolean;
}

const triggersIn = (page: Page): Promise<Trigger[]> =>
  triggers(page).evaluateAll(elements => {
    const labels = (element: Element) =>
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.ariaLabel ?? document.getElementById(id)?.textContent)
        .join(' ');
    return elements.map(element => ({
      name: (element.getAttribute('aria-label') ?? labels(element)).trim(),
      isOfUse: element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true]'),
      isEverywhere:
        element.closest('header') !== null &&
        element.closest('main, aside, section, [role=complementary], [role=dialog]') === null,
    }));
  });

/** What those have in common that differ only in what they belong to. */
const kindOf = (name: string): string => name.replace(/\S+[._]\S+/g, '#').replace(/ \d.*/, ' #');

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
