import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { maxTotalBytes } from '../documents/collect-files.ts';
import { isInside, locateInside } from '../files/path-inside.ts';
import { fileInside, judgeFolder } from '../files/plain-target.ts';
import { errorCode } from '../storage-failure.ts';
import type { KeptFile } from './exchange-table.ts';

/** The folder in which a ledger stands on disk. */
export const ledgerFolderName = '.twining';

/** A folder of the project that git can keep, as a path within it; refused where it is none, or is reached through a link. */
export async function placeInProject(root: string, folder: string): Promise<string> {
  const target = { root, path: resolve(root, folder) };
  const place = fileInside(target);
  if (!isInside(root, target.path) || place === '' || place.split('/').includes('.git'))
    throw new AppError('invalid_input', `${folder} is no folder within the project; give one that git keeps`);
  await judgeFolder(target);
  return place;
}

/** A ledger has one file a decision, so it has more files than other imports may. */
const mostFiles = 100_000;

interface LedgerFolder {
  /** By path, below the folder. */
  readonly files: readonly KeptFile[];
  readonly refused: readonly FileProblem[];
}

/** Whether a path is a ledger on disk, or a folder that has one in it, or neither; with `bound` those within it only. */
export async function ledgerAt(path: string, bound?: string): Promise<'itself' | 'inside' | 'none'> {
  const found = await findLedgerFolder(path, bound);
  if (found === undefined) return 'none';
  return found === (await realpath(path)) ? 'itself' : 'inside';
}

/**
 * All files of a ledger on disk; links are never followed out of it, and what is too large is refused. With `bound` a
 * ledger that lies outside of that folder is none.
 */
export async function readLedgerFolder(folder: string, bound?: string): Promise<LedgerFolder> {
  const root = await findLedgerFolder(folder, bound);
  if (root === undefined)
    throw new AppError('not_found', `there is no ledger (${ledgerFolderName}) in ${folder}; check the path`);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(compareCodeUnits);
  if (paths.length > mostFiles)
    throw new AppError('too_large', `${folder} has more than ${mostFiles} files; is it a ledger?`);
  const files: KeptFile[] = [];
  const refused: FileProblem[] = [];
  let total = 0;
  for (const path of paths) {
    const content = await readInside(root, path);
    if (typeof content === 'string') refused.push({ file: path, reason: content });
    else {
      total += content.length;
      if (total > maxTotalBytes)
        throw new AppError('too_large', `${folder} has more than 100 MiB; take out what is not the ledger's`);
      files.push({ path, content });
    }
  }
  return { files, refused };
}

async function findLedgerFolder(folder: string, bound?: string): Promise<string | undefined> {
  const places = basename(folder) === ledgerFolderName ? [folder] : [join(folder, ledgerFolderName), folder];
  for (const place of places) {
    try {
      const real = await realpath(place);
      if (bound !== undefined && !isInside(bound, real)) continue;
      const isNamed = basename(place) === ledgerFolderName;
      if ((await stat(real)).isDirectory() && (isNamed || (await isLedger(real)))) return real;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    }
  }
  return undefined;
}

/** A copy under another name: it has the blackboard, or decisions with their index. */
async function isLedger(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  if (names.includes('blackboard.jsonl')) return true;
  return names.includes('decisions') && (await readdir(join(folder, 'decisions'))).includes('index.json');
}

/** The bytes of a file, or why they are not read. The blackboard of a long project is larger than a definition may be. */
async function readInside(root: string, path: string): Promise<Buffer | string> {
  const located = await locateInside(root, join(root, path));
  if (located.kind === 'absent') return 'does not exist any more';
  if (located.kind === 'refused') return located.reason;
  const found = await stat(located.path);
  if (!found.isFile()) return 'is no regular file';
  if (found.nlink > 1) return 'has another name elsewhere on the disk (hard link); put a copy here';
  if (found.size > maxTotalBytes) return 'is larger than 100 MiB';
  return readFile(located.path);
}
