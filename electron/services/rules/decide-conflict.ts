import { withArticle } from '../../../shared/words.ts';
import { mintFrom } from './complete-engine.ts';

export type OnConflict = 'keep' | 'replace' | 'new_id';

/** What happens to an imported definition; `expected` is what its file must be when it is written. */
export type ConflictDecision =
  | {
      readonly change: 'created' | 'replaced' | 'renamed';
      readonly id: string;
      readonly expected: string | null;
      readonly note?: string;
    }
  /** `isRepeated`: what has the id came in this import, so that none of its options acts. */
  | { readonly change: 'kept'; readonly reason: string; readonly isRepeated: boolean }
  | { readonly change: 'refused'; readonly reason: string };

/** The way out of `kept`, behind a reason. */
export const takesThis = '"replace" (--on-conflict replace) takes what comes';

interface ConflictQuestion {
  readonly id: string;
  /** As in "there is already an engine". */
  readonly noun: string;
  readonly onConflict: OnConflict;
  /** Ids that are taken, by the project or by the import so far, under their lower case. */
  readonly taken: ReadonlyMap<string, string>;
  /** Of the files that can be read, by id. */
  readonly hashes: ReadonlyMap<string, string>;
  /** True for an id that this import has given already. */
  readonly isWritten: (id: string) => boolean;
}

/** Decides about an id that may be taken; upper and lower case count as the same. */
export function decideConflict(question: ConflictQuestion): ConflictDecision {
  const { id, noun, onConflict, taken, hashes, isWritten } = question;
  const twin = taken.get(id.toLowerCase());
  if (twin === undefined) return { change: 'created', id, expected: null };
  if (onConflict === 'keep') {
    const named = `${withArticle(noun)} "${twin}"`;
    const isRepeated = isWritten(twin);
    const reason = isRepeated ? `${named} came before in this import` : `there is already ${named}`;
    return { change: 'kept', reason, isRepeated };
  }
  if (onConflict === 'new_id') {
    const newId = mintFrom(id, 'definition', taken.values());
    return { change: 'renamed', id: newId, expected: null, note: `"${id}" is taken` };
  }
  const hash = hashes.get(id);
  if (hash === undefined || isWritten(id))
    return { change: 'refused', reason: `"${id}" cannot replace "${twin}": ${blockedReason(twin, id)}` };
  return { change: 'replaced', id, expected: hash };
}

const blockedReason = (twin: string, id: string): string =>
  twin === id
    ? 'its file cannot be read, or it came twice in this import'
    : 'the ids differ only in upper and lower case';
