import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, assert } from '../../../shared/contract/errors.ts';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { atStorageBorder } from '../storage-failure.ts';
import {
  type FileReplacement,
  sweepTemporaryFiles,
  syncFolder,
  writeFilesAtomically,
} from './atomic-write.ts';
import { splitCaseTwins } from './case-twins.ts';
import { type ChangeWatch, createChangeWatch, type OutsideChange } from './change-watch.ts';
import {
  type Definition,
  type DefinitionCache,
  type ReadDefinition,
  readDefinition,
} from './definition-file.ts';
import { type DefinitionKind, isDefinitionFile } from './definition-kinds.ts';
import {
  changedOnDisk,
  type ExpectedHash,
  expectState,
  fileOf,
  refuseBadId,
  requireDefinition,
} from './definition-state.ts';
import { inBatches } from './in-batches.ts';
import { makeFolderInside } from './make-folder-inside.ts';
import { createOutsideLook, foundOf, type OutsideLook } from './outside-look.ts';
import { locateInside } from './path-inside.ts';
import { readNames } from './read-names.ts';
import { maxFileBytes, sha256 } from './read-text-file.ts';
import type { Stage, StagedFiles } from './save-together.ts';

export interface DefinitionList<Value> {
  /** By id, in UTF-16 order. */
  readonly definitions: readonly Definition<Value>[];
  readonly problems: readonly FileProblem[];
}

export interface SavedDefinition<Value> extends Definition<Value> {
  readonly change: 'created' | 'updated' | 'unchanged';
}

export interface DefinitionChange<Value> {
  readonly value: Value;
  readonly expected: ExpectedHash;
}

/** What happens to the definitions of one kind in a step over several kinds. */
export interface DefinitionStep<Value> {
  readonly changes: readonly DefinitionChange<Value>[];
  readonly removals?: readonly { readonly id: string; readonly expected: ExpectedHash }[];
}

/** The files of one kind of definition. They are the truth; nothing is kept that they do not say. */
export interface DefinitionStore<Value> {
  list(): Promise<DefinitionList<Value>>;
  /** `not_found` when there is none, `invalid_input` when its file is broken. */
  get(id: string): Promise<Definition<Value>>;
  /** `conflict` when the file is not what the caller expects (F14). */
  save(value: Value, expected: ExpectedHash): Promise<SavedDefinition<Value>>;
  /** Saves several in one step, or none of them. */
  saveAll(changes: readonly DefinitionChange<Value>[]): Promise<SavedDefinition<Value>[]>;
  remove(id: string, expected: ExpectedHash): Promise<void>;
  /** This store's part of a step over several stores, for `saveTogether`. */
  stage(step: DefinitionStep<Value>): Stage;
  /** Removes what killed saves left behind; returns how many. */
  sweep(nowMs: number): Promise<number>;
  /** For a watcher of the folder. */
  readonly outside: OutsideLook;
}

const filesReadAtOnce = 64;

/** What the functions below work on. */
interface Place<Value> {
  /** The project's real path. */
  readonly root: string;
  readonly folder: string;
  readonly kind: DefinitionKind<Value>;
  readonly cache: DefinitionCache<Value>;
  readonly watch: ChangeWatch;
}

/** `root` is the project's real path; `onOutsideChange` hears of files that others changed, at the next look. */
export function createDefinitionStore<Value extends { readonly id: string }>(
  root: string,
  kind: DefinitionKind<Value>,
  onOutsideChange: (changes: readonly OutsideChange[]) => void = () => {},
): DefinitionStore<Value> {
  const folder = join(root, kind.folder);
  const place: Place<Value> = {
    root,
    folder,
    kind,
    cache: new Map(),
    watch: createChangeWatch(onOutsideChange),
  };
  const oneAfterTheOther = createSerialQueue();
  return {
    list: () => atStorageBorder(`reading ${kind.folder}`, () => listFolder(place)),
    get: id => atStorageBorder(`reading ${fileOf(kind, id)}`, () => readOne(place, id)),
    async save(value, expected) {
      const [saved] = await oneAfterTheOther(() => saveAll(place, [{ value, expected }]));
      assert(saved !== undefined, 'what was saved is returned');
      return saved;
    },
    saveAll: changes => oneAfterTheOther(() => saveAll(place, changes)),
    remove: (id, expected) =>
      oneAfterTheOther(() =>
        atStorageBorder(`deleting ${fileOf(kind, id)}`, () => removeOne(place, id, expected)),
      ),
    stage: step => write => oneAfterTheOther(async () => write(await planStep(place, step))),
    outside: createOutsideLook(place, oneAfterTheOther),
    sweep: nowMs => atStorageBorder(`tidying ${kind.folder}`, () => sweepFolder(place, nowMs)),
  };
}

async function listFolder<Value extends { readonly id: string }>(
  place: Place<Value>,
): Promise<DefinitionList<Value>> {
  const { root, folder, kind, cache, watch } = place;
  const located = await locateInside(root, folder);
  if (located.kind === 'refused')
    return { definitions: [], problems: [{ file: kind.folder, reason: located.reason }] };
  const names = located.kind === 'absent' ? [] : (await readNames(located.path)).filter(isDefinitionFile);
  const ownWrites = watch.ownWrites();
  const results = await inBatches(names.sort(), filesReadAtOnce, name =>
    readDefinition(root, kind, name, cache),
  );
  watch.look(foundById(names, results), ownWrites);
  const { unique, problems } = splitCaseTwins(
    kind,
    results.flatMap(result => (result.kind === 'read' ? [result.definition] : [])),
  );
  const broken = results.flatMap(result => (result.kind === 'problem' ? [result.problem] : []));
  return { definitions: unique.sort(byId), problems: [...broken, ...problems] };
}

function foundById(
  names: readonly string[],
  results: readonly ReadDefinition<unknown>[],
): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name, index) => {
      const read = results[index];
      const found = read === undefined ? undefined : foundOf(read);
      return found === undefined ? [] : [[name.replace(/\.json$/, ''), found] as const];
    }),
  );
}

async function readOne<Value>({ root, kind, cache }: Place<Value>, id: string): Promise<Definition<Value>> {
  refuseBadId(kind, id);
  return requireDefinition(kind, id, await readDefinition(root, kind, `${id}.json`, cache));
}

async function saveAll<Value extends { readonly id: string }>(
  place: Place<Value>,
  changes: readonly DefinitionChange<Value>[],
): Promise<SavedDefinition<Value>[]> {
  const { kind, watch } = place;
  const names = changes.map(change => fileOf(kind, change.value.id)).join(', ');
  return atStorageBorder(`saving ${names}`, async () => {
    const planned = await planSaves(place, changes);
    await writeFilesAtomically(planned.flatMap(({ replacement }) => replacement ?? []));
    for (const { saved } of planned) watch.wrote(saved.value.id, saved.hash);
    return planned.map(({ saved }) => saved);
  });
}

async function planSaves<Value extends { readonly id: string }>(
  place: Place<Value>,
  changes: readonly DefinitionChange<Value>[],
): Promise<PlannedSave<Value>[]> {
  const planned: PlannedSave<Value>[] = [];
  for (const change of changes) planned.push(await planSave(place, change));
  return planned;
}

/** Judges the step against what is on disk now; nothing is written yet. */
async function planStep<Value extends { readonly id: string }>(
  place: Place<Value>,
  { changes, removals = [] }: DefinitionStep<Value>,
): Promise<StagedFiles> {
  const { kind, folder, watch } = place;
  for (const { id, expected } of removals) {
    const current = await readOne(place, id);
    if (expected !== undefined && expected !== current.hash) throw changedOnDisk(kind, id, current);
  }
  const planned = await planSaves(place, changes);
  return {
    replacements: planned.flatMap(({ replacement }) => replacement ?? []),
    removedPaths: removals.map(({ id }) => join(folder, `${id}.json`)),
    written() {
      for (const { saved } of planned) watch.wrote(saved.value.id, saved.hash);
      for (const { id } of removals) watch.wrote(id, undefined);
    },
  };
}

interface PlannedSave<Value> {
  readonly saved: SavedDefinition<Value>;
  /** Absent when the file says the same already. */
  readonly replacement?: FileReplacement;
}

async function planSave<Value extends { readonly id: string }>(
  place: Place<Value>,
  { value, expected }: DefinitionChange<Value>,
): Promise<PlannedSave<Value>> {
  const { root, kind, cache } = place;
  refuseBadId(kind, value.id);
  const read = await readDefinition(root, kind, `${value.id}.json`, cache);
  const before = expectState(kind, value.id, read, expected);
  if (before === undefined) await refuseCaseTwin(place, value.id);
  const content = formatCanonicalJson(value, kind.order);
  // A save without an edit leaves the file as it is, canonical or not.
  if (before !== undefined && formatCanonicalJson(before.value, kind.order) === content)
    return { saved: { ...before, change: 'unchanged' } };
  if (Buffer.byteLength(content) > maxFileBytes)
    throw new AppError('too_large', `${fileOf(kind, value.id)} would be larger than 10 MiB; split it`);
  const realPath = await prepareTarget(place, value.id);
  const change = before === undefined ? 'created' : 'updated';
  return { saved: { value, hash: sha256(content), change }, replacement: { realPath, content } };
}

async function removeOne<Value>(place: Place<Value>, id: string, expected: ExpectedHash): Promise<void> {
  const { kind, folder } = place;
  const current = await readOne(place, id);
  if (expected !== undefined && expected !== current.hash) throw changedOnDisk(kind, id, current);
  // Of a link the link goes, not what it leads to.
  await unlink(join(folder, `${id}.json`));
  await syncFolder(folder);
  place.watch.wrote(id, undefined);
}

/** Where the content goes: the file itself, or what its link leads to (F14); never out of the project (T10). */
async function prepareTarget<Value>({ root, folder, kind }: Place<Value>, id: string): Promise<string> {
  await makeFolderInside(root, folder);
  const path = join(folder, `${id}.json`);
  const located = await locateInside(root, path);
  if (located.kind === 'refused')
    throw new AppError('forbidden', `${fileOf(kind, id)} ${located.reason}; it was left as it is`);
  return located.kind === 'found' ? located.path : path;
}

async function refuseCaseTwin<Value>({ root, folder, kind }: Place<Value>, id: string): Promise<void> {
  const located = await locateInside(root, folder);
  if (located.kind !== 'found') return;
  const name = `${id}.json`;
  const names = await readNames(located.path);
  const twin = names.find(other => other !== name && other.toLowerCase() === name.toLowerCase());
  if (twin === undefined) return;
  const message = `there is already a file ${twin}; ids must differ in more than upper and lower case`;
  throw new AppError('conflict', message, { file: `${kind.folder}/${twin}` });
}

async function sweepFolder<Value>({ root, folder }: Place<Value>, nowMs: number): Promise<number> {
  const located = await locateInside(root, folder);
  return located.kind === 'found' ? sweepTemporaryFiles(located.path, nowMs) : 0;
}

const byId = <Value extends { readonly id: string }>(
  left: Definition<Value>,
  right: Definition<Value>,
): number => compareCodeUnits(left.value.id, right.value.id);
