import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { createSerialQueue, type SerialQueue } from '../serial-queue.ts';
import { type ReadDefinition, readDefinition } from './definition-file.ts';
import type { DefinitionList } from './definition-store.ts';
import type { StorePlace } from './store-place.ts';

/** What is known of a folder's files, so that a file is read again only where it may have changed. */
export interface HeldDefinitions<Value> {
  /** How long what was found is believed without a look, in milliseconds; 0 looks each time. */
  readonly holdMs: number;
  readonly files: Map<string, HeldFile<Value>>;
  /** The last list; the same object as long as nothing changed, so that what is derived from it can hang on it. */
  list: DefinitionList<Value> | undefined;
  /** When its look began, by the clock that only goes forward. */
  lookedAt: number;
  /** Our own writes by then: another one is seen at once. */
  ownWrites: number;
  looking: { readonly ownWrites: number; readonly list: Promise<DefinitionList<Value>> } | undefined;
  /** For the looks, which all change what is held. */
  readonly oneAfterTheOther: SerialQueue;
}

interface HeldFile<Value> {
  readonly mark: string;
  readonly read: ReadDefinition<Value>;
}

export const noneHeld = <Value>(holdMs: number): HeldDefinitions<Value> => ({
  holdMs,
  files: new Map(),
  list: undefined,
  lookedAt: Number.NEGATIVE_INFINITY,
  ownWrites: -1,
  looking: undefined,
  oneAfterTheOther: createSerialQueue(),
});

/** Two writes within this time may leave the same times on a coarse file system, so that the second does not show. */
const coarseMs = 2000;

/** Files looked at without a pause for the event loop, and read at once. */
const filesTogether = 64;

/** What each file of the folder holds; read are those whose size, times or number are not as they were. */
export async function readChanged<Value>(
  place: StorePlace<Value>,
  realFolder: string,
  names: readonly string[],
): Promise<{ readonly results: ReadDefinition<Value>[]; readonly isSame: boolean }> {
  const { files } = place.held;
  const results: ReadDefinition<Value>[] = [];
  let isSame = files.size === names.length;
  for (let start = 0; start < names.length; start += filesTogether) {
    const some = names.slice(start, start + filesTogether);
    const before = some.map(name => files.get(name)?.read);
    const found = await Promise.all(some.map(name => readOneChanged(place, realFolder, name)));
    isSame &&= found.every((read, index) => isSameRead(read, before[index]));
    results.push(...found);
    await new Promise(resume => setImmediate(resume));
  }
  if (files.size !== names.length) {
    const present = new Set(names);
    for (const name of files.keys()) if (!present.has(name)) files.delete(name);
  }
  return { results, isSame };
}

async function readOneChanged<Value>(
  { root, kind, cache, held: { files } }: StorePlace<Value>,
  realFolder: string,
  name: string,
): Promise<ReadDefinition<Value>> {
  const path = join(realFolder, name);
  const before = markOf(path);
  const held = files.get(name);
  if (before !== undefined && held?.mark === before) return held.read;
  const read = await readDefinition(root, kind, name, cache);
  // What was written meanwhile, or just now, is read another time.
  const mark = before !== undefined && before === markOf(path) ? before : 'unsettled';
  files.set(name, { mark, read });
  return read;
}

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
