interface Span {
  readonly y: number;
  readonly height: number;
}

/** The first top at or below `y` where something of this height stands clear of all others by `gap`. */
export function keepClear(y: number, height: number, gap: number, others: readonly Span[]): number {
  let top = y;
  for (const other of [...others].sort((left, right) => left.y - right.y))
    if (top < other.y + other.height + gap && other.y < top + height + gap)
      top = other.y + other.height + gap;
  return top;
}
