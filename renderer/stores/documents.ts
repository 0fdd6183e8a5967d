import { create } from 'zustand';
import { isJsonEqual } from '../../shared/model/json.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { errorBody } from '../api/call.ts';
import { deleteDocument, fetchDocuments, type Hashes, saveDocument } from './document-files.ts';
import { type Draft, fetchDraft, keepDraft, restoreDraft } from './drafts.ts';
import {
  applyEdit,
  type DocumentKind,
  type Documents,
  emptyDocuments,
  type History,
  mentions,
  redoStep,
  undoStep,
} from './history.ts';

export interface UnsavedDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly change: 'created' | 'changed' | 'deleted';
}

export interface DocumentsState extends History {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly error?: string;
  readonly saved: Documents;
  readonly hashes: Hashes;
  readonly problems: readonly FileProblem[];
  readonly unsaved: readonly UnsavedDocument[];
}

export interface SaveOutcome {
  readonly saved: number;
  readonly conflicts: readonly { kind: DocumentKind; id: string }[];
  readonly failed: readonly { kind: DocumentKind; id: string; message: string }[];
}

const kinds = ['engines', 'memories', 'samples'] as const satisfies readonly DocumentKind[];
const noHashes: Hashes = { engines: {}, memories: {}, samples: {} };
const initial: DocumentsState = {
  status: 'idle',
  working: emptyDocuments,
  saved: emptyDocuments,
  hashes: noHashes,
  problems: [],
  unsaved: [],
  past: [],
  future: [],
};

export const useDocuments = create<DocumentsState>()(() => initial);

/** What would be written by saving now. */
export function unsavedDocuments(working: Documents, saved: Documents): UnsavedDocument[] {
  return kinds.flatMap(kind => {
    const ids = new Set([...Object.keys(working[kind]), ...Object.keys(saved[kind])]);
    return [...ids].flatMap(id => {
      const change = changeOf(working[kind][id], saved[kind][id]);
      return change ? [{ kind, id, change }] : [];
    });
  });
}

/** One undoable step over rules, memories and samples. Edits with one `mergeKey` within a second are one step. */
export function edit(label: string, recipe: (draft: Documents) => void, mergeKey?: string): void {
  commit(applyEdit(useDocuments.getState(), { label, recipe, mergeKey }, Date.now()));
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

/** Reads the project's definitions, then unsaved work that was kept. */
export async function loadDocuments(): Promise<void> {
  useDocuments.setState({ ...initial, status: 'loading' });
  try {
    const [files, draft] = await Promise.all([fetchDocuments(), fetchDraft()]);
    const fresh = { ...files, working: files.saved, past: [], future: [] };
    const restored = draft ? restoreDraft(fresh, draft) : fresh;
    const unsaved = unsavedDocuments(restored.working, restored.saved);
    useDocuments.setState({ ...restored, status: 'ready', unsaved });
  } catch (error) {
    useDocuments.setState({ status: 'failed', error: errorBody(error).message });
  }
}

/** Takes in what changed on disk: untouched documents follow, edited ones stay and will conflict when saved. */
export async function refreshDocuments(): Promise<void> {
  const files = await fetchDocuments();
  const state = useDocuments.getState();
  const edited = new Set(state.unsaved.map(({ kind, id }) => `${kind}/${id}`));
  const next = { working: { ...state.working }, saved: { ...state.saved }, hashes: { ...state.hashes } };
  let stale = false;
  for (const kind of kinds) {
    const ids = new Set([...Object.keys(state.saved[kind]), ...Object.keys(files.saved[kind])]);
    for (const id of ids) {
      if (files.hashes[kind][id] === state.hashes[kind][id] || edited.has(`${kind}/${id}`)) continue;
      stale ||= [...state.past, ...state.future].some(step => mentions(step, kind, id));
      replace(next, kind, id, files);
    }
  }
  const history = stale ? { past: [], future: [] } : {};
  useDocuments.setState({
    ...next,
    ...history,
    problems: files.problems,
    unsaved: unsavedDocuments(next.working, next.saved),
  });
}

/** Writes everything unsaved; `overwrite` wins over changes made elsewhere. */
export async function saveDocuments(options: { overwrite?: boolean } = {}): Promise<SaveOutcome> {
  const outcome = {
    saved: 0,
    conflicts: [] as { kind: DocumentKind; id: string }[],
    failed: [] as { kind: DocumentKind; id: string; message: string }[],
  };
  for (const document of useDocuments.getState().unsaved) {
    try {
      await saveOne(document, options.overwrite ?? false);
      outcome.saved += 1;
    } catch (error) {
      const { code, message } = errorBody(error);
      const { kind, id } = document;
      if (code === 'conflict') outcome.conflicts.push({ kind, id });
      else outcome.failed.push({ kind, id, message });
    }
  }
  keepDraft(draftOf(useDocuments.getState()));
  return outcome;
}

/** Drops the studio's version of one document for the one on disk. */
export async function takeTheirs(kind: DocumentKind, id: string): Promise<void> {
  const files = await fetchDocuments();
  const { working, saved, hashes } = useDocuments.getState();
  const next = { working: { ...working }, saved: { ...saved }, hashes: { ...hashes } };
  replace(next, kind, id, files);
  const unsaved = unsavedDocuments(next.working, next.saved);
  useDocuments.setState({ ...next, past: [], future: [], problems: files.problems, unsaved });
}

async function saveOne({ kind, id, change }: UnsavedDocument, overwrite: boolean): Promise<void> {
  const { working, hashes } = useDocuments.getState();
  const document = working[kind][id];
  const expected = overwrite
    ? ((await fetchDocuments()).hashes[kind][id] ?? null)
    : (hashes[kind][id] ?? null);
  if (change === 'deleted' || !document) {
    await deleteDocument(kind, id, expected);
    markSaved(kind, id, undefined, undefined);
  } else {
    markSaved(kind, id, document, await saveDocument(kind, document, expected));
  }
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
  useDocuments.setState({ working, past, future, unsaved: unsavedDocuments(working, state.saved) });
  keepDraft(draftOf(useDocuments.getState()));
}

function draftOf({ working, unsaved, hashes, past, future }: DocumentsState): Draft | null {
  if (unsaved.length === 0 && past.length === 0 && future.length === 0) return null;
  const documents = unsaved.map(({ kind, id }) => ({
    kind,
    id,
    base: hashes[kind][id] ?? null,
    value: working[kind][id] ?? null,
  }));
  return { version: 1, documents, hashes, past, future };
}

function replace(
  target: { working: Documents; saved: Documents; hashes: Hashes },
  kind: DocumentKind,
  id: string,
  files: { saved: Documents; hashes: Hashes },
): void {
  const document = files.saved[kind][id];
  Object.assign(target.saved, { [kind]: withEntry(target.saved[kind], id, document) });
  Object.assign(target.working, { [kind]: withEntry(target.working[kind], id, document) });
  Object.assign(target.hashes, { [kind]: withEntry(target.hashes[kind], id, files.hashes[kind][id]) });
}

function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  id: string,
  value: Value | undefined,
): Record<string, Value> {
  const { [id]: _old, ...rest } = record;
  return value === undefined ? rest : { ...record, [id]: value };
}

function changeOf(working: unknown, saved: unknown): UnsavedDocument['change'] | undefined {
  if (working === saved) return undefined;
  if (saved === undefined) return 'created';
  if (working === undefined) return 'deleted';
  return isJsonEqual(working, saved) ? undefined : 'changed';
}
