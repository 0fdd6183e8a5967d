import { createPause } from '../pause.ts';

/** Files that are read at once for one call: of thousands that are named, the first that is missing ends it. */
export const filesAtOnce = 32;

/** Works on all items, a bounded number at once, so that a large folder does not use up the file handles nor keeps others waiting. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const pause = createPause();
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
    const others = pause();
    if (others !== undefined) await others;
  }
  return results;
}
