import type { Locator, Page } from 'playwright';
import { studioCommand, studioCommandIds } from '../../../shared/model/studio-command.ts';
import { settle } from './by-mouse.ts';

/** Commands that open a window say so by their dots; the sheet of keys is the one that needs none. */
const titles = studioCommandIds
  .map(id => studioCommand(id).title)
  .filter(title => /…$|^Keyboard shortcuts$/.test(title));

/** Opens, one after the other, the window of each command that means something in this view; gives those that opened. */
export async function walkDialogs(page: Page, look: (title: string) => Promise<void>): Promise<string[]> {
  const opened: string[] = [];
  for (const title of titles) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await page.keyboard.type(title.replace('…', ''));
    await settledEntries(page);
    const entry = page.getByRole('menuitem', { name: title }).first();
    if ((await entry.count()) === 0) {
      await closeAll(page);
      continue;
    }
    await entry.click();
    await settle(page);
    if ((await windows(page).count()) > 0) {
      opened.push(title);
      await look(title);
    }
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

/** Opens, one after the other, the menus and choices in sight. */
export async function walkMenus(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const triggers = page.locator('button[aria-haspopup]:visible');
  for (let index = 0; index < (await triggers.count()); index += 1) {
    const trigger = triggers.nth(index);
    if (!(await trigger.isEnabled())) continue;
    const name = (await trigger.getAttribute('aria-label')) ?? (await trigger.textContent()) ?? '';
    await trigger.focus();
    await page.keyboard.press('Enter');
    await settle(page);
    if ((await windows(page).count()) > 0) await look(name);
    await closeAll(page);
  }
}

const windows = (page: Page): Locator =>
  page.locator(':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not(main *)');

async function closeAll(page: Page): Promise<void> {
  for (let presses = 0; presses < 4 && (await windows(page).count()) > 0; presses += 1) {
    await page.keyboard.press('Escape');
    await settle(page);
  }
}
