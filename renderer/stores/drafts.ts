import { call } from '../api/call.ts';
import { type DocumentFiles, type Hashes, noHashes } from './document-files.ts';
import { type DocumentKind, documentKinds, type History, type HistoryStep, mentions } from './history.ts';
import { withEntry } from './outside-changes.ts';
import { createSettling } from './settling.ts';
import { shareEqual } from './share-equal.ts';

interface DraftDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  /** The hash of the file the edit began from, null where there was none. */
  readonly base: string | null;
  /** What that file said, to merge with what it says now. */
  readonly saved?: unknown;
  /** Null means deleted. */
  readonly value: unknown;
}

/** Unsaved work and undo history, kept in the project's database so that both survive a restart. */
export interface Draft {
  readonly version: 1;
  readonly documents: readonly DraftDocument[];
  readonly hashes: Hashes;
  readonly past: readonly HistoryStep[];
  readonly future: readonly HistoryStep[];
}

type SavedFiles = Pick<DocumentFiles, 'saved' | 'hashes'>;

/** Who types without a pause loses two seconds of it at most. */
const settling = createSettling({ pauseMs: 400, mostMs: 2000 });
const pending: { draft?: (() => Draft | null) | undefined } = {};

/** Keeps a draft soon; the last one by then wins. */
export function keepDraft(draft: () => Draft | null): void {
  pending.draft = draft;
  settling.later(flushSoon);
}

const flushSoon = (): void => void flushDraft();

/** Writes what still waits, so that it does not land in the project that is opened next. Never fails the work. */
export async function flushDraft(): Promise<void> {
  const { draft } = pending;
  settling.forget(flushSoon);
  pending.draft = undefined;
  if (draft !== undefined) await call('drafts.save', { draft: draft() }).catch(() => undefined);
}

export async function fetchDraft(): Promise<Draft | undefined> {
  const { draft } = await call('drafts.get', {});
  // A draft of an earlier version knows fewer kinds of documents.
  return isDraft(draft) ? { ...draft, hashes: { ...noHashes, ...draft.hashes } } : undefined;
}

/**
 * Lays a draft over what is on disk, as if nothing had changed there since: `takeIn` does the rest. A history that
 * touches a changed file of which the draft knows nothing is dropped, because its patches no longer fit.
 */
export function restoreDraft<State extends SavedFiles & History>(fresh: State, draft: Draft): State {
  const next = { working: { ...fresh.working }, saved: { ...fresh.saved }, hashes: { ...fresh.hashes } };
  for (const { kind, id, base, saved, value } of draft.documents) {
    const restored = shareEqual(value ?? undefined, fresh.saved[kind][id]);
    Object.assign(next.working, { [kind]: withEntry(next.working[kind], id, restored) });
    if (base === (fresh.hashes[kind][id] ?? null)) continue;
    Object.assign(next.saved, { [kind]: withEntry(next.saved[kind], id, saved ?? undefined) });
    Object.assign(next.hashes, { [kind]: withEntry(next.hashes[kind], id, base ?? undefined) });
  }
  const history = stillFits(fresh, draft)
    ? { past: draft.past, future: draft.future }
    : { past: [], future: [] };
  return { ...fresh, ...next, ...history };
}

function stillFits(fresh: SavedFiles, draft: Draft): boolean {
  const steps = [...draft.past, ...draft.future];
  return documentKinds.every(kind => {
    const known = { ...draft.hashes[kind], ...fresh.hashes[kind] };
    const changed = Object.keys(known).filter(id => draft.hashes[kind][id] !== fresh.hashes[kind][id]);
    const edited = new Set(draft.documents.flatMap(other => (other.kind === kind ? other.id : [])));
    return changed.every(id => edited.has(id) || !steps.some(step => mentions(step, kind, id)));
  });
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}
