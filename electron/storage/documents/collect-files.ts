import type { Dirent } from 'node:fs';
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
  /** What was not even looked at, as sentences. */
  readonly notes?: readonly string[];
}

const importedEndings = /\.(?:md|markdown|txt)$/i;
const skippedFolders = /^(?:\..*|node_modules)$/;
/** An import as a whole. */
export const maxTotalBytes = 100 * 1024 * 1024;
const maxFolderDepth = 64;

/** True for the kinds of files that are imported. */
export const isImported = (path: string): boolean => importedEndings.test(path);

interface CollectOptions {
  /** Hidden folders that are searched as well, by name. */
  readonly hiddenFolders?: ReadonlySet<string>;
  /** Called before each file is read; what it throws ends the reading. */
  readonly onFile?: (done: number, total: number) => void;
}

/**
 * Reads all files below a folder that `isWanted` (Markdown and text), by path. Links are never followed out of it.
 */
export async function collectFiles(
  folder: string,
  isWanted: (path: string) => boolean = isImported,
  { hiddenFolders = new Set(), onFile }: CollectOptions = {},
): Promise<CollectedFiles> {
  const root = await realFolder(folder);
  const refused: FileProblem[] = [];
  const passed: PassedOver = { endings: new Map(), folders: [], links: [] };
  const search = { isWanted, hiddenFolders, refused, passed };
  const paths = (await findPaths(root, '', 0, search)).sort(compareCodeUnits);
  if (paths.length > importLimits.files)
    throw new AppError(
      'too_large',
      `${folder} has more than ${importLimits.files} files to import; import its folders one by one, or its files in parts`,
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
  return { files, refused, notes: describePassed(passed) };
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new AppError('not_found', `there is no folder ${folder}; check the path`);
  }
}

/** What a search leaves where it is. */
interface PassedOver {
  /** How many files of other kinds, by ending. */
  readonly endings: Map<string, number>;
  readonly folders: string[];
  readonly links: string[];
}

interface Search {
  readonly isWanted: (path: string) => boolean;
  readonly hiddenFolders: ReadonlySet<string>;
  readonly refused: FileProblem[];
  readonly passed: PassedOver;
}

async function findPaths(root: string, folder: string, depth: number, search: Search): Promise<string[]> {
  if (depth > maxFolderDepth) {
    search.refused.push({ file: folder, reason: `is nested more than ${maxFolderDepth} folders deep` });
    return [];
  }
  const found: string[] = [];
  for (const entry of await entriesOf(root, folder, search)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const isSearched = !skippedFolders.test(entry.name) || search.hiddenFolders.has(entry.name);
      if (isSearched) found.push(...(await findPaths(root, path, depth + 1, search)));
      else search.passed.folders.push(path);
    } else if (search.isWanted(path)) found.push(path);
    else if (entry.isSymbolicLink()) search.passed.links.push(path);
    else countEnding(search.passed, entry.name);
    // Stops early where somebody points at a whole disk.
    if (found.length > importLimits.files) break;
  }
  return found;
}

/** What stands in a folder; nothing where it cannot be read, which is told unless it is the very first. */
async function entriesOf(root: string, folder: string, { refused }: Search): Promise<Dirent[]> {
  try {
    return await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error);
    if (folder === '' || code === undefined) throw error;
    const isDenied = code === 'EACCES' || code === 'EPERM';
    const reason = isDenied ? 'cannot be read: permission denied' : `cannot be read (${code})`;
    refused.push({ file: folder, reason });
    return [];
  }
}

function countEnding({ endings }: PassedOver, name: string): void {
  const ending = /.(\.[^.]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? 'without ending';
  endings.set(ending, (endings.get(ending) ?? 0) + 1);
}

function describePassed({ endings, folders, links }: PassedOver): string[] {
  const kinds = [...endings]
    .sort((left, right) => right[1] - left[1] || compareCodeUnits(left[0], right[0]))
    .map(([ending, count]) => `${count} ${ending}`);
  const told = (words: string, names: string[]) =>
    names.length === 0 ? [] : [`${words}: ${firstOf(names.sort(compareCodeUnits))}`];
  return [
    ...(kinds.length === 0 ? [] : [`files of other kinds were not read: ${firstOf(kinds)}`]),
    ...told('folders were not searched', folders),
    ...told('links to folders or files of other kinds were not followed', links),
  ];
}

const mostNamed = 8;

/** Names in a sentence, of very many the first. */
export const firstOf = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`;

async function readInside(root: string, path: string): ReturnType<typeof readTextFile> {
  const located = await locateInside(root, join(root, path));
  if (located.kind === 'found') return readTextFile(located.path);
  return { kind: 'refused', reason: located.kind === 'absent' ? 'does not exist any more' : located.reason };
}
