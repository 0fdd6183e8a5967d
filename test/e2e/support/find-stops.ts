import type { Page } from 'playwright';
import { settle } from './by-mouse.ts';

const many =
  ':is([role=toolbar], [role=grid], [role=treegrid], [role=tree], [role=listbox], [role=tablist], [role=radiogroup])';
const stop = ':is(button:enabled, input:enabled, [tabindex="0"], a[href])';

type Tried = readonly [name: string, fault: string | undefined];

/** Goes into each part that holds many of a kind and presses Tab: where that stayed in it, it says so. One that is known is not tried again. */
export async function tabThrough(page: Page, known: Set<string>): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (;;) {
    const name = await page.evaluate(enterNext, { many, stop, known: [...known] });
    if (name === undefined) return tried;
    known.add(name);
    await page.keyboard.press('Tab');
    const stayed = await page.evaluate(() => {
      const { entered } = window as unknown as { entered: Element }; // put there as it was entered
      return entered.contains(document.activeElement);
    });
    tried.push([name, stayed ? 'Tab stayed in it' : undefined]);
  }
}

/** In the page, at once, since lists come and go: puts the focus into the first part that is not known, and keeps it. */
function enterNext(given: { many: string; stop: string; known: readonly string[] }): string | undefined {
  for (const part of document.querySelectorAll<HTMLElement>(given.many)) {
    const name = part.getAttribute('aria-label') ?? part.getAttribute('class') ?? 'without a name';
    const hasStops = part.querySelector(given.stop) !== null || part.getAttribute('tabindex') === '0';
    const isSeen = part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length > 0;
    if (!hasStops || !isSeen || given.known.includes(name)) continue;
    const stops = [...part.querySelectorAll<HTMLElement>(given.stop)].filter(one => one.tabIndex >= 0);
    (part.tabIndex === 0 ? part : stops[0])?.focus();
    Object.assign(window, { entered: part });
    return name;
  }
  return undefined;
}

/** What moves now, or would for longer than a blink. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      const time = Number(effect?.getComputedTiming().endTime ?? 0);
      return playState === 'running' && time > 1
        ? [`${target?.ariaLabel ?? target?.className} moves for ${time} ms`]
        : [];
    }),
  );

/** How many windows, menus and lists lie over the page. */
const layers = (page: Page): Promise<number> =>
  page
    .locator(':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not(main *):visible')
    .count();

/** Opens a list or menu of the window in sight and presses Escape: what that left open, or nothing where there is none to open. */
export async function escapeLeaves(page: Page): Promise<string[] | undefined> {
  const dialog = page.locator('[role=dialog]:has(header)').first();
  const trigger = dialog.locator('button[aria-haspopup]:visible:enabled').first();
  if ((await trigger.count()) === 0) return undefined;
  const before = await layers(page);
  await trigger.click();
  await settle(page);
  if ((await layers(page)) === before) return undefined;
  await page.keyboard.press('Escape');
  await settle(page);
  const after = await layers(page);
  return after === before ? [] : [`Escape left ${after} of ${before}`];
}
