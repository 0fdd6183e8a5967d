/**
 * The items in order, each found when it is asked for: whoever takes a few of many pays for few. The given list stays
 * as it is.
 */
export function* lazilySorted<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Generator<Item> {
  const heap = [...items];
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) siftDown(heap, at, compare);
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    yield first;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return;
    heap[0] = last;
    siftDown(heap, 0, compare);
  }
}

function siftDown<Item>(heap: Item[], from: number, compare: (left: Item, right: Item) => number): void {
  const item = heap[from];
  if (item === undefined) return;
  let at = from;
  for (;;) {
    const left = heap[2 * at + 1];
    if (left === undefined) break;
    const right = heap[2 * at + 2];
    const isRightFirst = right !== undefined && compare(right, left) < 0;
    const child = isRightFirst ? right : left;
    if (compare(item, child) <= 0) break;
    heap[at] = child;
    at = 2 * at + (isRightFirst ? 2 : 1);
  }
  heap[at] = item;
}
