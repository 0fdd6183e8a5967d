import type { Page } from 'playwright';
import { german as texts } from '../../../shared/texts/german.ts';
import { germanTold } from '../../../shared/texts/told-german.ts';

/** German words of ours that are broken over two lines, and short texts of ours that are cut. */
export const findSpoiltWords = (page: Page): Promise<string[]> => page.evaluate(spoiltWords, ourWords);

/** Words of the interface, and whole texts without places. */
const ourWords = (() => {
  const said = [...Object.values(texts), ...Object.values(germanTold.kinds)];
  return {
    words: [...new Set(said.flatMap(text => text.replace(/\{[^}]*\}/g, ' ').match(/\p{L}{4,}/gu) ?? []))],
    texts: said.filter(text => !text.includes('{') && text.length < 20),
  };
})();

// Of the page alone: it goes there in one piece.
function spoiltWords(ours: { words: string[]; texts: string[] }): string[] {
  const [words, whole] = [new Set(ours.words), new Set(ours.texts)];
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const parent = node.parentElement;
    if (!parent?.checkVisibility() || parent.closest('.react-flow, .cm-editor, pre, code, [hidden]'))
      continue;
    // In the palette, sections leave the room to names.
    if (whole.has(text.trim()) && isCut(parent) && !parent.closest('[data-region="List"]'))
      found.add(`cut: ${text}`);
    for (const match of text.matchAll(/\p{L}{4,}/gu))
      if (words.has(match[0]) && linesOf(node, match) > 1) found.add(`broken: ${match[0]} of ${text}`);
  }
  return [...found];

  function isCut(element: Element): boolean {
    return element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis';
  }
  function linesOf(node: Node, { index, 0: word }: RegExpExecArray): number {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    // What is written downwards has its letters below each other.
    const isAcross = getComputedStyle(node.parentElement ?? document.body).writingMode === 'horizontal-tb';
    return isAcross ? new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size : 1;
  }
}
