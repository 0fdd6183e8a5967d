/** Gives a promise when it is time to let others run; it resolves once they have. */
export type Pause = () => Promise<void> | undefined;

/** Work that stops again and again, done without a stop. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** What each item comes to, in their order; stops after each. */
export function* mapInSteps<Item, Value>(
  items: Iterable<Item>,
  make: (item: Item, at: number) => Value,
): Generator<void, Value[]> {
  const made: Value[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    yield;
  }
  return made;
}

/** The items for which `keep` holds, in their order; stops after each it looks at. */
export function* filterInSteps<Item>(
  items: Iterable<Item>,
  keep: (item: Item) => boolean,
): Generator<void, Item[]> {
  const kept: Item[] = [];
  for (const item of items) {
    if (keep(item)) kept.push(item);
    yield;
  }
  return kept;
}

/** Items sorted in short runs, which are then merged; stops now and then. Equal ones stay in their order. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Generator<void, Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += runItems) {
    runs.push(items.slice(from, from + runItems).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (const [at, left] of runs.entries())
      if (at % 2 === 0) merged.push(yield* mergeRuns(left, runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

const runItems = 512;

function* mergeRuns<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = [];
  let taken = 0;
  for (const item of left) {
    for (let other = right[taken]; other !== undefined && compare(item, other) > 0; other = right[taken]) {
      merged.push(other);
      taken += 1;
    }
    merged.push(item);
    if (merged.length % runItems === 0) yield;
  }
  return merged.concat(right.slice(taken));
}

/** Work that stops again and again, where others run in between when `pause` says so. */
export async function inStretches<Value>(work: Generator<void, Value>, pause: Pause): Promise<Value> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const others = pause();
    if (others !== undefined) await others;
  }
}
