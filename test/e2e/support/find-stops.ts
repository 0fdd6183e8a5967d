import type { Page } from 'playwright';
import { settle } from './by-mouse.ts';

const many =
  ':is([role=toolbar], [role=grid], [role=treegrid], [role=tree], [role=listbox], [role=tablist], [role=radiogroup])';
const stop = ':is(button:enabled, input:enabled, [tabindex="0"], a[href])';

type Tried = readonly [name: string, fault: string | undefined];

/** Goes into each part that holds many of a kind and presses Tab: where that stayed in it, it says so. One that is known is not tried again. */
export async function tabThrough(page: Page, known: Set<string>): Promise<Tried[]> {
  const parts = page.locator(`${many}:visible`);
  const found = await parts.evaluateAll(
    (elements, selector) =>
      elements.map(element => ({
        name: element.getAttribute('aria-label') ?? element.getAttribute('class') ?? 'without a name',
        hasStops: element.querySelector(selector) !== null || element.getAttribute('tabindex') === '0',
      })),
    stop,
  );
  const tried: Tried[] = [];
  for (const [index, { name, hasStops }] of found.entries()) {
    if (known.has(name) || !hasStops) continue;
    known.add(name);
    const part = parts.nth(index);
    await part.evaluate((element: HTMLElement, selector: string) => {
      const within = [...element.querySelectorAll<HTMLElement>(selector)].filter(one => one.tabIndex >= 0);
      (element.tabIndex === 0 ? element : within[0])?.focus();
    }, stop);
    await page.keyboard.press('Tab');
    const stayed = await part.evaluate(element => element.contains(document.activeElement));
    tried.push([name, stayed ? 'Tab stayed in it' : undefined]);
  }
  return tried;
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
