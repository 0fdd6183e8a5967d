import { constants } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, tryParseJson } from '../../../shared/model/json.ts';
import { errorCode } from '../storage-failure.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { openPlainFile, removeIfThere } from './guarded-writes.ts';
import { makeFolderInside, makeRootFolder } from './make-folder-inside.ts';
import { sha256 } from './read-text-file.ts';

/** What the user trusted: a folder, and what of it may act. */
export interface TrustRecord {
  /** Real path of the project. */
  readonly path: string;
  readonly trusted_at: string;
  /** A hash for each rule, memory and watched folder that the user has seen or made through Weft; some are gone by now. */
  readonly acts: Set<string>;
  /** The configuration, key by key, as the user saw or made it. */
  readonly config: JsonObject;
}

/** What comes to a record; a key of the configuration that is null was taken out. */
export interface TrustNote {
  readonly acts?: readonly string[];
  readonly config?: JsonObject;
}

/**
 * One file a project, a line of JSON for each note: processes that note something at once do not lose each other's,
 * and what a killed one left unfinished is no line.
 */
const recordPath = (userDataDir: string, path: string): string =>
  join(userDataDir, 'trusted-projects', `${sha256(path)}.jsonl`);

/** Undefined when the project was never trusted; a record that cannot be read is none. */
export async function readTrustRecord(userDataDir: string, path: string): Promise<TrustRecord | undefined> {
  const [first, ...notes] = (await readLines(recordPath(userDataDir, path))).map(parseLine);
  if (first?.path !== path || typeof first.trusted_at !== 'string') return undefined;
  const acts = new Set<string>();
  const config = new Map<string, unknown>();
  for (const note of [first, ...notes]) {
    if (Array.isArray(note?.acts)) for (const act of note.acts) acts.add(String(act));
    if (isJsonObject(note?.config))
      for (const [key, value] of Object.entries(note.config)) config.set(key, value);
  }
  const kept = [...config].filter(([, value]) => value !== null);
  return { path, trusted_at: first.trusted_at, acts, config: Object.fromEntries(kept) };
}

/** Changes whenever the record may have. */
export async function trustRecordMark(userDataDir: string, path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(recordPath(userDataDir, path), { bigint: true });
    return [ino, size, mtimeNs].join(' ');
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
}

/** Begins a record, or begins it anew with only what it says now. */
export async function writeTrustRecord(userDataDir: string, record: TrustRecord): Promise<void> {
  const root = await makeRootFolder(userDataDir, 0o700);
  const realPath = recordPath(root, record.path);
  await makeFolderInside(root, dirname(realPath), 0o700);
  await writeFilesAtomically([{ realPath, content: lineOf({ ...record, acts: [...record.acts] }) }]);
}

/** Adds a note to a record that is there. */
export async function noteInTrustRecord(userDataDir: string, path: string, note: TrustNote): Promise<void> {
  // Behind a line that a killed process left unfinished it must still begin one of its own.
  const root = await makeRootFolder(userDataDir, 0o700);
  const target = { root, path: recordPath(root, path) };
  const handle = await openPlainFile(target, constants.O_WRONLY | constants.O_APPEND);
  try {
    await handle.writeFile(`\n${lineOf(note)}`);
  } finally {
    await handle.close();
  }
}

export async function removeTrustRecord(userDataDir: string, path: string): Promise<void> {
  const root = await makeRootFolder(userDataDir, 0o700);
  await removeIfThere({ root, path: recordPath(root, path) });
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

async function readLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter(line => line !== '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function parseLine(line: string): JsonObject | undefined {
  const value = tryParseJson(line);
  return isJsonObject(value) ? value : undefined;
}
