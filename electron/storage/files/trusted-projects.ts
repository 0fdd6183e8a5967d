import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject } from '../../../shared/model/json.ts';
import { errorCode } from '../storage-failure.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { removeIfThere } from './guarded-writes.ts';
import { makeFolderInside, makeRootFolder } from './make-folder-inside.ts';
import { sha256 } from './read-text-file.ts';

/** What the user trusted: a folder, and the definitions that were in it. */
export interface TrustRecord {
  /** Real path of the project. */
  readonly path: string;
  readonly trusted_at: string;
  /** SHA-256 of each file that can act, by its path in the project. */
  readonly files: Readonly<Record<string, string>>;
}

/** One file a project: processes that trust different projects at once do not get in each other's way. */
const recordPath = (userDataDir: string, path: string): string =>
  join(userDataDir, 'trusted-projects', `${sha256(path)}.json`);

/** Undefined when the project was never trusted; a record that cannot be read is none. */
export async function readTrustRecord(userDataDir: string, path: string): Promise<TrustRecord | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(recordPath(userDataDir, path), 'utf8'));
    return isTrustRecord(parsed) && parsed.path === path ? parsed : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function writeTrustRecord(userDataDir: string, record: TrustRecord): Promise<void> {
  const root = await makeRootFolder(userDataDir, 0o700);
  const realPath = recordPath(root, record.path);
  await makeFolderInside(root, dirname(realPath), 0o700);
  await writeFilesAtomically([{ realPath, content: `${JSON.stringify(record, null, 2)}\n` }]);
}

export async function removeTrustRecord(userDataDir: string, path: string): Promise<void> {
  const root = await makeRootFolder(userDataDir, 0o700);
  await removeIfThere({ root, path: recordPath(root, path) });
}

function isTrustRecord(value: unknown): value is TrustRecord {
  return (
    isJsonObject(value) &&
    typeof value.path === 'string' &&
    typeof value.trusted_at === 'string' &&
    isJsonObject(value.files) &&
    Object.values(value.files).every(hash => typeof hash === 'string')
  );
}
