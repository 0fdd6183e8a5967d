import { create } from 'zustand';
import { withEntry } from '../../shared/model/entries.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { call, errorBody } from '../api/call.ts';
import {
  type DraftMark,
  draftsInBrowser,
  forgetInBrowser,
  openWindows,
  ownWindow,
  putInBrowser,
} from './browser-drafts.ts';
import type { DocumentFiles } from './document-files.ts';
import { type DocumentKind, type History, type HistoryStep, touchedDocuments } from './history.ts';
import { createSettling } from './settling.ts';
import { shareUnchanged } from './share-unchanged.ts';
import { showError } from './toasts.ts';

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
export interface Draft extends DraftMark {
  readonly version: 1;
  /** All that is unsaved, and all that a step of the history touches. */
  readonly documents: readonly DraftDocument[];
  readonly past: readonly HistoryStep[];
  readonly future: readonly HistoryStep[];
}

type SavedFiles = Pick<DocumentFiles, 'saved' | 'hashes'>;

/** Where unsaved work is kept beside this page: by the server, in this browser until the server takes it, or nowhere. */
export interface Keeping {
  readonly place: 'server' | 'browser' | 'nowhere';
  /** Work of windows that were closed, which waits to be brought in or discarded. */
  readonly left: readonly Draft[];
}

export const useKeeping = create<Keeping>()(() => ({ place: 'server', left: [] }));

interface Waiting {
  readonly draft: () => Draft | null;
  readonly at: number;
}

/** Who types without a pause loses two seconds of it at most. */
const settling = createSettling({ pauseMs: 400, mostMs: 2000 });
const againMs = 5000;
const oneAfterTheOther = createSerialQueue();
const own: { project: string; window: string; replaces?: string | undefined; isNothingKept: boolean } = {
  project: '',
  window: '',
  isNothingKept: false,
};
const waiting: {
  next?: Waiting | undefined;
  sent?: Waiting | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
} = {};

/** Keeps a draft soon; the last one by then wins. */
export function keepDraft(draft: () => Draft | null): void {
  waiting.next = { draft, at: Date.now() };
  settling.later(flushSoon);
}

const flushSoon = (): void => void flushDraft();

/** Keeps what still waits, so that it does not land in the project that is opened next. Never fails the work. */
export function flushDraft(): Promise<void> {
  settling.forget(flushSoon);
  clearTimeout(waiting.timer);
  return oneAfterTheOther(async () => {
    const { next } = waiting;
    if (next === undefined) return;
    waiting.next = undefined;
    waiting.sent = next;
    await send(next);
    waiting.sent = undefined;
  });
}

/** What the server has not acknowledged, for a page that ends before it does. */
export function keepInBrowserNow(): void {
  const latest = waiting.next ?? waiting.sent;
  if (latest !== undefined) putWhereRoomIs(marked(latest));
}

async function send(one: Waiting): Promise<void> {
  const draft = marked(one);
  // Who only follows what others change has nothing to keep, again and again.
  if (draft === null && own.isNothingKept) return;
  try {
    await saveDraft(draft);
    own.isNothingKept = draft === null;
    forgetInBrowser(own.project, own.window);
    useKeeping.setState({ place: 'server' });
  } catch (error) {
    own.isNothingKept = false;
    const place = putWhereRoomIs(draft) ? 'browser' : 'nowhere';
    useKeeping.setState({ place });
    waiting.next ??= one;
    // Another window's draft leaves when that one saves; all else may be over soon.
    waiting.timer = setTimeout(flushSoon, errorBody(error).code === 'conflict' ? againMs * 6 : againMs);
  }
}

/** A history that has grown too long for a message stays in this page. */
async function saveDraft(draft: Draft | null): Promise<void> {
  const { project, window, replaces } = own;
  const input = { window, ...(project !== '' && { project }), ...(replaces !== undefined && { replaces }) };
  try {
    await call('drafts.save', { draft, ...input });
  } catch (error) {
    if (draft === null || errorBody(error).code !== 'too_large') throw error;
    await call('drafts.save', { draft: withoutHistory(draft), ...input });
  }
}

function putWhereRoomIs(draft: Draft | null): boolean {
  const { project, window } = own;
  if (draft === null) {
    forgetInBrowser(project, window);
    return true;
  }
  return putInBrowser(project, window, draft) || putInBrowser(project, window, withoutHistory(draft));
}

const withoutHistory = (draft: Draft): Draft => ({ ...draft, past: [], future: [] });

function marked({ draft, at }: Waiting): Draft | null {
  const value = draft();
  return value === null ? null : { ...value, window: own.window, at };
}

interface FoundDraft {
  readonly draft?: Draft;
  /** False while the server does not have it under the name of this window. */
  readonly isKept: boolean;
}

/** What was kept of this window, or of one that is closed; with others left, they wait in `useKeeping`. */
export async function fetchDraft(project: string): Promise<FoundDraft> {
  const [window, draft] = await Promise.all([ownWindow(), askDraft()]);
  if (own.project !== project) {
    // What the project before could not take waits for it in the browser.
    keepInBrowserNow();
    waiting.next = undefined;
  }
  const inBrowser = draftsInBrowser(project).filter(isDraft);
  const onServer = isDraft(draft) ? draft : undefined;
  const open = await openWindows();
  const isOpenElsewhere = (one: Draft) => one.window !== window && open.has(one.window ?? '');
  const found = [...(onServer ? [onServer] : []), ...inBrowser].filter(one => !isOpenElsewhere(one));
  const newestFirst = found.toSorted((left, right) => (right.at ?? 0) - (left.at ?? 0));
  const chosen = newestFirst.find(one => one.window === window) ?? newestFirst[0];
  const others = newestFirst.filter(one => one !== chosen && one.window !== chosen?.window);
  const left = others.filter(hasUnsaved);
  // What holds nothing but a history may go.
  const isReplaced =
    onServer !== undefined &&
    !isOpenElsewhere(onServer) &&
    (onServer.window === chosen?.window || !left.includes(onServer));
  Object.assign(own, {
    project,
    window,
    replaces: isReplaced ? onServer?.window : undefined,
    isNothingKept: found.length === 0,
  });
  useKeeping.setState({ place: 'server', left });
  if (chosen !== undefined && chosen !== onServer) moveInBrowser(project, chosen, window);
  const isKept = chosen === undefined || (chosen === onServer && chosen.window === window);
  return { ...(chosen && { draft: chosen }), isKept };
}

/** Unsaved work that cannot be read keeps nobody from the files: that is told instead. */
async function askDraft(): Promise<unknown> {
  const ask = () => call('drafts.get', {});
  try {
    // What was damaged may have been repaired by the first call.
    return (await ask().catch(ask)).draft;
  } catch (error) {
    showError(error);
    return null;
  }
}

/** From a window that is closed to the one that has taken its work over. */
function moveInBrowser(project: string, draft: Draft, window: string): void {
  if (draft.window !== undefined && draft.window !== window) forgetInBrowser(project, draft.window);
  putInBrowser(project, window, { ...draft, window });
}

/** Forgets what a closed window left, once it was brought in or is not wanted. */
export async function forgetLeft(draft: Draft): Promise<void> {
  const { project, window } = own;
  if (draft.window !== undefined) forgetInBrowser(project, draft.window);
  const { draft: onServer } = await call('drafts.get', {});
  if (isDraft(onServer) && onServer.window === draft.window && draft.window !== undefined)
    await call('drafts.save', { draft: null, window, replaces: draft.window });
  useKeeping.setState(({ left }) => ({ left: left.filter(other => other !== draft) }));
}

const hasUnsaved = ({ documents }: Draft): boolean =>
  documents.some(({ saved, value }) => JSON.stringify(saved) !== JSON.stringify(value));

/**
 * Lays a draft over what is on disk, as if nothing had changed there since: `takeIn` does the rest. A history that
 * touches a file of which the draft knows nothing is dropped, because that may have changed and its patches no longer fit.
 */
export function restoreDraft<State extends SavedFiles & History>(fresh: State, draft: Draft): State {
  const next = { working: { ...fresh.working }, saved: { ...fresh.saved }, hashes: { ...fresh.hashes } };
  for (const { kind, id, base, saved, value } of draft.documents) {
    const restored = shareUnchanged(fresh.saved[kind][id], value ?? undefined);
    Object.assign(next.working, { [kind]: withEntry(next.working[kind], id, restored) });
    if (base === (fresh.hashes[kind][id] ?? null)) continue;
    Object.assign(next.saved, { [kind]: withEntry(next.saved[kind], id, saved ?? undefined) });
    Object.assign(next.hashes, { [kind]: withEntry(next.hashes[kind], id, base ?? undefined) });
  }
  const history = isWhole(draft) ? { past: draft.past, future: draft.future } : { past: [], future: [] };
  return { ...fresh, ...next, ...history };
}

const isWhole = ({ documents, past, future }: Draft): boolean =>
  touchedDocuments([...past, ...future]).every(({ kind, id }) =>
    documents.some(one => one.kind === kind && one.id === id),
  );

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}
