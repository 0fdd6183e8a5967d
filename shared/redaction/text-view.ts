/** A text that was made of another one, and where each of its characters comes from. */
export interface TextView {
  readonly text: string;
  /** Where in the source the character at an offset begins. */
  startOf(offset: number): number;
  /** Where in the source the character before an offset ends. */
  endOf(offset: number): number;
}

/** Puts a view together, from left to right. */
export interface ViewBuilder {
  /** Characters of the source as they are. */
  keep(start: number, end: number): void;
  /** A character that stands for a stretch of the source, or none. */
  replace(start: number, end: number, character: string): void;
  build(): TextView;
}

export function createViewBuilder(source: string): ViewBuilder {
  const parts: string[] = [];
  // From each of these offsets on, view and source go on side by side.
  const viewOffsets: number[] = [];
  const sourceOffsets: number[] = [];
  let length = 0;
  const mark = (at: number): void => {
    viewOffsets.push(length);
    sourceOffsets.push(at);
  };
  return {
    keep(start, end) {
      if (start >= end) return;
      mark(start);
      parts.push(source.slice(start, end));
      length += end - start;
    },
    replace(start, end, character) {
      mark(start);
      parts.push(character);
      length += character.length;
      mark(end);
    },
    build() {
      return {
        text: parts.join(''),
        startOf(offset) {
          const index = lastAtMost(viewOffsets, offset);
          return (sourceOffsets[index] ?? 0) + offset - (viewOffsets[index] ?? 0);
        },
        endOf(offset) {
          const index = lastAtMost(viewOffsets, offset - 1);
          if (viewOffsets[index + 1] === offset) return sourceOffsets[index + 1] ?? 0;
          return (sourceOffsets[index] ?? 0) + offset - (viewOffsets[index] ?? 0);
        },
      };
    },
  };
}

/** The last place of an ascending list that holds no more than a limit. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
