/** First and one past the last entry in sight of a list of equally large entries, with a few around them. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The places of a range, and those that are drawn wherever they are, in their order. */
export function placesOf({ from, to }: Range, ...always: readonly number[]): number[] {
  const inSight = Array.from({ length: to - from }, (_, index) => from + index);
  return [...new Set([...inSight, ...always])].sort((left, right) => left - right);
}

const around = 4;

export function visibleRange(scrolled: number, extent: number, size: number, count: number): Range {
  const from = Math.max(0, Math.floor(scrolled / size) - around);
  const to = Math.max(0, Math.min(count, Math.ceil((scrolled + extent) / size) + around));
  return { from: Math.min(from, to), to };
}
