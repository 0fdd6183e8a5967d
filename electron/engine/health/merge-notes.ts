import { withoutUndefined } from '../../../shared/model/entries.ts';
import type { SessionDecision, SessionNotes } from '../../../shared/model/health.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';

/** What a session is known by after more was told: files, decisions and conventions grow, the rest is as told last. */
export function mergeNotes(before: SessionNotes, told: SessionNotes): SessionNotes {
  return {
    ...before,
    ...withoutUndefined(told),
    ...grown('files', before.files, told.files),
    ...grown('decisions', before.decisions, told.decisions),
    ...grown('conventions', before.conventions, told.conventions),
  };
}

/** What of `now` is not in `saved` yet; lists that only grow. */
export function newEntries<Entry>(
  saved: readonly Entry[] | undefined = [],
  now: readonly Entry[] | undefined = [],
): Entry[] {
  return now.filter(entry => !saved.some(known => isJsonEqual(known, entry)));
}

function grown<Key extends string, Entry extends string | SessionDecision>(
  key: Key,
  before: readonly Entry[] | undefined,
  told: readonly Entry[] | undefined,
) {
  if (told === undefined) return {};
  const fresh = newEntries(before, told).filter(
    (entry, index, all) => all.findIndex(other => isJsonEqual(other, entry)) === index,
  );
  return { [key]: [...(before ?? []), ...fresh] };
}
