import { freeze } from 'immer';
import { useStore } from 'zustand';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { withEntry } from '../../shared/model/entries.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { errorBody } from '../api/call.ts';
import {
  type DocumentFiles,
  deleteDocument,
  fetchDocuments,
  noHashes,
  saveDocument,
} from './document-files.ts';
import { type Draft, fetchDraft, flushDraft, forgetLeft, keepDraft, restoreDraft } from './drafts.ts';
import {
  applyEdit,
  type DocumentKind,
  type DocumentOfKind,
  type Documents,
  emptyDocuments,
  type History,
  redoStep,
  touchedDocuments,
  undoStep,
} from './history.ts';
import { createLateStore } from './late-store.ts';
import type { DocumentAddress, DocumentVersions } from './outside-changes.ts';
import { type UnsavedDocument, unsavedDocuments } from './unsaved-documents.ts';

export interface DocumentsState extends DocumentVersions {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly error?: string;
  readonly problems: readonly FileProblem[];
  readonly unsaved: readonly UnsavedDocument[];
}

export interface SaveOutcome {
  readonly saved: number;
  /** Files whose outside changes have to be settled first; they wait in `outside`. */
  readonly conflicts: readonly DocumentAddress[];
  readonly failed: readonly (DocumentAddress & { readonly message: string })[];
}

const initial: DocumentsState = {
  status: 'idle',
  working: emptyDocuments,
  saved: emptyDocuments,
  hashes: noHashes,
  problems: [],
  unsaved: [],
  outside: [],
  past: [],
  future: [],
};

const documents = createLateStore<DocumentsState>(initial);

export const useDocuments = Object.assign(useDrawnDocuments, documents.store);

function useDrawnDocuments<Part>(select: (state: DocumentsState) => Part): Part {
  return useStore(documents.drawn, select);
}

export const selectWorking = (state: DocumentsState) => state.working;
export const selectEngines = (state: DocumentsState) => state.working.engines;
export const selectMemories = (state: DocumentsState) => state.working.memories;
export const selectSamples = (state: DocumentsState) => state.working.samples;
export const selectContracts = (state: DocumentsState) => state.working.contracts;
export const selectHasEngines = (state: DocumentsState): boolean =>
  Object.keys(state.working.engines).length > 0;
export const selectHasUnsaved = (state: DocumentsState) => state.unsaved.length > 0;
export const selectUnsavedCount = (state: DocumentsState) => state.unsaved.length;
export const selectOutside = (state: DocumentsState) => state.outside;

/** The same for the field that is typed into: it shows each letter with the key, before everything else does. */
export function useDocumentsAtOnce<Part>(select: (state: DocumentsState) => Part): Part {
  return useStore(documents.store, select);
}

/** One undoable step over rules, memories, samples and layouts. Edits with one `mergeKey` within a second are one step. */
export function edit(label: string, recipe: (draft: Documents) => void, mergeKey?: string): void {
  commit(applyEdit(useDocuments.getState(), { label, recipe, mergeKey }, Date.now()));
}

/** One undoable change of one document, where it is there; edits with the same key within a second are one step. */
export function editDocument<Kind extends DocumentKind>(
  kind: Kind,
  id: string,
  label: string,
  change: (document: DocumentOfKind[Kind]) => void,
  mergeKey?: string,
): void {
  const recipe = (draft: Documents) => {
    const document = draft[kind][id];
    if (document !== undefined) change(document);
  };
  edit(label, recipe, mergeKey === undefined ? undefined : `${kind}/${id}/${mergeKey}`);
}

/** As `edit`, for a letter that is typed: what shows more than the field itself is drawn once edits have settled. */
export function editLetter(...edited: Parameters<typeof edit>): void {
  documents.changeLate(() => edit(...edited));
}

export function undo(): void {
  commit(undoStep(useDocuments.getState()));
}

export function redo(): void {
  commit(redoStep(useDocuments.getState()));
}

/** Takes back every step that is left. */
export function undoAll(): void {
  let history: History = useDocuments.getState();
  while (history.past.length > 0) history = undoStep(history);
  commit(history);
}

const oneAfterTheOther = createSerialQueue();

/** What merges is loaded with the first change that comes from elsewhere. */
const outsideChanges = () => import('./outside-changes.ts');

/** Reads the definitions of the project in this folder, then unsaved work that was kept. */
export const loadDocuments = (project = ''): Promise<void> =>
  oneAfterTheOther(() => {
    useDocuments.setState({ ...initial, status: 'loading' });
    return load(project);
  });

/** What is being written is written, and unsaved work is kept: another project may be opened. */
export const settleDocuments = (): Promise<void> => oneAfterTheOther(flushDraft);

async function load(project: string): Promise<void> {
  try {
    const [files, { draft, isKept }] = await Promise.all([fetchDocuments(), fetchDraft(project)]);
    const { saved, hashes, problems } = files;
    const fresh: DocumentsState = { ...initial, saved, hashes, problems, working: saved };
    const restored = draft
      ? (await outsideChanges()).takeIn(restoreDraft(fresh, draft), files, Date.now())
      : fresh;
    const unsaved = unsavedDocuments(restored.working, restored.saved);
    useDocuments.setState({ ...restored, status: 'ready', unsaved });
    if (!isKept) keepDraftOf(useDocuments.getState());
    // The first edit freezes all that there is; the first letter need not wait for that.
    whenIdle(() => freeze(restored.working, true));
  } catch (error) {
    useDocuments.setState({ status: 'failed', error: errorBody(error).message });
  }
}

/** Does something once the page has nothing else to do. */
export const whenIdle = (act: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(act);

/** Takes in what changed on disk, of some kinds or of all; what cannot be merged waits in `outside` until it is settled. */
export const refreshDocuments = (kinds?: readonly DocumentKind[]): Promise<void> =>
  oneAfterTheOther(() => refresh(kinds));

/** Writes everything unsaved. What changed on disk meanwhile is merged where that loses nothing, else it is a conflict. */
export const saveDocuments = (): Promise<SaveOutcome> =>
  oneAfterTheOther(async () => {
    const first = await saveEach(useDocuments.getState().unsaved);
    const stale = first.refused.filter(({ code }) => code === 'conflict');
    if (stale.length > 0) await refresh();
    const { unsaved, outside } = useDocuments.getState();
    const waits = stale.filter(isIn(outside));
    const merged = unsaved.filter(document => isIn(stale)(document) && !isIn(outside)(document));
    const second = await saveEach(merged);
    keepDraftOf(useDocuments.getState());
    return {
      saved: first.saved + second.saved,
      conflicts: waits.map(({ kind, id }) => ({ kind, id })),
      failed: [...first.refused.filter(({ code }) => code !== 'conflict'), ...second.refused],
    };
  });

export const isIn = (list: readonly DocumentAddress[]) => (one: DocumentAddress) =>
  list.some(({ kind, id }) => kind === one.kind && id === one.id);

/** Brings in what a window that was closed had not saved, as one step that `tell` tells of, and forgets it there. */
export async function bringInLeft(draft: Draft, tell: (act: () => void) => void): Promise<void> {
  const { bringIn } = await outsideChanges();
  tell(() => adopt(bringIn(useDocuments.getState(), draft.documents, Date.now())));
  await forgetLeft(draft);
}

async function refresh(kinds?: readonly DocumentKind[]): Promise<void> {
  if (useDocuments.getState().status !== 'ready') return;
  const files = await fetchDocuments(kinds);
  if (isKnown(files)) return;
  const { takeIn, problemsBy } = await outsideChanges();
  const state = useDocuments.getState();
  adopt({ ...takeIn(state, files, Date.now()), problems: problemsBy(state.problems, files) });
}

/** Most that is told changed nothing here: what merges need not even be loaded. */
function isKnown(files: DocumentFiles): boolean {
  const { hashes, outside, problems } = useDocuments.getState();
  const waits = outside.length + problems.length + files.problems.length;
  return waits === 0 && files.kinds.every(kind => isJsonEqual(files.hashes[kind], hashes[kind]));
}

async function saveEach(documents: readonly UnsavedDocument[]) {
  const refused: (DocumentAddress & Pick<ErrorBody, 'code' | 'message'>)[] = [];
  for (const document of documents) {
    const { kind, id } = document;
    try {
      await saveOne(document);
    } catch (error) {
      const { code, message } = errorBody(error);
      refused.push({ kind, id, code, message });
    }
  }
  return { saved: documents.length - refused.length, refused };
}

/** As it is by now: others were written before it, and meanwhile it may have been edited, undone or deleted. */
async function saveOne({ kind, id }: UnsavedDocument): Promise<void> {
  const { working, hashes } = useDocuments.getState();
  const document = working[kind][id];
  const expected = hashes[kind][id];
  if (document) {
    markSaved(kind, id, document, await saveDocument(kind, document, expected ?? null));
  } else if (expected !== undefined) {
    await deleteDocument(kind, id, expected);
    markSaved(kind, id, undefined, undefined);
  }
}

/** Takes a new state over, with what follows from it. */
export function adopt(state: DocumentsState): void {
  const before = useDocuments.getState();
  useDocuments.setState({ ...state, unsaved: unsavedDocuments(state.working, state.saved) });
  if (state.past !== before.past || state.working !== before.working) keepDraftOf(useDocuments.getState());
}

function markSaved(kind: DocumentKind, id: string, document: unknown, hash: string | undefined): void {
  useDocuments.setState(state => {
    const saved = { ...state.saved, [kind]: withEntry(state.saved[kind], id, document) } as Documents; // same kind in and out
    const hashes = { ...state.hashes, [kind]: withEntry(state.hashes[kind], id, hash) };
    return { saved, hashes, unsaved: unsavedDocuments(state.working, saved) };
  });
}

function commit(history: History): void {
  const state = useDocuments.getState();
  if (history.working === state.working && history.past === state.past) return;
  const { working, past, future } = history;
  useDocuments.setState({ working, past, future, unsaved: unsavedDocuments(working, state.saved, state) });
  keepDraftOf(useDocuments.getState());
}

/** Put together when it is kept, not with every key; a state never changes, so it is the draft of this moment. */
function keepDraftOf(state: DocumentsState): void {
  keepDraft(() => draftOf(state));
}

function draftOf({ working, saved, unsaved, hashes, past, future }: DocumentsState): Draft | null {
  if (unsaved.length === 0 && past.length === 0 && future.length === 0) return null;
  // What steps touched as well: a file of it that changes meanwhile must not make them unfit.
  const touched = touchedDocuments([...past, ...future]).filter(one => !isIn(unsaved)(one));
  const documents = [...unsaved, ...touched].map(({ kind, id }) => ({
    kind,
    id,
    base: hashes[kind][id] ?? null,
    saved: saved[kind][id] ?? null,
    value: working[kind][id] ?? null,
  }));
  return { version: 1, documents, past, future };
}
