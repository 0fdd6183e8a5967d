/** A part of a text, and what comes in its place. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * What changed between a text and what it is now, as a change of what somebody made of it meanwhile; undefined where
 * both changed the same lines.
 */
export function changeBeside(before: string, typed: string, now: string): TextChange | undefined {
  const [own, other] = [changedLines(before, typed), changedLines(before, now)];
  if (other.to <= own.from) return other;
  if (other.from < own.to) return undefined;
  const by = typed.length - before.length;
  return { ...other, from: other.from + by, to: other.to + by };
}

export const withChange = (text: string, { from, to, insert }: TextChange): string =>
  text.slice(0, from) + insert + text.slice(to);

/** All between the first line that changed and the last, in whole lines. */
function changedLines(before: string, after: string): TextChange {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const from = before.lastIndexOf('\n', start - 1) + 1;
  const isLineEnd = before.at(-1 - end) === '\n' && after.at(-1 - end) === '\n';
  const next = before.indexOf('\n', before.length - end - (isLineEnd ? 1 : 0));
  const to = next < 0 ? before.length : next + 1;
  return { from, to, insert: after.slice(from, after.length - (before.length - to)) };
}
