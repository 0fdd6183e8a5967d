import type { Locator, Page } from 'playwright';
import { settle, showView, viewButtons } from './by-mouse.ts';

/** How to come to a button that adds something, from the studio as it opens. */
export interface AdderPath {
  readonly view: string;
  /** Which row of the list at the left. */
  readonly row?: number | undefined;
  readonly tab?: string | undefined;
  /** Which of the parts that can be opened. */
  readonly part?: number | undefined;
  /** Buttons to press one after the other, by name; the last one adds. An entry of a menu follows its button. */
  readonly press: readonly string[];
}

export const describeAdder = ({ view, row, tab, part, press }: AdderPath): string =>
  [view, row === undefined ? '' : `row ${row}`, tab, part === undefined ? '' : `part ${part}`, ...press]
    .filter(Boolean)
    .join(' › ');

/** A button adds when it bears a plus or says so. A quick fix adds a whole condition, with nothing left to say; and to record begins something that goes on by itself. */
const names = /^(?:Add|New|Create|Append|Post|Record)\b/;
const notAdding = /^(?:Zoom in|Record requests|Add ".*")$/;

export type Place = Omit<AdderPath, 'press'>;
type Look = (at: Place) => Promise<void>;

/** Shows one place of the studio after the other: views, rows of their lists, tabs, parts that open. */
export async function walkStudio(page: Page, look: Look): Promise<void> {
  for (const [view, button] of await viewButtons(page)) {
    await button.click();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await settle(page);
    await look({ view });
    const rows = (await listRows(page).all()).keys();
    for (const row of [undefined, ...rows]) {
      // What a row opens may leave out those after it.
      if (row !== undefined && (await listRows(page).count()) <= row) break;
      if (row !== undefined) await listRows(page).nth(row).click();
      await lookAtTabs(page, { view, row }, look);
    }
  }
}

async function lookAtTabs(page: Page, at: Pick<Place, 'view' | 'row'>, look: Look): Promise<void> {
  const tabs = await mainTabs(page).allInnerTexts();
  for (const tab of tabs.length === 0 ? [undefined] : tabs.map(name => name.split('\n')[0] ?? name)) {
    if (tab !== undefined) await tabNamed(page, tab).click();
    await settle(page);
    await look({ ...at, tab });
    const parts = await closedParts(page).count();
    for (let part = 0; part < parts; part += 1) {
      await page.locator(partSelector).nth(part).click();
      await look({ ...at, tab, part });
      if ((await page.locator('[inert]').count()) > 0) await page.keyboard.press('Escape');
    }
  }
}

/** Follows a path up to its last press, which stays with the caller. */
export async function walkTo(page: Page, path: AdderPath): Promise<void> {
  await showView(page, path.view);
  await settle(page);
  if (path.row !== undefined) await listRows(page).nth(path.row).click();
  if (path.tab !== undefined) await tabNamed(page, path.tab).click();
  await settle(page);
  if (path.part !== undefined) {
    const part = page.locator(partSelector).nth(path.part);
    if ((await part.getAttribute('aria-expanded')) === 'false') await part.click();
  }
  for (const name of path.press.slice(0, -1)) await pressNamed(page, name);
}

/** Presses the button, or the entry of the open menu, with exactly this name. */
export async function pressNamed(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('menu');
  // A key may stand behind the words.
  const words = new RegExp(`^${name.replace(/\W/g, '\\$&')}(?: \\S)?$`);
  const isMenu = (await menu.count()) > 0;
  const place = isMenu
    ? menu.getByRole('menuitem', { name, exact: true })
    : page.getByRole('button', { name: words });
  await place.first().click();
}

/** Names of all enabled buttons in sight that add, and of the entries of an open menu. */
export async function addersIn(page: Page): Promise<string[]> {
  return page.evaluate(
    ([says, never]) => {
      const nameOf = (element: Element) => {
        const read = element.cloneNode(true) as Element; // of an element
        for (const hidden of read.querySelectorAll('[aria-hidden=true], kbd')) hidden.remove();
        return (element.getAttribute('aria-label') ?? read.textContent ?? '').trim();
      };
      const isOfUse = (element: Element) =>
        element.checkVisibility() &&
        !element.hasAttribute('disabled') &&
        !element.closest('[inert], [aria-hidden=true]');
      const bears = (element: Element) => element.querySelector('svg.lucide-plus') !== null;
      const open = document.querySelector('[role=menu]');
      if (open)
        return [...open.querySelectorAll('[role=menuitem]')].map(
          entry => entry.querySelector('[slot=label]')?.textContent ?? nameOf(entry),
        );
      // What submits a form ends it.
      return [...document.querySelectorAll('button:not([type=submit])')]
        .filter(button => isOfUse(button) && (bears(button) || new RegExp(says ?? '').test(nameOf(button))))
        .map(nameOf)
        .filter(name => name !== '' && !new RegExp(never ?? '').test(name));
    },
    [names.source, notAdding.source],
  );
}

const partSelector = 'main button[aria-expanded]:not([aria-haspopup], [data-react-aria-pressable])';
const closedParts = (page: Page): Locator => page.locator(partSelector);
const listRows = (page: Page): Locator => page.getByRole('complementary', { name: 'List' }).getByRole('row');
const mainTabs = (page: Page): Locator =>
  page.locator('main [role=tablist]:not([aria-label=Drawer]) [role=tab]');
const tabNamed = (page: Page, name: string): Locator => mainTabs(page).filter({ hasText: name }).first();
