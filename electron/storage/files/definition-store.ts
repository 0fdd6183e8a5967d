import { join } from 'node:path';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { atStorageBorder } from '../storage-failure.ts';
import { sweepTemporaryFiles, syncFolder } from './atomic-write.ts';
import { createChangeWatch, type OutsideChange } from './change-watch.ts';
import { type Definition, type DefinitionList, listOf, type ReadDefinition } from './definition-file.ts';
import { type DefinitionKind, isDefinitionFile } from './definition-kinds.ts';
import { changedOnDisk, type ExpectedHash, refuseBadId } from './definition-state.ts';
import { noteChanges } from './done-files.ts';
import { removeFile } from './guarded-writes.ts';
import {
  folderMarkOf,
  type Look,
  noneHeld,
  readChanged,
  readTouched,
  type Staleness,
  stalenessOf,
  takeTouched,
} from './held-definitions.ts';
import { createOutsideLook, foundOf, type OutsideLook } from './outside-look.ts';
import { locateInside, readNames } from './path-inside.ts';
import {
  type DefinitionChange,
  type DefinitionStep,
  planSave,
  planSaves,
  planStep,
  type SavedDefinition,
  writePlanned,
} from './plan-save.ts';
import type { ProjectFolder } from './project-folder.ts';
import type { Stage } from './save-together.ts';
import {
  noteWrite,
  type OnOwnChange,
  readOne,
  realFolder,
  type StorePlace,
  takenIds,
} from './store-place.ts';

/** What is on disk while nobody else changes it. */
interface DefinitionsAtRest<Value> {
  /** As the store's own. */
  get(id: string): Promise<Definition<Value>>;
  /** Ids that a new definition cannot have, those of files that cannot be read included. */
  takenIds(): Promise<string[]>;
}

/** The files of one kind of definition. They are the truth; nothing is kept that they do not say. */
export interface DefinitionStore<Value> {
  list(): Promise<DefinitionList<Value>>;
  /**
   * Goes up whenever a list may be another one than before, at once with our own writes. Lists between two equal ones were
   * the same.
   */
  generation(): number;
  /** What the files say now, believed or not: for what is decided once by what they say, such as trust. */
  look(): Promise<DefinitionList<Value>>;
  /** `not_found` when there is none, `invalid_input` when its file is broken. */
  get(id: string): Promise<Definition<Value>>;
  /** `conflict` when the file is not what the caller expects. */
  save(value: Value, expected: ExpectedHash): Promise<SavedDefinition<Value>>;
  /** Saves what is decided by what is there now; no other Weft writes in between. */
  change(
    decide: (atRest: DefinitionsAtRest<Value>) => Promise<DefinitionChange<Value>>,
  ): Promise<SavedDefinition<Value>>;
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

/**
 * `onOutsideChange` hears of files that others changed, at the next look, `onOwnChange` of each write of ours. A list
 * is believed for `holdMs`, our own writes and what a watcher saw aside; with 0 every list looks at all files, and
 * reads those that changed.
 */
export function createDefinitionStore<Value extends { readonly id: string }>(
  project: ProjectFolder,
  kind: DefinitionKind<Value>,
  onOutsideChange: (changes: readonly OutsideChange[]) => void = () => {},
  holdMs = 0,
  onOwnChange: OnOwnChange<Value> = async () => {},
): DefinitionStore<Value> {
  const { path: root } = project;
  const place: StorePlace<Value> = {
    project,
    root,
    folder: join(root, kind.folder),
    kind,
    cache: new Map(),
    held: noneHeld(holdMs),
    watch: createChangeWatch(onOutsideChange),
    onOwnChange,
  };
  const oneAfterTheOther = createSerialQueue();
  const read = <Result>(what: string, work: () => Promise<Result>): Promise<Result> =>
    atStorageBorder(`reading ${what}`, async () => {
      // What stands there now may be another project's.
      project.refuseMoved();
      return work();
    });
  /** The project's right to write comes first, so that two steps over several stores never wait for each other. */
  const write = <Result>(action: string, work: () => Promise<Result>): Promise<Result> =>
    atStorageBorder(action, () => project.change(() => oneAfterTheOther(work)));
  /** Nothing is made ready for what can have no file. */
  const writeOne = async <Result>(
    doing: string,
    id: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    refuseBadId(kind, id);
    return write(`${doing} ${definitionFile(kind.folder, id)}`, work);
  };
  const saveOne = async (change: DefinitionChange<Value>): Promise<SavedDefinition<Value>> => {
    const planned = await planSave(place, change);
    await writePlanned(place, [planned]);
    return planned.saved;
  };
  return {
    async list() {
      // What was just looked at needs no other look; whoever asks for a project sees whether it is in its place.
      const staleness = stalenessOf(place.held, place.folder);
      const { list } = place.held;
      if (staleness === 'fresh' && list !== undefined) return list;
      return read(kind.folder, () => listHeld(place, staleness));
    },
    generation: () => place.held.changes + place.watch.ownWrites(),
    look: () => read(kind.folder, () => lookAgain(place)),
    get: id => read(definitionFile(kind.folder, id), () => readOne(place, id)),
    save: (value, expected) => writeOne('saving', value.id, () => saveOne({ value, expected })),
    change: decide =>
      write(`saving in ${kind.folder}`, async () => saveOne(await decide(definitionsAtRest(place)))),
    saveAll: changes =>
      write(`saving in ${kind.folder}`, async () => {
        const planned = await planSaves(place, changes);
        await writePlanned(place, planned);
        return planned.map(({ saved }) => saved);
      }),
    remove: (id, expected) => writeOne('deleting', id, () => removeOne(place, id, expected)),
    stage: step => done => oneAfterTheOther(async () => done(await planStep(place, step))),
    outside: createOutsideLook(place, oneAfterTheOther, () => lookAgain(place)),
    sweep: nowMs => atStorageBorder(`tidying ${kind.folder}`, () => sweepFolder(place, nowMs)),
  };
}

function definitionsAtRest<Value>(place: StorePlace<Value>): DefinitionsAtRest<Value> {
  return {
    get: id => readOne(place, id),
    takenIds: () => takenIds(place),
  };
}

async function listHeld<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
  staleness: Staleness,
): Promise<DefinitionList<Value>> {
  const { held } = place;
  const ownWrites = place.watch.ownWrites();
  if (staleness === 'touched') return held.oneAfterTheOther(() => listTouched(place));
  if (staleness === 'believed' && held.list !== undefined) {
    // What it finds is for the next who asks, and so is what went wrong.
    if (held.looking === undefined)
      lookAgain(place).catch(() => {
        held.lookedAt = Number.NEGATIVE_INFINITY;
      });
    return held.list;
  }
  // A look that began before our own write, or before a file was touched, may have missed it.
  const sawAll = held.looking?.ownWrites === ownWrites && held.touched.size === 0;
  if (held.holdMs > 0 && sawAll && held.looking !== undefined) return held.looking.list;
  return lookAgain(place);
}

/**
 * Looks wait for each other: what one has read but not told yet, the next would take for known and told. One that has not
 * begun sees all that whoever asks now could see, so that one is enough for all who wait.
 */
async function lookAgain<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
): Promise<DefinitionList<Value>> {
  const { held } = place;
  if (held.looking?.hasBegun === false) return held.looking.list;
  const list = held.oneAfterTheOther(() => {
    looking.hasBegun = true;
    return listFolder(place);
  });
  const looking: Look<Value> = { ownWrites: place.watch.ownWrites(), list, hasBegun: false };
  held.looking = looking;
  const forget = (): void => {
    if (held.looking === looking) held.looking = undefined;
  };
  list.then(forget, forget);
  return list;
}

async function listFolder<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
): Promise<DefinitionList<Value>> {
  const { root, folder, kind, watch, held } = place;
  const lookedAt = performance.now();
  const ownWrites = watch.ownWrites();
  const folderMark = folderMarkOf(folder);
  const located = await locateInside(root, folder);
  if (located.kind === 'refused') {
    held.list = undefined;
    held.changes += 1;
    return { definitions: [], problems: [{ file: kind.folder, reason: located.reason }] };
  }
  const names = located.kind === 'absent' ? [] : (await readNames(located.path)).filter(isDefinitionFile);
  const realFolder = located.kind === 'absent' ? folder : located.path;
  const { results, isSame } = await takeTouched(held, touched =>
    readChanged(place, realFolder, names.sort(), touched),
  );
  watch.look(foundById(names, results), ownWrites);
  Object.assign(held, { lookedAt, ownWrites, folderMark });
  Object.assign(held, { comparedAt: lookedAt, comparedMs: performance.now() - lookedAt });
  return isSame && held.list !== undefined ? held.list : keepList(place, results);
}

/** The list after files that were touched since the last were read again. */
async function listTouched<Value extends { readonly id: string }>(
  place: StorePlace<Value>,
): Promise<DefinitionList<Value>> {
  const { root, folder, held } = place;
  const located = await locateInside(root, folder);
  if (located.kind !== 'found' || held.list === undefined) return listFolder(place);
  const results = await takeTouched(held, names => readTouched(place, located.path, names));
  return results === undefined ? held.list : keepList(place, results);
}

function keepList<Value extends { readonly id: string }>(
  { kind, held }: StorePlace<Value>,
  results: readonly ReadDefinition<Value>[],
): DefinitionList<Value> {
  const list = listOf(kind, results);
  if (held.list !== undefined) held.changes += 1;
  held.list = list;
  return list;
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

async function removeOne<Value>(place: StorePlace<Value>, id: string, expected: ExpectedHash): Promise<void> {
  const { root, kind, project } = place;
  const current = await readOne(place, id);
  if (expected !== undefined && expected !== current.hash) throw changedOnDisk(kind, id, current);
  project.refuseMoved();
  // Of a link the link goes, not what it leads to.
  const folder = await realFolder(place);
  const path = join(folder, `${id}.json`);
  await noteChanges(project, [{ path }]);
  await removeFile({ root, path });
  await syncFolder(folder);
  noteWrite(place, id, undefined);
}

async function sweepFolder<Value>({ root, folder }: StorePlace<Value>, nowMs: number): Promise<number> {
  const located = await locateInside(root, folder);
  return located.kind === 'found' ? sweepTemporaryFiles(located.path, nowMs) : 0;
}
