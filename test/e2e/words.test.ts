import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { emptyProject } from '../support/app-harness.ts';
import { isLong, sampled } from '../support/property-runs.ts';
import { settle, viewButtons } from './support/by-mouse.ts';
import { openStudio } from './support/studio.ts';

it('every number says what it counts, and nothing says only that there is nothing', async () => {
  const studio = await openStudio('browser');
  try {
    const { page, faults } = studio;
    const wrong = await walk(page);
    expect(wrong).toEqual([]);
    expect(faults).toEqual([]);

    // Control: a dash, a bare number and a number without groups are found; those with a unit or a heading are not.
    await page.evaluate(() => {
      const main = document.querySelector('main');
      if (main === null) return;
      main.innerHTML =
        '<p>–</p><p>17</p><p>1877 tokens</p><p><b>3</b> rules</p><p><b>0</b> rules</p>' +
        '<div role="row">notes <span>–</span></div>' +
        '<table><thead><tr><th>Tokens</th></tr></thead><tbody><tr><td>12</td></tr></tbody></table>';
    });
    const inMain = (await bareTexts(page)).filter(({ place }) => place === 'main').map(({ text }) => text);
    expect(inMain).toEqual(['–', '17', '1877 tokens', '–']);
  } finally {
    await studio.close();
  }
}, 300_000);

it('in an empty project as well', async () => {
  const studio = await openStudio('browser', { project: { folder: await emptyProject() } });
  try {
    expect(await walk(studio.page, 7)).toEqual([]);
    expect(studio.faults).toEqual([]);
  } finally {
    await studio.close();
  }
}, 300_000);

/** Every view, or so many of them in every run, with its rows and tabs, and those of the drawer: what is bare there, each once. */
async function walk(page: Page, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const wrong = new Set<string>();
  const looked: string[] = [];
  const look = async (view: string) => {
    looked.push(view);
    await settle(page);
    for (const { place, text, around } of await bareTexts(page))
      wrong.add(`${view} › ${place}: ${JSON.stringify(text)} in ${JSON.stringify(around)}`);
  };
  for (const [view, button] of sampled(await viewButtons(page), most)) {
    await button.click();
    await settle(page);
    await page.waitForFunction(() => document.querySelector('main :is(h1, h2, h3, p, input)') !== null);
    await look(view);
    const rows = page.getByRole('complementary', { name: 'List' }).getByRole('row');
    for (let at = 0; at < Math.min(await rows.count(), mostRows); at += 1) {
      await rows.nth(at).click();
      await look(view);
    }
    const tabs = page.locator('main [role=tablist] [role=tab], [role=tablist][aria-label=Drawer] [role=tab]');
    for (let at = 0; at < (await tabs.count()); at += 1) {
      if (!(await tabs.nth(at).isVisible())) continue;
      await tabs.nth(at).click();
      await look(`${view} › ${(await tabs.nth(at).textContent()) ?? ''}`);
    }
  }
  // That nothing is wrong says something only where something was looked at.
  expect(looked.length).toBeGreaterThan(10);
  return [...wrong];
}

const mostRows = isLong ? 3 : 1;

interface Bare {
  readonly place: string;
  readonly text: string;
  /** What stands around it, for who mends it. */
  readonly around: string;
}

/**
 * Texts in sight that are a dash or a number and nothing else, without a word for them: none within the same line, no
 * heading of their column or row, no name for who hears them; and numbers of four digits and more before a word, not grouped.
 */
const bareTexts = (page: Page): Promise<Bare[]> =>
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it goes into the page in one piece.
  page.evaluate(() => {
    /** What is longer is what somebody wrote. */
    const longestSaid = 200;
    const isNothing = (text: string) => /^(?:[-–—]|±?0)$/.test(text);
    const isBare = (text: string) => /^(?:[-–—]|[+−-]?[\d,.  ]*\d)$/.test(text);
    const isLong = (text: string) =>
      text.length < longestSaid &&
      /(?:^|[\s(])\d{4,} (?:tokens?|items?|characters?|ms|bytes?|messages?|records?)\b/.test(text);
    const hasWord = (text: string) => /\p{L}{2,}|%|\bms\b|\d ?s\b/u.test(text);
    /** Headings of its column; those of a grid stand by their index or place. */
    const isHeaded = (element: Element): boolean => {
      const cell = element.closest('td, [role=gridcell], [role=cell]');
      const row = cell?.closest('tr, [role=row]');
      const table = cell?.closest('table, [role=grid], [role=treegrid], [role=table]');
      if (!cell || !row || !table) return false;
      const at = [...row.children].indexOf(cell);
      const heads = table.querySelector('thead tr, [role=row]:has([role=columnheader])')?.children ?? [];
      return hasWord(heads[at]?.textContent ?? '') || hasWord(heads[at]?.getAttribute('aria-label') ?? '');
    };
    /** In the line it stands in: what is around it up to a row, a paragraph, a term with its description. */
    const lineOf = (element: Element): Element => {
      const line =
        'p, li, button, a, label, summary, figure, [role=row], [role=option], [role=tab], [role=treeitem], h1, h2, h3, h4, dl > div, [role=slider], [role=group][aria-label], [role=radio], tr';
      return element.closest(line) ?? element.parentElement ?? element;
    };
    const isNamed = (element: Element): boolean => {
      for (let at: Element | null = element; at !== null && at.tagName !== 'MAIN'; at = at.parentElement) {
        const name = at.getAttribute('aria-label') ?? at.getAttribute('title') ?? '';
        if (
          at.matches('[role=img], [role=gridcell], [role=meter], [role=progressbar], button, svg, abbr') &&
          hasWord(name)
        )
          return true;
      }
      return false;
    };
    const placeOf = (element: Element): string =>
      element.closest('[role=complementary], aside')?.getAttribute('aria-label') ??
      element.closest('main, header, footer, nav')?.tagName.toLowerCase() ??
      'page';
    const found = new Map<string, { place: string; text: string; around: string }>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.nodeValue ?? '').trim();
      const element = node.parentElement;
      if (!element || !(isBare(text) || isLong(text)) || !element.checkVisibility()) continue;
      // What the user wrote is the user's, and a picture has its own words.
      if (
        element.closest('input, textarea, code, pre, svg, [role=textbox], script, style, [aria-hidden=true]')
      )
        continue;
      const around = (lineOf(element).textContent ?? '').trim();
      // A word elsewhere in its row does not say why there is nothing.
      if (isNothing(text)) {
        const beside = `${element.parentElement?.textContent ?? ''} ${element.closest('dd')?.parentElement?.textContent ?? ''}`;
        const isCount = text.endsWith('0') && (hasWord(beside) || isHeaded(element));
        if (isNothing((element.textContent ?? '').trim()) && !isCount && !isNamed(element))
          found.set(`${text} ${around}`, { place: placeOf(element), text, around: around.slice(0, 80) });
        continue;
      }
      if (isLong(text) || !(hasWord(around.replace(text, '')) || isHeaded(element) || isNamed(element)))
        found.set(`${text} ${around}`, { place: placeOf(element), text, around: around.slice(0, 80) });
    }
    return [...found.values()];
  });
