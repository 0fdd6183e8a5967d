import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { importLimits } from '../../../shared/contract/import-limits.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { locateInside } from '../files/path-inside.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { errorCode } from '../storage-failure.ts';

/** A text to import; `path` with forward slashes, relative to where the import began. */
export interface ImportFile {
  readonly path: string;
  readonly text: string;
}

export interface CollectedFiles {
  readonly files: readonly ImportFile[];
  readonly refused: readonly FileProblem[];
}

const importedEndings = /\.(?:md|markdown|txt)$/i;
const skippedFolders = /^(?:\..*|node_modules)$/;
/** T14: an import as a whole. */
export const maxTotalBytes = 100 * 1024 * 1024;
const maxFolderDepth = 64;

/** True for the kinds of files that are imported. */
export const isImported = (path: string): boolean => importedEndings.test(path);

export interface CollectOptions {
  /** Hidden folders that are searched as well, by name. */
  readonly hiddenFolders?: ReadonlySet<string>;
  /** Called before each file is read; what it throws ends the reading. */
  readonly onFile?: (done: number, total: number) => void;
}

/**
 * Reads all files below a folder that `isWanted` (Markdown and text), by path. Links are never followed out of it (T10).
 */
export async function collectFiles(
  folder: string,
  isWanted: (path: string) => boolean = isImported,
  { hiddenFolders = new Set(), onFile }: CollectOptions = {},
): Promise<CollectedFiles> {
  const root = await realFolder(folder);
  const refused: FileProblem[] = [];
  const paths = (await findPaths(root, '', 0, { isWanted, hiddenFolders, refused })).sort(compareCodeUnits);
  if (paths.length > importLimits.files)
    throw new AppError(
      'too_large',
      `${folder} has more than ${importLimits.files} files to import; import its folders one by one`,
    );
  const files: ImportFile[] = [];
  let totalBytes = 0;
  for (const [index, path] of paths.entries()) {
    onFile?.(index, paths.length);
    const read = await readInside(root, path);
    if (read.kind === 'refused') {
      refused.push({ file: path, reason: read.reason });
      continue;
    }
    totalBytes += read.bytes;
    if (totalBytes > maxTotalBytes)
      throw new AppError(
        'too_large',
        `${folder} has more than 100 MiB of files; import its folders one by one`,
      );
    files.push({ path, text: read.text });
  }
  return { files, refused };
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new AppError('not_found', `there is no folder ${folder}; check the path`);
  }
}

interface Search {
  readonly isWanted: (path: string) => boolean;
  readonly hiddenFolders: ReadonlySet<string>;
  readonly refused: FileProblem[];
}

async function findPaths(root: string, folder: string, depth: number, search: Search): Promise<string[]> {
  if (depth > maxFolderDepth) {
    search.refused.push({ file: folder, reason: `is nested more than ${maxFolderDepth} folders deep` });
    return [];
  }
  const found: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const isSearched = !skippedFolders.test(entry.name) || search.hiddenFolders.has(entry.name);
      if (isSearched) found.push(...(await findPaths(root, path, depth + 1, search)));
    } else if (search.isWanted(entry.name)) found.push(path);
    // Stops early where somebody points at a whole disk.
    if (found.length > importLimits.files) break;
  }
  return found;
}

async function readInside(root: string, path: string): ReturnType<typeof readTextFile> {
  const located = await locateInside(root, join(root, path));
  if (located.kind === 'found') return readTextFile(located.path);
  return { kind: 'refused', reason: located.kind === 'absent' ? 'does not exist any more' : located.reason };
}
