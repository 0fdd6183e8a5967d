import type { SummaryOrder } from './make-summary.ts';

/** Messages in a chunk, chunks that level 1 tells, chunks in a group of level 2. */
const chunkSize = 20;
const nearChunks = 3;
const chunksInGroup = 5;
/** From so many chunks on the oldest part goes to level 3. */
const chunksForThird = 10;
const oldestShare = 0.3;

/**
 * How the messages before a position are told, oldest first: three chunks of 20 before it in level 1, older ones
 * by groups of five chunks in level 2, and of ten chunks and more the oldest 30%, in whole groups, in level 3.
 */
export function summaryLevels(before: number): Omit<SummaryOrder, 'most'>[] {
  if (before === 0) return [];
  const nearFrom = Math.max(0, before - nearChunks * chunkSize);
  const near = { level: 1, from: nearFrom, to: before - 1 } as const;
  if (nearFrom === 0) return [near];
  const groups = groupBeginnings(nearFrom);
  const chunks = Math.ceil(before / chunkSize);
  const oldest = chunks >= chunksForThird ? Math.round((chunks * oldestShare) / chunksInGroup) : 0;
  const thirdEnd = groups[oldest] ?? nearFrom;
  const third = { level: 3, from: 0, to: thirdEnd - 1, groups: groups.slice(0, oldest) } as const;
  const second = { level: 2, from: thirdEnd, to: nearFrom - 1, groups: groups.slice(oldest) } as const;
  return [third, second, near].filter(({ from, to }) => from <= to);
}

/** Groups are counted from the newest backwards, so that the oldest may be a small one. */
function groupBeginnings(before: number): number[] {
  const beginnings: number[] = [];
  for (let at = before - chunkSize * chunksInGroup; ; at -= chunkSize * chunksInGroup) {
    beginnings.unshift(Math.max(0, at));
    if (at <= 0) return beginnings;
  }
}
