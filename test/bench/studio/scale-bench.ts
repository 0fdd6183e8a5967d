import type { Browser, Page } from 'playwright';
import { median, quantile } from '../measure.ts';
import { typeAndMeasure } from './key-to-paint.ts';
import { openBigStudio } from './open-studio.ts';

const size = { rules: 300, samples: 20, memories: 10_000 };
export const scaleGoals = { readyMs: 2000, paletteMs: 100, keyMs: 16 } as const;
const searches = ['memory-77', 'rule number 12', 'knowledge', 'open'];

/** A project of 300 rules and 10,000 memories: until it is there, until the palette has found, and from a key to its paint. */
export async function benchScale(browser: Browser, print: (line: string) => void) {
  const studio = await openBigStudio(browser, size);
  try {
    const { page, serverMs, pageMs } = studio;
    const readyMs = serverMs + pageMs;
    print(
      `${size.rules} rules and ${size.memories} memories: server ready after ${serverMs.toFixed(0)} ms, page after ${pageMs.toFixed(0)} ms more (goal ${scaleGoals.readyMs} for both)`,
    );
    const keys = await measureKeys(page, print, 'a key in a condition');
    const { opened, found } = await searchPalette(page);
    const palette = {
      openMs: median(opened.map(({ first }) => first)),
      p50: median(found.map(({ first }) => first)),
      most: Math.max(...found.map(({ first }) => first)),
      wholeMs: median(found.map(({ last }) => last)),
    };
    print(
      `the palette opens in ${palette.openMs.toFixed(0)} ms and answers in ${palette.p50.toFixed(0)} ms, at most ${palette.most.toFixed(0)} ms (goal ${scaleGoals.paletteMs}); with what only the host finds, after its pause of 120 ms, in ${palette.wholeMs.toFixed(0)} ms`,
    );
    const pass =
      readyMs <= scaleGoals.readyMs &&
      keys.p95 <= scaleGoals.keyMs &&
      Math.max(palette.openMs, palette.most) <= scaleGoals.paletteMs;
    return { pass, serverMs, pageMs, keys, palette, keysOfContracts: await benchContracts(browser, print) };
  } finally {
    await studio.close();
  }
}

/** The same keys where fifty contracts hang on the rule that is edited. */
async function benchContracts(browser: Browser, print: (line: string) => void) {
  const studio = await openBigStudio(browser, { ...size, contracts: 50 });
  try {
    return await measureKeys(studio.page, print, 'the same with 50 contracts of that rule');
  } finally {
    await studio.close();
  }
}

async function measureKeys(page: Page, print: (line: string) => void, what: string) {
  const { judged } = await typeAndMeasure(page);
  const keys = { p50: median([...judged]), p95: quantile([...judged], 0.95) };
  print(
    `${what}, to the paint of its outcome: median ${keys.p50.toFixed(1)} ms, p95 ${keys.p95.toFixed(1)} ms (goal ${scaleGoals.keyMs})`,
  );
  return keys;
}

/** Milliseconds from a key to the first paint of what it changed, which is the page's own answer, and to the last. */
interface Paints {
  readonly first: number;
  readonly last: number;
}

/** The keys that open the palette, and each letter that is typed into it. */
async function searchPalette(page: Page): Promise<Readonly<Record<'opened' | 'found', Paints[]>>> {
  await page.evaluate(() => {
    const state = { pressed: 0, paints: [] as number[] };
    Object.assign(window, { benchPalette: state });
    window.addEventListener(
      'keydown',
      event => Object.assign(state, { pressed: event.timeStamp, paints: [] }),
      true,
    );
    new MutationObserver(() =>
      requestAnimationFrame(() =>
        scheduler.postTask(() => state.paints.push(performance.now() - state.pressed), {
          priority: 'user-blocking',
        }),
      ),
    ).observe(document.body, { childList: true, subtree: true });
  });
  // Where a key changes nothing there is no paint.
  const paintsOf = async (): Promise<Paints[]> => {
    await page.waitForTimeout(600);
    const paints = await page.evaluate(
      () => (window as unknown as { benchPalette: { paints: number[] } }).benchPalette.paints, // set above
    );
    return paints.slice(0, 1).map(first => ({ first, last: paints.at(-1) ?? first }));
  };
  const opened: Paints[] = [];
  const found: Paints[] = [];
  for (const search of searches) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    opened.push(...(await paintsOf()));
    for (const letter of search) {
      await page.keyboard.press(letter);
      found.push(...(await paintsOf()));
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor({ state: 'detached' });
  }
  return { opened, found };
}
