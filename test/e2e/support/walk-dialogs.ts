import type { Locator, Page } from 'playwright';
import { studioCommand, studioCommandIds } from '../../../shared/model/studio-command.ts';
import { english, type Phrase } from '../../../shared/texts/texts.ts';
import { sampled } from '../../support/property-runs.ts';
import { settle } from './by-mouse.ts';

/** Commands that open a window say so by their dots; the sheet of keys is the one that needs none. */
const titles = studioCommandIds
  .map(id => studioCommand(id).title)
  .filter(title => /…$|^Keyboard shortcuts$/.test(title));

/** These are most different. */
const isInEachRun = /^(New engine…|Import…|Keyboard shortcuts)$/;
/** These go to where the new thing is named, and open no window. */
const inPlace = /^New (sample|contract|test)…$/;

interface DialogWalk {
  /** So many in every run, beside those that are most different; with `WEFT_LONG=1` all. */
  readonly most?: number;
  /** The interface's words. */
  readonly say?: (text: Phrase) => string;
}

/** Opens, one after the other, the window of each command that means something in this view; gives those that opened. */
export async function walkDialogs(
  page: Page,
  look: (title: string) => Promise<void>,
  { most = 6, say = english }: DialogWalk = {},
): Promise<string[]> {
  const opened: string[] = [];
  const some = sampled(titles, most);
  for (const title of titles.filter(one => some.includes(one) || isInEachRun.test(one))) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: say('Go to') }).waitFor();
    await page.keyboard.insertText(say(title).replace('…', ''));
    await settledEntries(page);
    const entry = page.getByRole('menuitem', { name: say(title) }).first();
    if ((await entry.count()) === 0) {
      await closeAll(page);
      continue;
    }
    await entry.click();
    await page.getByRole('dialog', { name: say('Go to') }).waitFor({ state: 'detached' });
    // Its part is loaded when it is first shown.
    if (!inPlace.test(title)) await firstWindow(page, title);
    await settle(page);
    if (!inPlace.test(title)) opened.push(title);
    await look(title);
    await closeAll(page);
  }
  return opened;
}

/** What the host finds comes after what the page knows, and moves it: until two looks show the same. */
async function settledEntries(page: Page): Promise<void> {
  for (let last = ''; ; ) {
    await settle(page);
    await page.waitForTimeout(300);
    const now = (await page.getByRole('menuitem').allTextContents()).join('|');
    if (now === last) return;
    last = now;
  }
}

/** Of what looks alike in one view, such as the menus of all steps, so many are opened. */
const mostAlike = 3;

/** Opens, one after the other, the menus and choices in sight. */
export async function walkMenus(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const triggers = page.locator('button[aria-haspopup]:visible');
  const opened = new Map<string, number>();
  for (let index = 0; index < (await triggers.count()); index += 1) {
    const trigger = triggers.nth(index);
    const kind = (await trigger.getAttribute('class')) ?? '';
    const alike = (opened.get(kind) ?? 0) + 1;
    if (alike > mostAlike || !(await trigger.isEnabled())) continue;
    opened.set(kind, alike);
    const name = (await trigger.getAttribute('aria-label')) ?? (await trigger.textContent()) ?? '';
    await trigger.focus();
    await page.keyboard.press('Enter');
    await settle(page);
    if ((await windows(page).count()) > 0) await look(name);
    await closeAll(page);
  }
}

/** Presses the other button on one of each thing of a canvas, and on the canvas itself. */
export async function walkContextMenus(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const kind of ['rule', 'memory', 'variable', 'pane']) {
    const thing = page.locator(kind === 'pane' ? '.react-flow__pane' : `.react-flow__node-${kind}`).first();
    if (!(await thing.isVisible())) continue;
    await thing.dispatchEvent('contextmenu', { bubbles: true, clientX: 500, clientY: 300 });
    await settle(page);
    if ((await windows(page).count()) > 0) await look(`other button on a ${kind}`);
    await closeAll(page);
  }
}

const windows = (page: Page): Locator =>
  page.locator(':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not(main *)');

/** Where none opens, the run says of which command. */
async function firstWindow(page: Page, title: string): Promise<void> {
  try {
    await windows(page).first().waitFor();
  } catch (cause) {
    throw new Error(`"${title}" opened no window; in front: ${await page.title()}`, { cause });
  }
}

async function closeAll(page: Page): Promise<void> {
  for (let presses = 0; presses < 4 && (await windows(page).count()) > 0; presses += 1) {
    await page.keyboard.press('Escape');
    await settle(page);
  }
}
