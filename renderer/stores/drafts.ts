import { call } from '../api/call.ts';
import type { DocumentFiles, Hashes } from './document-files.ts';
import type { DocumentKind, Documents, History, HistoryStep } from './history.ts';

/** Unsaved work and undo history, kept in the project's database so that both survive a restart. */
export interface Draft {
  readonly version: 1;
  /** `base` is the hash of the file the edit began from; `value` null means deleted. */
  readonly documents: readonly { kind: DocumentKind; id: string; base: string | null; value: unknown }[];
  readonly hashes: Hashes;
  readonly past: readonly HistoryStep[];
  readonly future: readonly HistoryStep[];
}

const delayMs = 400;
const pending: { timer?: ReturnType<typeof setTimeout> | undefined; draft?: Draft | null | undefined } = {};

/** Keeps a draft soon; the last one within the delay wins. */
export function keepDraft(draft: Draft | null): void {
  clearTimeout(pending.timer);
  pending.draft = draft;
  pending.timer = setTimeout(() => void flushDraft(), delayMs);
}

/** Writes what still waits, so that it does not land in the project that is opened next. Never fails the work. */
export async function flushDraft(): Promise<void> {
  const { draft } = pending;
  clearTimeout(pending.timer);
  pending.draft = undefined;
  if (draft !== undefined) await call('drafts.save', { draft }).catch(() => undefined);
}

export async function fetchDraft(): Promise<Draft | undefined> {
  const { draft } = await call('drafts.get', {});
  return isDraft(draft) ? draft : undefined;
}

/**
 * Lays a draft over what is on disk. Where the file changed meanwhile the edit is kept with its old base,
 * so that saving it is a conflict to decide, and the history is dropped because its patches no longer fit.
 */
export function restoreDraft<State extends DocumentFiles & History>(fresh: State, draft: Draft): State {
  const working: Documents = { ...fresh.working };
  const hashes = { ...fresh.hashes };
  for (const { kind, id, base, value } of draft.documents) {
    const { [id]: _theirs, ...others } = working[kind];
    Object.assign(working, { [kind]: value === null ? others : { ...others, [id]: value } });
    const { [id]: _hash, ...otherHashes } = hashes[kind];
    hashes[kind] = base === null ? otherHashes : { ...otherHashes, [id]: base };
  }
  const isSameBase = JSON.stringify(sorted(draft.hashes)) === JSON.stringify(sorted(fresh.hashes));
  const history = isSameBase ? { past: draft.past, future: draft.future } : { past: [], future: [] };
  return { ...fresh, working, hashes, ...history };
}

function sorted(hashes: Hashes): unknown {
  return Object.entries(hashes).map(([kind, byId]) => [kind, Object.entries(byId).sort()]);
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && (value as { version?: unknown }).version === 1;
}
