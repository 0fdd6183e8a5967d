/** Lines, each with its end, that took the place of others at a line (from 0) of the text before. */
interface LineHunk {
  readonly line: number;
  readonly removed: readonly string[];
  readonly inserted: readonly string[];
}

/** Beyond this many pairs of lines to compare, what differs is one hunk. */
const mostPairs = 4_000_000;

/** What makes one text of the other, line by line, byte for byte. */
export function lineHunks(before: string, after: string): LineHunk[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const removed = old.slice(head, old.length - tail);
  const inserted = now.slice(head, now.length - tail);
  if (removed.length === 0 && inserted.length === 0) return [];
  if (removed.length * inserted.length > mostPairs) return [{ line: head, removed, inserted }];
  return compared(removed, inserted).map(hunk => ({ ...hunk, line: hunk.line + head }));
}

/** A text with hunks undone: where they stand, or else where their lines stand once; undefined where that cannot be. */
export function withoutHunks(
  text: string,
  hunks: readonly LineHunk[],
  isUnchanged: boolean,
): string | undefined {
  let lines = linesOf(text);
  let shift = hunks.reduce((sum, { removed, inserted }) => sum + inserted.length - removed.length, 0);
  for (const { line, removed, inserted } of hunks.toReversed()) {
    shift -= inserted.length - removed.length;
    const at = isUnchanged ? line + shift : onlyPlace(lines, inserted);
    if (at === undefined) return undefined;
    lines = [...lines.slice(0, at), ...removed, ...lines.slice(at + inserted.length)];
  }
  return lines.join('');
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

function onlyPlace(lines: readonly string[], wanted: readonly string[]): number | undefined {
  // What only took lines away has no place to be known by.
  if (wanted.length === 0) return undefined;
  const places = lines.flatMap((_, at) =>
    wanted.every((line, index) => lines[at + index] === line) ? [at] : [],
  );
  return places.length === 1 ? places[0] : undefined;
}

/** By the longest common subsequence. */
function compared(old: readonly string[], now: readonly string[]): LineHunk[] {
  const isKept = commonLengths(old, now);
  const hunks: { line: number; removed: string[]; inserted: string[] }[] = [];
  let [row, column, isOpen] = [0, 0, false];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      [row, column, isOpen] = [row + 1, column + 1, false];
      continue;
    }
    if (!isOpen) hunks.push({ line: row, removed: [], inserted: [] });
    isOpen = true;
    const isRemoved = row < old.length && isKept(row + 1, column) >= isKept(row, column + 1);
    if (isRemoved || column >= now.length) hunks.at(-1)?.removed.push(old[row++] ?? '');
    else hunks.at(-1)?.inserted.push(now[column++] ?? '');
  }
  return hunks;
}

/** How many lines from there on are the same in both. */
function commonLengths(
  old: readonly string[],
  now: readonly string[],
): (row: number, column: number) => number {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  return at;
}
