import type { Page } from 'playwright';

/** What nobody can read or reach, one line each: cut words that nothing opens, controls outside of the window, scrolls in scrolls. */
export const findUnreachable = (page: Page): Promise<string[]> => page.evaluate(lookForUnreachable);

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it goes into the page in one piece.
function lookForUnreachable(): string[] {
  /** What is pressed or chosen to see all of it: its words stand whole in what that opens. */
  const opens =
    'button, a, label, summary, [role=row], [role=treeitem], [role=option], [role=tab], [role=menuitem], [role=gridcell], [data-opens], .react-flow';
  const controls =
    'button, input:not([type=file]), textarea, select, a[href], [role=tab], [role=switch], [role=slider]';
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !(
      getComputedStyle(element.parentElement ?? element).clipPath.startsWith('inset(50%') ||
      getComputedStyle(element).clipPath.startsWith('inset(50%') ||
      element.closest('[inert], svg')
    );
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50) ||
    element.outerHTML.slice(0, 80);
  const scrolls = (element: Element, { overflowY } = getComputedStyle(element)): boolean =>
    ['auto', 'scroll'].includes(overflowY) && element.scrollHeight > element.clientHeight + 2;
  const found = new Set<string>();
  /** What is read from the right begins there, and loses its beginning where it is cut at that side. */
  const fromTheRight = /^[^\p{Script=Latin}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u;

  const scrollers: Element[] = [];
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element);
    if (scrolls(element, style)) scrollers.push(element);
    const isCut =
      (style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) ||
      (style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 2);
    if (!isCut || element.matches('input, textarea') || !isShown(element)) continue;
    if (
      style.textOverflow === 'ellipsis' &&
      style.direction === 'ltr' &&
      element.childElementCount === 0 &&
      fromTheRight.test(element.textContent ?? '')
    )
      found.add(`"${nameOf(element)}" is cut at its beginning (${element.className})`);
    if (element.closest(opens)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width > 1 && height > 1) found.add(`"${nameOf(element)}" is cut, and nothing opens it`);
  }

  for (const element of document.querySelectorAll(controls)) {
    if (!isShown(element) || element.matches('.react-flow *') || element.closest('[aria-hidden=true]'))
      continue;
    const rect = element.getBoundingClientRect();
    if (rect.width < 3 || rect.height < 3) continue;
    const canCome = { x: false, y: false };
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      canCome.x ||= ['auto', 'scroll'].includes(style.overflowX);
      canCome.y ||= ['auto', 'scroll'].includes(style.overflowY);
      const frame = at.getBoundingClientRect();
      if (['hidden', 'clip'].includes(style.overflowX) && !canCome.x)
        Object.assign(window, {
          left: Math.max(window.left, frame.left),
          right: Math.min(window.right, frame.right),
        });
      if (['hidden', 'clip'].includes(style.overflowY) && !canCome.y)
        Object.assign(window, {
          top: Math.max(window.top, frame.top),
          bottom: Math.min(window.bottom, frame.bottom),
        });
      if (style.position === 'fixed') break;
    }
    const beyondX = Math.max(window.left - rect.left, rect.right - window.right);
    const beyondY = Math.max(window.top - rect.top, rect.bottom - window.bottom);
    if ((beyondX > 3 && !canCome.x) || (beyondY > 3 && !canCome.y))
      found.add(
        `"${nameOf(element)}" reaches out of the window by ${Math.round(Math.max(beyondX, beyondY))} px`,
      );
  }

  for (const inner of scrollers) {
    if (inner.matches('textarea, .cm-scroller, pre') || !isShown(inner)) continue;
    for (let at = inner.parentElement; at; at = at.parentElement) {
      if (scrolls(at) && inner.querySelector(controls)) {
        found.add(`${nameOf(inner)} (${inner.clientHeight} px) scrolls within ${nameOf(at)}`);
        break;
      }
      if (getComputedStyle(at).position === 'fixed') break;
    }
  }
  return [...found];
}
