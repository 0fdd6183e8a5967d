import type { Page } from 'playwright';

export interface Bare {
  readonly place: string;
  readonly text: string;
  /** What stands around it, for who mends it. */
  readonly around: string;
}

/**
 * Texts in sight that are a dash or a number and nothing else, without a word for them: none within the same line, no
 * heading of their column or row, no name for who hears them; and numbers of four digits and more before a word, not grouped.
 */
export const bareTexts = (page: Page): Promise<Bare[]> =>
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

/** One line each, for the list of what is wrong. */
export const describeBare = ({ place, text, around }: Bare): string =>
  `${place}: ${JSON.stringify(text)} in ${JSON.stringify(around)}`;
