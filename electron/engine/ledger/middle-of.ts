/**
 * The median of numbers, of an even count the mean of the two in the middle; 0 of none. Takes linear time and
 * reorders the numbers that are given.
 */
export function middleOf(numbers: Float64Array): number {
  if (numbers.length === 0) return 0;
  const upper = numbers.length >> 1;
  const above = selectNth(numbers, upper);
  if (numbers.length % 2 === 1) return above;
  // What stands before the place is not larger, so its largest is the neighbour.
  let below = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < upper; at += 1) below = Math.max(below, numbers[at] ?? 0);
  return (above + below) / 2;
}

/** Finds the number that sorting would put at a place, and moves it there, with smaller ones before it (quickselect). */
export function selectNth(numbers: Float64Array, nth: number): number {
  let from = 0;
  let to = numbers.length - 1;
  while (from < to) {
    const { left, right } = partition(numbers, from, to);
    if (nth <= right) to = right;
    else if (nth >= left) from = left;
    else break;
  }
  return numbers[nth] ?? 0;
}

/** Smaller numbers come to lie up to `right`, larger ones from `left`; what is between is in its place. */
function partition(numbers: Float64Array, from: number, to: number): { left: number; right: number } {
  // The middle one, so that sorted numbers are no bad case.
  const pivot = numbers[(from + to) >> 1] ?? 0;
  let left = from;
  let right = to;
  while (left <= right) {
    while ((numbers[left] ?? 0) < pivot) left += 1;
    while ((numbers[right] ?? 0) > pivot) right -= 1;
    if (left > right) break;
    const moved = numbers[left] ?? 0;
    numbers[left] = numbers[right] ?? 0;
    numbers[right] = moved;
    left += 1;
    right -= 1;
  }
  return { left, right };
}
