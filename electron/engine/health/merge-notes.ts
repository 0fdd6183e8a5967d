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

function grown<Key extends string, Entry extends string | SessionDecision>(
  key: Key,
  before: readonly Entry[] | undefined,
  told: readonly Entry[] | undefined,
) {
  if (told === undefined) return {};
  const all = [...(before ?? [])];
  for (const entry of told) if (!all.some(known => isJsonEqual(known, entry))) all.push(entry);
  return { [key]: all };
}
