/**
 * Places of the best scores above zero, best first; equal ones in their order. A heap of the best so far has its worst
 * on top, so that most scores cost one comparison, however many there are.
 */
export function bestPlaces(scores: Float32Array | Float64Array | readonly number[], limit: number): number[] {
  const heap: number[] = [];
  const isWorse = (left: number, right: number): boolean => {
    const difference = (scores[left] ?? 0) - (scores[right] ?? 0);
    return difference < 0 || (difference === 0 && left > right);
  };
  let least = 0;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    // A later one of the same score comes after all that are kept.
    if (score <= least) continue;
    if (heap.length < limit) siftUp(heap, place, isWorse);
    else siftDown(heap, place, isWorse);
    if (heap.length === limit) least = scores[heap[0] ?? 0] ?? 0;
  }
  return heap.sort((left, right) => (isWorse(left, right) ? 1 : -1));
}

type Order = (left: number, right: number) => boolean;

function siftUp(heap: number[], place: number, isWorse: Order): void {
  let at = heap.length;
  heap.push(place);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above] ?? 0;
    if (!isWorse(place, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = place;
}

/** Puts a place where the worst one was. */
function siftDown(heap: number[], place: number, isWorse: Order): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const isRightWorse = left + 1 < heap.length && isWorse(heap[left + 1] ?? 0, heap[left] ?? 0);
    const below = isRightWorse ? left + 1 : left;
    const child = heap[below] ?? 0;
    if (!isWorse(child, place)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = place;
}
