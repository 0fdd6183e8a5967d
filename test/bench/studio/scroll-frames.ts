import type { Page } from 'playwright';

/** Pixels of one turn of the wheel, and how many lead down a list and back. */
const wheel = { pixels: 120, moves: 120 };

/** Runs a list of the page down and back, one turn of the wheel a frame; how long each frame took, in milliseconds. */
export const scrollFrames = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(scrollList, { ...wheel, selector });

/** Runs in the page. */
async function scrollList({
  pixels,
  moves,
  selector,
}: {
  readonly pixels: number;
  readonly moves: number;
  readonly selector: string;
}): Promise<number[]> {
  const list = document.querySelector(selector);
  if (list === null) throw new Error(`there is no ${selector}`);
  const begins: number[] = [];
  await new Promise<void>(resolve => {
    const frame = (): void => {
      begins.push(performance.now());
      if (begins.length > moves) {
        resolve();
        return;
      }
      list.scrollTop += begins.length < moves / 2 ? pixels : -pixels;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  return begins.slice(1).map((begin, at) => begin - (begins[at] ?? begin));
}
