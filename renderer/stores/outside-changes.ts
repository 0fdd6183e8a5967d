import { withEntry } from '../../shared/model/entries.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import {
  type Merge,
  type MergeConflict,
  mergeDocuments,
  mergeEngines,
} from '../../shared/rules/merge-engines.ts';
import { t } from '../texts/texts.ts';
import { brokenFileOf, type DocumentFiles, type Hashes, isFileOf } from './document-files.ts';
import { applyEdit, type DocumentKind, type Documents, type History, mentions } from './history.ts';

export interface DocumentAddress {
  readonly kind: DocumentKind;
  readonly id: string;
}

/** A file that changed outside, as it is there now; absent values when it was deleted. */
export interface OutsideVersion extends DocumentAddress {
  readonly document?: unknown;
  readonly hash?: string;
}

/** Saved and unsaved documents, and the outside versions that wait for a decision. */
export interface DocumentVersions extends History {
  readonly saved: Documents;
  readonly hashes: Hashes;
  readonly outside: readonly OutsideVersion[];
}

/** What becomes of one document whose file changed. */
interface Taken extends OutsideVersion {
  readonly working: unknown;
  readonly isEdited: boolean;
}

/**
 * Takes in files as they are now, of the kinds that were read. Untouched documents follow; edited ones are merged where both changed different
 * things, as one step to undo; the others stay as they are and wait in `outside`. Nothing of either is lost.
 */
export function takeIn<State extends DocumentVersions>(
  state: State,
  files: DocumentFiles,
  now: number,
): State {
  const outside: OutsideVersion[] = [];
  const taken: Taken[] = [];
  for (const { kind, id } of addresses(state, files)) {
    if (files.hashes[kind][id] === state.hashes[kind][id]) continue;
    // What is broken now can neither be merged nor chosen; saving says so.
    const edited = isEdited(state, { kind, id });
    if (edited && isBroken(files, { kind, id })) continue;
    const version = versionIn(files, { kind, id });
    const { merged, conflicts } = mergeVersion(state, version);
    if (conflicts.length > 0) outside.push(version);
    else taken.push({ ...version, working: merged, isEdited: edited });
  }
  const others = state.outside.filter(({ kind }) => !files.kinds.includes(kind));
  const waiting = {
    ...state,
    outside: outside.length + state.outside.length === 0 ? state.outside : [...others, ...outside],
  };
  // What has not changed stays the same object, for everybody who follows it.
  return taken.length === 0 ? waiting : withWorking({ ...waiting, ...markTaken(state, taken) }, taken, now);
}

/** What both sides changed differently, to be shown. */
export function conflictsOf(state: DocumentVersions, version: OutsideVersion): readonly MergeConflict[] {
  return mergeVersion(state, version).conflicts;
}

/** A conflict's place as one text. */
export const conflictKey = (path: readonly string[]): string => JSON.stringify(path);

/**
 * Settles a waiting version: of its conflicts those named get the outside value, the others keep one's own. Two steps,
 * so that undoing shows the outside version and then one's own.
 */
export function settle<State extends DocumentVersions>(
  state: State,
  address: DocumentAddress,
  outsideKeys: ReadonlySet<string>,
  now: number,
): State {
  const version = state.outside.find(other => isSame(other, address));
  if (version === undefined) return state;
  const { merged } = mergeVersion(state, version, conflict =>
    outsideKeys.has(conflictKey(conflict.path)) ? 'theirs' : 'mine',
  );
  const outside = state.outside.filter(other => other !== version);
  const settled = { ...state, ...markTaken(state, [version]), outside };
  const theirs = step(
    settled,
    t('Version on disk'),
    [{ ...version, working: version.document, isEdited: true }],
    now,
  );
  return step(theirs, t('Settle outside changes'), [{ ...version, working: merged, isEdited: true }], now);
}

/** Merges what another window left, as one step; where both changed the same, its values stand, and undo brings one's own back. */
export function bringIn<State extends DocumentVersions>(
  state: State,
  left: readonly (DocumentAddress & { readonly saved?: unknown; readonly value: unknown })[],
  now: number,
): State {
  const taken = left.map(({ kind, id, saved, value }): Taken => {
    const began = { ...state.saved, [kind]: withEntry<unknown>(state.saved[kind], id, saved ?? undefined) };
    const version = { kind, id, ...((value ?? undefined) !== undefined && { document: value }) };
    const base = { ...state, saved: began as Documents }; // a draft's document is of the kind it names
    return { kind, id, working: mergeVersion(base, version, () => 'theirs').merged, isEdited: true };
  });
  return step(state, t('Bring in work of another window'), taken, now);
}

const isSame = (left: DocumentAddress, right: DocumentAddress): boolean =>
  left.kind === right.kind && left.id === right.id;

/** What cannot be read, where files of some kinds were read again. */
export const problemsBy = (known: readonly FileProblem[], files: DocumentFiles): readonly FileProblem[] => [
  ...known.filter(problem => !files.kinds.some(kind => isFileOf(kind, problem))),
  ...files.problems,
];

function addresses(state: DocumentVersions, files: DocumentFiles): DocumentAddress[] {
  return files.kinds.flatMap(kind => {
    const known = [state.saved[kind], state.hashes[kind], files.saved[kind]];
    return [...new Set(known.flatMap(entries => Object.keys(entries)))].map(id => ({ kind, id }));
  });
}

const isEdited = ({ working, saved }: DocumentVersions, { kind, id }: DocumentAddress): boolean =>
  working[kind][id] !== saved[kind][id] && !isJsonEqual(working[kind][id], saved[kind][id]);

const isBroken = (files: DocumentFiles, { kind, id }: DocumentAddress): boolean =>
  brokenFileOf(files, kind, id) !== undefined;

function versionIn(files: DocumentFiles, { kind, id }: DocumentAddress): OutsideVersion {
  const document = files.saved[kind][id];
  const hash = files.hashes[kind][id];
  return { kind, id, ...(document && { document }), ...(hash !== undefined && { hash }) };
}

function mergeVersion(
  { working, saved }: DocumentVersions,
  { kind, id, document }: OutsideVersion,
  prefer?: (conflict: MergeConflict) => 'mine' | 'theirs',
): Merge<unknown> {
  // Each kind is merged with its own; an outside version was read from a file of that kind.
  if (kind === 'engines')
    return mergeEngines(
      saved.engines[id],
      working.engines[id],
      document as Documents['engines'][string],
      prefer,
    );
  const theirs = document as { id: string } | undefined; // the same
  return mergeDocuments<{ id: string }>(saved[kind][id], working[kind][id], theirs, prefer);
}

function markTaken({ saved, hashes }: DocumentVersions, versions: readonly OutsideVersion[]) {
  const next = { saved: { ...saved }, hashes: { ...hashes } };
  for (const { kind, id, document, hash } of versions) {
    Object.assign(next.saved, { [kind]: withEntry(next.saved[kind], id, document) });
    Object.assign(next.hashes, { [kind]: withEntry(next.hashes[kind], id, hash) });
  }
  return next;
}

/** Documents that nobody touched just follow; of the others the change is a step itself, so that all steps still fit. */
function withWorking<State extends DocumentVersions>(
  state: State,
  taken: readonly Taken[],
  now: number,
): State {
  const steps = [...state.past, ...state.future];
  const isTouched = ({ kind, id, isEdited: edited }: Taken) =>
    edited || steps.some(other => mentions(other, kind, id));
  const working = { ...state.working };
  for (const { kind, id, working: document } of taken.filter(other => !isTouched(other)))
    Object.assign(working, { [kind]: withEntry(working[kind], id, document) });
  return step({ ...state, working }, t('Merge outside changes'), taken.filter(isTouched), now);
}

function step<State extends DocumentVersions>(
  state: State,
  label: string,
  taken: readonly Taken[],
  now: number,
): State {
  const recipe = (draft: Documents) => {
    for (const { kind, id, working } of taken) {
      if (isJsonEqual(state.working[kind][id], working)) continue;
      const documents: Record<string, unknown> = draft[kind];
      if (working === undefined) delete documents[id];
      else documents[id] = working;
    }
  };
  return { ...state, ...applyEdit(state, { label, recipe }, now) };
}
