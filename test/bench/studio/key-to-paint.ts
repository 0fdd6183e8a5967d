import type { Page } from 'playwright';

export const keystrokes = 120;

/**
 * Milliseconds from the key to the paint that shows it, to the outcome of what was typed being in the page, and to the
 * paint that shows that.
 */
export interface PaintTimes {
  readonly shown: readonly number[];
  readonly known: readonly number[];
  readonly judged: readonly number[];
}

/** Types into the pattern of a rule in sight, and waits for the first cell of the matrix each time. */
export async function typeAndMeasure(page: Page): Promise<PaintTimes> {
  await page.getByRole('textbox', { name: 'Pattern' }).click();
  await page.keyboard.press('End');
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    const times = { shown: [] as number[], known: [] as number[], judged: [] as number[] };
    const state = { pressed: 0 };
    Object.assign(window, { benchTimes: times });
    const tellPaint = (list: number[]) => {
      const { pressed } = state;
      requestAnimationFrame(() => {
        // Ahead of what else waits, such as the worker's answer: the frame is over, that is the time.
        scheduler.postTask(() => list.push(performance.now() - pressed), { priority: 'user-blocking' });
      });
    };
    window.addEventListener('keydown', event => Object.assign(state, { pressed: event.timeStamp }), true);
    document.addEventListener('input', () => tellPaint(times.shown), true);
    const cell = document.querySelector('#matrix-0-0');
    if (!cell) throw new Error('the matrix has no cell');
    const options = { attributes: true, attributeFilter: ['aria-label'] };
    new MutationObserver(() => {
      times.known.push(performance.now() - state.pressed);
      tellPaint(times.judged);
    }).observe(cell, options);
  });
  for (let at = 0; at < keystrokes; at += 1) {
    await page.keyboard.press(at % 2 === 0 ? 'x' : 'Backspace');
    await page.waitForTimeout(at % 10 === 9 ? 300 : 70);
  }
  return page.evaluate(() => (window as unknown as { benchTimes: PaintTimes }).benchTimes); // set above
}
