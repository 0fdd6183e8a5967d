import type { Page } from 'playwright';
import { findUnreachable } from './find-unreachable.ts';

/**
 * What has no room, and what nobody can read or reach. On a busy machine lists that are drawn piece by piece follow a new
 * size late: what is found is looked for again.
 */
export async function findNoRoom(page: Page, looks = 4): Promise<string[]> {
  const found = [
    ...(await findCrowding(page)),
    ...(await findUnreachable(page)),
    ...(await findSideways(page)),
  ];
  if (found.length === 0 || looks === 1) return found;
  await page.waitForTimeout(500);
  return findNoRoom(page, looks - 1);
}

export async function findSideways(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beyond === 0 ? [] : [`scrolls sideways by ${beyond} px`];
}

/** What stands over something else, has no room for its words, or is read in a column too narrow, one line each. */
export const findCrowding = (page: Page): Promise<string[]> => page.evaluate(lookForCrowding);

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it goes into the page in one piece.
function lookForCrowding(): string[] {
  interface Box {
    readonly element: Element;
    readonly words: string;
    readonly kind: 'text' | 'control';
    readonly layer: Element;
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const slack = 3;
  const leastWords = 24;
  const leastColumn = 170;
  const manyLetters = 90;
  const tables = 'table, [role=grid], [role=treegrid]';
  const holdsTable = (element: Element) => element.matches(tables) || element.querySelector(tables) !== null;

  type Room = Pick<Box, 'left' | 'top' | 'right' | 'bottom'>;
  const common = (one: Room, other: Room): Room => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const everywhere = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  /** Texts share what is around them: each element is asked once. */
  const known = new Map<Element, ReturnType<typeof lookAt>>();
  const lookAt = (element: Element) => {
    const { overflowX, overflowY, position, textOverflow } = getComputedStyle(element);
    return { overflowX, overflowY, position, textOverflow, frame: element.getBoundingClientRect() };
  };
  const laidOut = (element: Element) => {
    const one = known.get(element) ?? lookAt(element);
    known.set(element, one);
    return one;
  };
  /** Where an element can be seen: not cut by the page, nor by what clips or scrolls it. */
  const windows = new Map<Element, Room>();
  const windowOf = (element: Element): Room => {
    const seen = windows.get(element);
    if (seen) return seen;
    const { overflowX, overflowY, position, frame } = laidOut(element);
    const { left, top, right, bottom } = frame;
    const own = {
      ...everywhere,
      ...(overflowX === 'visible' ? {} : { left, right }),
      ...(overflowY === 'visible' ? {} : { top, bottom }),
    };
    const around =
      position === 'fixed' || !element.parentElement
        ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        : windowOf(element.parentElement);
    const room = common(own, around);
    windows.set(element, room);
    return room;
  };
  const inSight = (element: Element, rect: DOMRect): Room => common(rect, windowOf(element));
  /** What stands over what is below it, by intent, and is looked at by itself: a dialog, a menu, a heading that stays. */
  const layerOf = (element: Element): Element => {
    let at = element;
    while (at.parentElement && at.parentElement !== document.body) {
      if (['sticky', 'fixed'].includes(laidOut(at).position)) return at;
      if (at.matches('[role=dialog], [role=tooltip]')) return at;
      at = at.parentElement;
    }
    return at;
  };
  /** The canvas lays its nodes out itself. */
  const isOnCanvas = (element: Element): boolean => element.closest('.react-flow') !== null;
  /** Sideways, by what neither shows that more follows nor is a table, list of tabs or code, which scroll by intent. */
  const cutBy = (element: Element, { left, right }: DOMRect): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, textOverflow, frame } = laidOut(at);
      if (textOverflow === 'ellipsis' || at.matches('[role=tablist], .cm-editor, pre')) return false;
      if (overflowX === 'auto' && holdsTable(at)) return false;
      if (overflowX !== 'visible' && (left < frame.left - slack || right > frame.right + slack)) return true;
    }
    return false;
  };
  /** Columns of a table that scrolls have their own room, in sight or not. */
  const roomOf = (element: Element, seen: Room): number =>
    element.closest('[role=grid], [role=treegrid]') ? element.clientWidth : seen.right - seen.left;
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !['inset(50%)'].includes(getComputedStyle(element).clipPath);
  const hasRoom = ({ left, top, right, bottom }: Room) => right - left > 1 && bottom - top > 1;

  const found: string[] = [];
  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.nodeValue?.trim() ?? '';
    if (!element || words === '' || !isShown(element) || element.closest('svg, [hidden], script, style'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const all = range.getBoundingClientRect();
    const seen = inSight(element, all);
    const isIn = all.top < innerHeight && all.bottom > 0 && seen.bottom - seen.top > 6;
    if (isIn && !isOnCanvas(element)) {
      if (
        words.length > 3 &&
        all.width > leastWords &&
        roomOf(element, seen) < leastWords &&
        getComputedStyle(element).textOverflow === 'ellipsis'
      )
        found.push(`no room for "${words.slice(0, 40)}"`);
      if (cutBy(element, all)) found.push(`"${words.slice(0, 40)}" is cut off`);
      // What is written from below has one line of any length.
      const isHorizontal = getComputedStyle(element).writingMode === 'horizontal-tb';
      if (
        isHorizontal &&
        words.length > manyLetters &&
        all.width < leastColumn &&
        seen.bottom - seen.top > 60
      )
        found.push(`${Math.round(all.width)} px for "${words.slice(0, 40)}"`);
    }
    for (const rect of range.getClientRects()) {
      const part = inSight(element, rect);
      if (hasRoom(part) && !isOnCanvas(element))
        boxes.push({ element, words: words.slice(0, 40), kind: 'text', layer: layerOf(element), ...part });
    }
  }
  for (const element of document.querySelectorAll(
    'button, input, textarea, select, a[href], [role=tab], [role=switch]',
  )) {
    if (!isShown(element) || isOnCanvas(element)) continue;
    const part = inSight(element, element.getBoundingClientRect());
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40);
    if (hasRoom(part)) boxes.push({ element, words, kind: 'control', layer: layerOf(element), ...part });
  }
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width <= slack || height <= slack) continue;
      if (
        one.layer !== other.layer ||
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        continue;
      // A control that lies in another's frame belongs to it, such as the arrow of a field.
      const field = one.element.closest('label, [role=group], .react-aria-ComboBox, :has(> [role=combobox])');
      const isArrow = [one, other].some(({ element }) => element.matches('input'));
      if ((one.kind !== other.kind || isArrow) && field?.contains(other.element)) continue;
      found.push(
        `"${one.words}" and "${other.words}" overlap by ${Math.round(width)} × ${Math.round(height)}`,
      );
    }
  }
  return [...new Set(found)];
}
