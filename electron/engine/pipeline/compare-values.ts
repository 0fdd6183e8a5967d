import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { instantMs } from '../../../shared/model/instant.ts';

/**
 * Orders values from the greatest to the least: numbers and ISO times by size, then texts by UTF-16 code unit,
 * then everything else. Total, so that sorting with it is stable and repeatable.
 */
export function compareDescending(left: unknown, right: unknown): number {
  const leftKey = sortKey(left);
  const rightKey = sortKey(right);
  if (leftKey.rank !== rightKey.rank) return rightKey.rank - leftKey.rank;
  if (leftKey.size !== rightKey.size) return rightKey.size - leftKey.size;
  return compareCodeUnits(rightKey.text, leftKey.text);
}

interface SortKey {
  readonly rank: 2 | 1 | 0;
  readonly size: number;
  readonly text: string;
}

function sortKey(value: unknown): SortKey {
  if (typeof value === 'number' && Number.isFinite(value)) return { rank: 2, size: value, text: '' };
  if (typeof value !== 'string') return { rank: 0, size: 0, text: '' };
  // Times with different offsets or precision compare by the moment, not by their letters.
  const moment = instantMs(value);
  return moment === undefined ? { rank: 1, size: 0, text: value } : { rank: 2, size: moment, text: '' };
}
