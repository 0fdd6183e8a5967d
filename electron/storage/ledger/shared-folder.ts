import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, messageOf } from '../../../shared/contract/errors.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { writeFilesAtomically } from '../files/atomic-write.ts';
import { createFile } from '../files/guarded-writes.ts';
import { machineFolder, makeMachineFolder } from '../files/machine-folder.ts';
import { makeFolderInside } from '../files/make-folder-inside.ts';
import { locateInside } from '../files/path-inside.ts';
import { readBinaryFile, readTextFile, sha256 } from '../files/read-text-file.ts';
import { errorCode } from '../storage-failure.ts';
import type { RecordKey } from './record-table.ts';

/** Where records of a kind lie, one file each. */
const folders: Readonly<Record<RecordKey['kind'], string>> = { decision: 'decisions', entry: 'entries' };

/** A line of a file: one version of a record; who merged two branches has one of each. */
export interface SharedVersion {
  readonly kind: RecordKey['kind'];
  /** Below the folder, with forward slashes. */
  readonly file: string;
  readonly value: unknown;
}

export interface SharedFiles {
  readonly versions: readonly SharedVersion[];
  /** What each file says, by its path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly refused: readonly FileProblem[];
}

/**
 * Git's own way to merge lines, which every git has: both sides' lines stay, in either order. A record is one line, so a
 * record that both sides changed becomes two, of which the next sync keeps one.
 */
const attributes = 'decisions/*.json text eol=lf merge=union\nentries/*.json text eol=lf merge=union\n';

/** All versions of all records in a folder of the project; a folder that is not there has none. */
export async function readSharedFolder(root: string, folder: string): Promise<SharedFiles> {
  const versions: SharedVersion[] = [];
  const refused: FileProblem[] = [];
  const found = { versions, texts: new Map<string, string>(), refused };
  for (const kind of ['decision', 'entry'] as const)
    for (const name of await namesIn(root, join(folder, folders[kind])))
      await readInto(found, { root, folder, kind, file: `${folders[kind]}/${name}` });
  return found;
}

interface SharedFile {
  readonly root: string;
  readonly folder: string;
  readonly kind: RecordKey['kind'];
  readonly file: string;
}

async function readInto(
  found: {
    readonly versions: SharedVersion[];
    readonly texts: Map<string, string>;
    readonly refused: FileProblem[];
  },
  { root, folder, kind, file }: SharedFile,
): Promise<void> {
  const located = await locateInside(root, join(folder, file));
  if (located.kind === 'absent') return;
  const read = located.kind === 'refused' ? located : await readTextFile(located.path);
  if (read.kind === 'refused') {
    found.refused.push({ file, reason: read.reason });
    return;
  }
  found.texts.set(file, read.text);
  // The index of another program is made of the decisions.
  if (file === 'decisions/index.json') return;
  const values = valuesIn(read.text);
  if (typeof values === 'string') found.refused.push({ file, reason: values });
  else found.versions.push(...values.map(value => ({ kind, file, value })));
}

async function namesIn(root: string, folder: string): Promise<string[]> {
  const located = await locateInside(root, folder);
  if (located.kind === 'refused') throw new AppError('forbidden', `${folder} ${located.reason}`);
  if (located.kind === 'absent') return [];
  const names = await readdir(located.path);
  return names.filter(name => name.endsWith('.json') && !name.startsWith('.')).sort(compareCodeUnits);
}

/** A file is one JSON value, or one in each line; lines with which git marks a conflict are none. */
function valuesIn(text: string): unknown[] | string {
  const excess = createJsonScale().add(Buffer.from(text));
  if (excess !== undefined) return excess.reason;
  const whole = parsed(text);
  if (whole.ok) return [whole.value];
  const lines = text
    .split(/\r?\n/)
    .filter(line => line.trim() !== '' && !/^(?:<{7}|={7}|>{7}|\|{7})/.test(line));
  const values = lines.map(parsed);
  if (lines.length === 0) return 'is empty';
  const broken = values.find(value => !value.ok);
  return broken?.ok === false
    ? `is no JSON: ${broken.reason}`
    : values.map(value => (value.ok ? value.value : null));
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

function parsed(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}

/** Where a record's file lies below the folder. Ids are any text; a name must not lead elsewhere, nor be the index's. */
export function sharedFileOf({ kind, id }: RecordKey): string {
  const plain = encodeURIComponent(id).replace(/^\.+/, dots => '%2E'.repeat(dots.length));
  const name = plain.length > 200 ? sha256(id) : plain;
  return `${folders[kind]}/${name === 'index' ? '%69ndex' : name}.json`;
}

/** Files written at once. */
const batchFiles = 200;

/** Writes files of the folder, and what tells git how to merge them; whoever reads one finds the old text or the new. */
export async function writeSharedFiles(
  root: string,
  folder: string,
  files: ReadonlyMap<string, string>,
  beforeRenames: () => void,
): Promise<void> {
  for (const name of Object.values(folders)) await makeFolderInside(root, join(folder, name));
  try {
    await createFile({ root, path: join(folder, '.gitattributes') }, attributes);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const all = [...files];
  for (let at = 0; at < all.length; at += batchFiles)
    await writeFilesAtomically(
      all.slice(at, at + batchFiles).map(([path, content]) => ({ realPath: join(folder, path), content })),
      beforeRenames,
    );
}

/** What a record was when the folder and the ledger last said the same of it. */
export interface SyncedState {
  /** SHA-256 of what it said. */
  readonly hash: string;
  /** How often it had been changed, in whichever clone. */
  readonly revision: number;
}

/** Beside the database, which git leaves alone like this. */
const stateFile = `${machineFolder}/weft.sqlite.ledger-sync`;

/** What was in step, by kind and id; nothing where that is not known, which only means that nothing can be told of deletions. */
export async function readSyncState(root: string, folder: string): Promise<Map<string, SyncedState>> {
  const states = new Map(Object.entries(await readStates(root))).get(folder);
  return new Map(isJsonObject(states) ? Object.entries(states).flatMap(stateOf) : []);
}

/** A record takes 120 bytes, in each folder. */
const mostStateBytes = 256 * 1024 * 1024;

/** Of each folder by its name; nothing where the file is not there or no JSON. */
async function readStates(root: string): Promise<JsonObject> {
  const located = await locateInside(root, join(root, stateFile));
  const read = located.kind === 'found' ? await readBinaryFile(located.path, mostStateBytes) : undefined;
  const found = read?.kind === 'binary' ? parsed(read.content.toString('utf8')) : undefined;
  return found?.ok === true && isJsonObject(found.value) ? found.value : {};
}

function stateOf([key, value]: [string, unknown]): [string, SyncedState][] {
  const [hash, revision]: unknown[] = Array.isArray(value) ? value : [];
  return typeof hash === 'string' && typeof revision === 'number' ? [[key, { hash, revision }]] : [];
}

/** What other folders are in step with stays. */
export async function writeSyncState(
  root: string,
  folder: string,
  states: ReadonlyMap<string, SyncedState>,
): Promise<void> {
  await makeMachineFolder(root);
  const own = [...states].map(([key, { hash, revision }]) => [key, [hash, revision]] as const);
  const kept = new Map(Object.entries(await readStates(root))).set(folder, Object.fromEntries(own));
  await writeFilesAtomically([
    { realPath: join(root, stateFile), content: JSON.stringify(Object.fromEntries(kept)) },
  ]);
}
