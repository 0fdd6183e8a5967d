import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import {
  type DefinitionCache,
  type DefinitionList,
  type ReadDefinition,
  readDefinition,
} from './definition-file.ts';
import type { DefinitionKind } from './definition-kinds.ts';

/** What is known of a folder's files, so that a file is read again only where it may have changed. */
export interface HeldDefinitions<Value> {
  /** How long what was found is believed without a look, in milliseconds; 0 looks each time. */
  readonly holdMs: number;
  readonly files: Map<string, HeldFile<Value>>;
  /** The last list; the same object as long as nothing changed, so that what is derived from it can hang on it. */
  list: DefinitionList<Value> | undefined;
  /** How often another list took its place. */
  changes: number;
  /** When the folder was last looked at, by the clock that only goes forward. */
  lookedAt: number;
  /** When a look at each file began, and how long it took. */
  comparedAt: number;
  comparedMs: number;
  /** The folder as it was then. */
  folderMark: string;
  /** A watcher tells of files that others touch. */
  isWatched: boolean;
  /** File names that were written since they were read, by us or, as a watcher says, by others. */
  readonly touched: Set<string>;
  /** Names taken from `touched` whose files are read just now; until that is done no list is fresh. */
  taken: ReadonlySet<string>;
  /** Our own writes by the last look: another one is seen at once. */
  ownWrites: number;
  looking: Look<Value> | undefined;
  /** For the looks, which all change what is held. */
  readonly oneAfterTheOther: SerialQueue;
}

/** A look at all files that waits for its turn, or is at it. */
export interface Look<Value> {
  /** Our own writes by the time it was asked for. */
  readonly ownWrites: number;
  readonly list: Promise<DefinitionList<Value>>;
  hasBegun: boolean;
}

/** Where files are read, and what is known of them. */
interface HeldPlace<Value> {
  /** The project's real path. */
  readonly root: string;
  readonly kind: DefinitionKind<Value>;
  readonly cache: DefinitionCache<Value>;
  readonly held: HeldDefinitions<Value>;
}

interface HeldFile<Value> {
  readonly mark: string;
  readonly read: ReadDefinition<Value>;
}

export const noneHeld = <Value>(holdMs: number): HeldDefinitions<Value> => ({
  holdMs,
  files: new Map(),
  list: undefined,
  changes: 0,
  lookedAt: Number.NEGATIVE_INFINITY,
  comparedAt: Number.NEGATIVE_INFINITY,
  comparedMs: 0,
  folderMark: '',
  isWatched: false,
  touched: new Set(),
  taken: new Set(),
  ownWrites: -1,
  looking: undefined,
  oneAfterTheOther: createSerialQueue(),
});

/** Two writes within this time may leave the same times on a coarse file system, so that the second does not show. */
const coarseMs = 2000;

/** Files looked at without a pause for the event loop, and read at once. */
const filesTogether = 64;

/** A look at all files that takes longer than this waits for a sign, or for its turn, where a watcher tells of changes. */
const dearMs = 10;
/** Of all time, looks that are only for what no watcher sees take at most one part in so many. */
const dearPauses = 50;

/** What a list needs before it can be given; `believed`: nothing, though what no watcher sees should be looked for. */
export type Staleness = 'fresh' | 'touched' | 'believed' | 'stale';

/** Judges what is held; `folder` is looked at where nobody tells of changes, and now and then where somebody does. */
export function stalenessOf(held: HeldDefinitions<unknown>, folder: string): Staleness {
  if (held.list === undefined || held.holdMs === 0) return 'stale';
  const now = performance.now();
  const isDue = now - held.lookedAt >= held.holdMs;
  const wanted = hasTouched(held) ? 'touched' : 'fresh';
  if (held.isWatched && held.comparedMs > dearMs) return isDue ? dueOfMany(held, folder, now) : wanted;
  if (isDue) return 'stale';
  return held.isWatched || folderMarkOf(folder) === held.folderMark ? wanted : 'stale';
}

/** Of so many files that a look at each takes long, while a watcher tells of them. */
function dueOfMany(held: HeldDefinitions<unknown>, folder: string, now: number): Staleness {
  if (held.lookedAt === Number.NEGATIVE_INFINITY) return 'stale';
  held.lookedAt = now;
  // A link may lead to where nobody watches.
  for (const [name, { mark }] of held.files) if (mark === unmarked) held.touched.add(name);
  if (hasTouched(held)) return 'touched';
  const isOld = now - held.comparedAt > dearPauses * held.comparedMs;
  return isOld || folderMarkOf(folder) !== held.folderMark ? 'believed' : 'fresh';
}

const hasTouched = ({ touched, taken }: HeldDefinitions<unknown>): boolean =>
  touched.size > 0 || taken.size > 0;

/** Has the files that were touched so far read by `look`, one look at a time; where it fails they stay touched. */
export async function takeTouched<Value, Result>(
  held: HeldDefinitions<Value>,
  look: (names: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  const names = new Set(held.touched);
  held.taken = names;
  held.touched.clear();
  try {
    return await look(names);
  } catch (error) {
    for (const name of names) held.touched.add(name);
    throw error;
  } finally {
    held.taken = new Set();
  }
}

/** Another one after files of a folder came, went or were replaced, or another folder took its place. */
export function folderMarkOf(folder: string): string {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : [found.dev, found.ino, found.mtimeNs, found.ctimeNs].join(' ');
}

/** Reads these files again, whatever is known of them; undefined where nothing came of it. */
export async function readTouched<Value>(
  place: HeldPlace<Value>,
  realFolder: string,
  names: ReadonlySet<string>,
): Promise<readonly ReadDefinition<Value>[] | undefined> {
  const { files } = place.held;
  let isSame = true;
  for (const name of names) {
    const before = files.get(name)?.read;
    const read = await readOneChanged(place, realFolder, name, true);
    if (read.kind === 'absent') files.delete(name);
    isSame &&= before === undefined ? read.kind === 'absent' : isSameRead(read, before);
  }
  if (isSame) return undefined;
  const sorted = [...files].sort(([left], [right]) => compareCodeUnits(left, right));
  return sorted.map(([, { read }]) => read);
}

/** What each file of the folder holds; read are those whose size, times or number are not as they were, and those touched. */
export async function readChanged<Value>(
  place: HeldPlace<Value>,
  realFolder: string,
  names: readonly string[],
  touched: ReadonlySet<string>,
): Promise<{ readonly results: ReadDefinition<Value>[]; readonly isSame: boolean }> {
  const { files } = place.held;
  const results: ReadDefinition<Value>[] = [];
  let isSame = files.size === names.length;
  for (let start = 0; start < names.length; start += filesTogether) {
    const some = names.slice(start, start + filesTogether);
    const before = some.map(name => files.get(name)?.read);
    const found = await Promise.all(
      some.map(name => readOneChanged(place, realFolder, name, touched.has(name))),
    );
    isSame &&= found.every((read, index) => isSameRead(read, before[index]));
    results.push(...found);
    if (start + filesTogether < names.length) await new Promise(resume => setImmediate(resume));
  }
  if (files.size !== names.length) {
    const present = new Set(names);
    for (const name of files.keys()) if (!present.has(name)) files.delete(name);
  }
  return { results, isSame };
}

async function readOneChanged<Value>(
  { root, kind, cache, held: { files } }: HeldPlace<Value>,
  realFolder: string,
  name: string,
  isTouched: boolean,
): Promise<ReadDefinition<Value>> {
  const path = join(realFolder, name);
  const before = markOf(path);
  const held = files.get(name);
  if (!isTouched && before !== undefined && held?.mark === before) return held.read;
  const read = await readDefinition(root, kind, name, cache);
  // What was written meanwhile, or just now, is read another time.
  const mark = before !== undefined && before === markOf(path) ? before : unmarked;
  files.set(name, { mark, read });
  return read;
}

/** What is held of a file, where the file is as it was when it was read. */
export function unchangedRead<Value>(
  { files }: HeldDefinitions<Value>,
  folder: string,
  name: string,
): ReadDefinition<Value> | undefined {
  const held = files.get(name);
  return held !== undefined && held.mark === markOf(join(folder, name)) ? held.read : undefined;
}

/** Of what is read at each look. */
const unmarked = 'unsettled';

/** Another one after any change of the file; undefined where that cannot be told: a link, or a file written just now. */
function markOf(path: string): string | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return undefined;
  if (Date.now() - Number(found.ctimeMs) < coarseMs) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** The same definition, or the same problem. */
function isSameRead(now: ReadDefinition<unknown>, before: ReadDefinition<unknown> | undefined): boolean {
  if (now === before) return true;
  if (now.kind === 'read') return before?.kind === 'read' && before.definition === now.definition;
  return JSON.stringify(now) === JSON.stringify(before);
}
