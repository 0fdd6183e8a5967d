import { isJsonEqual } from '../../../../shared/model/json.ts';
import type { DraftCondition } from '../../../../shared/model/layout.ts';

/** Which condition of before one is: the same, else one of the same variable, else whichever is left, which was changed. */
const likenesses: readonly ((one: DraftCondition, other: DraftCondition) => boolean)[] = [
  isJsonEqual,
  (one, other) => one.field === other.field,
  () => true,
];

/**
 * Tells the conditions of a rule apart from one drawing to the next. They have no other identity than their place, but
 * what is half typed in one must not become another's where one is put in or taken away above it meanwhile.
 */
export function keepKeys(): (rows: readonly DraftCondition[]) => readonly number[] {
  let known: readonly { readonly row: DraftCondition; readonly key: number }[] = [];
  let next = 0;
  return rows => {
    const left = [...known];
    const keys: number[] = [];
    for (const isLike of likenesses)
      for (const [place, row] of rows.entries()) {
        if (keys[place] !== undefined) continue;
        const found = left.find(other => isLike(other.row, row));
        if (!found) continue;
        keys[place] = found.key;
        left.splice(left.indexOf(found), 1);
      }
    known = rows.map((row, place) => ({ row, key: keys[place] ?? next++ }));
    return known.map(({ key }) => key);
  };
}
