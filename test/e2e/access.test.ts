import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong, sampled } from '../support/property-runs.ts';
import { chooseSample, eachTab, settle, showView, tellHealth, viewButtons } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';
import { walkDialogs } from './support/walk-dialogs.ts';

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser', {
    context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  });
  await chooseSample(state.studio.page, 'planning · developer');
  await tellHealth(state.studio.page);
});

afterAll(() => state.studio?.close());

it('whatever holds many of a kind is one stop for Tab in every view, and nothing moves for who wants no motion', async () => {
  const { page, faults } = studio();
  const wrong: string[] = [];
  const stops = new Set<string>();
  for (const [view, button] of sampled(await viewButtons(page), 7)) {
    await button.click();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    for await (const where of everyPlace(page, view)) {
      for (const [name, told] of await tabThrough(page, stops))
        if (told) wrong.push(`${where}, ${name}: ${told}`);
      wrong.push(...(await moving(page)).map(found => `${where}: ${found}`));
    }
  }
  expect([wrong, faults]).toEqual([[], []]);
  expect(stops.size).toBeGreaterThan(12);
}, 600_000);

it('Escape closes what lies on top, and nothing below it', async () => {
  const { page } = studio();
  await showView(page, 'Rules');
  const wrong: string[] = [];
  const tried: string[] = [];
  const look = async (title: string) => {
    wrong.push(...(await moving(page)).map(found => `${title}: ${found}`));
    const dialog = page.locator('[role=dialog]:has(header)').first();
    const trigger = dialog.locator('button[aria-haspopup]:visible:enabled').first();
    if ((await trigger.count()) === 0) return;
    const before = await layers(page);
    await trigger.click();
    await settle(page);
    if ((await layers(page)) === before) return;
    tried.push(title);
    await page.keyboard.press('Escape');
    await settle(page);
    if ((await layers(page)) !== before)
      wrong.push(`${title}: Escape left ${await layers(page)} of ${before}`);
  };
  await walkDialogs(page, look, { most: 1 });
  expect(wrong).toEqual([]);
  expect(tried.length).toBeGreaterThan(isLong ? 2 : 0);
}, 600_000);

it('control: a toolbar of many stops, and what moves, are found', async () => {
  const { page } = studio();
  await page.evaluate(() => {
    const bar = document.createElement('div');
    Object.assign(bar, { role: 'toolbar', ariaLabel: 'Two stops' });
    bar.append(document.createElement('button'), document.createElement('button'));
    document.querySelector('main')?.prepend(bar);
    bar.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1000, iterations: Number.POSITIVE_INFINITY });
  });
  const found = await tabThrough(page, new Set());
  expect(found).toContainEqual(['Two stops', 'Tab stayed in it']);
  expect(await moving(page)).toEqual([expect.stringMatching(/^Two stops/)]);
});

function studio(): Studio {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio;
}

/** The view as it opens, then each of its tabs in sight; of the view that has most in every run, with `WEFT_LONG=1` of all. */
async function* everyPlace(page: Page, view: string): AsyncGenerator<string> {
  await settle(page);
  yield view;
  if (!isLong && view !== 'Rules') return;
  for await (const tab of eachTab(page)) yield `${view} › ${tab}`;
}

const many =
  ':is([role=toolbar], [role=grid], [role=treegrid], [role=tree], [role=listbox], [role=tablist], [role=radiogroup])';
const stop = ':is(button:enabled, input:enabled, [tabindex="0"], a[href])';

/** Goes into each part that holds many of a kind and presses Tab: where that stayed in it, it says so. One that is known is not tried again. */
async function tabThrough(
  page: Page,
  known: Set<string>,
): Promise<(readonly [string, string | undefined])[]> {
  const tried: (readonly [string, string | undefined])[] = [];
  for (const part of await page.locator(`${many}:visible`).all()) {
    const name =
      (await part.getAttribute('aria-label')) ?? (await part.getAttribute('class')) ?? 'without a name';
    const stops = part.locator(stop);
    const isOne = (await stops.count()) === 0 && (await part.getAttribute('tabindex')) !== '0';
    if (known.has(name) || isOne) continue;
    known.add(name);
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
const moving = (page: Page): Promise<string[]> =>
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
