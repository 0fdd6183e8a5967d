import { existsSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Input } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { importLimits } from '../../../shared/contract/import-limits.ts';
import { recognizeFile, toolFolders } from '../../../shared/imports/recognize-file.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { collectFiles, maxTotalBytes } from '../../storage/documents/collect-files.ts';
import { slashed } from '../../storage/files/path-inside.ts';
import { readTextFile } from '../../storage/files/read-text-file.ts';
import { ledgerAt } from '../../storage/ledger/ledger-folder.ts';
import { atStorageBorder, errorCode } from '../../storage/storage-failure.ts';
import { boundFor, refuseOutsideToAgents } from '../project/agent-folders.ts';
import type { Caller } from '../project/call.ts';
import type { ImportProgress } from './import-progress.ts';

/** A file to import, before anybody knows what it is. */
export interface SourceFile {
  /** As the report names it: from the root on, and as much of the folders above as tells it from others. */
  readonly path: string;
  /** What it is recognized by: with the folder, which may be a tool's own. */
  readonly fullPath: string;
  /** Where it stands below the root: what its rules are for. */
  readonly place: string;
  /** The root, relative to the project; undefined for the project itself, and for texts without a place on disk. */
  readonly root: string | undefined;
  /** True for what was named itself, false for what a folder was found to hold. */
  readonly isNamed: boolean;
  readonly text: string;
}

/** Whether a file is none of the project's own: it stands outside, or is a text without a place on disk. */
export const isFromElsewhere = ({ fullPath, root }: Pick<SourceFile, 'fullPath' | 'root'>): boolean =>
  !isAbsolute(fullPath) || (root !== undefined && /^(?:\.\.(?:\/|$)|\/|[A-Za-z]:)/.test(root));

/** A folder that was searched: where it stands below its root. */
export interface SearchedFolder {
  readonly root: string | undefined;
  readonly place: string;
}

interface ReadSources {
  readonly files: readonly SourceFile[];
  readonly refused: readonly FileProblem[];
  /** Given places that are a ledger or have one. */
  readonly ledgers?: readonly string[];
  /** What was left where it is, as sentences. */
  readonly notes?: readonly string[];
  readonly folders?: readonly SearchedFolder[];
}

/** All files that were given, or that stand at the given places; refused beyond what one import may hold. */
export async function readSources(
  { files, from }: Input<'imports.preview'>,
  place: { readonly caller: Caller; readonly projectPath: string },
  progress: ImportProgress,
): Promise<ReadSources> {
  if ((files === undefined) === (from === undefined))
    throw new AppError('invalid_input', 'give either files, or where to import from');
  const read: ReadSources[] = [];
  const bound = boundFor(place.caller, place.projectPath);
  if (files !== undefined) read.push(givenFiles(files));
  for (const path of from ?? []) {
    await refuseOutsideToAgents(place.caller, place.projectPath, path);
    const full = resolve(place.projectPath, path);
    const ledger = await atStorageBorder(`reading ${path}`, () => ledgerAt(full, bound));
    if (ledger !== 'none') read.push({ files: [], refused: [], ledgers: [path] });
    // The files of a ledger are none of those that are recognized one by one.
    if (ledger !== 'itself')
      read.push(
        await atStorageBorder(`reading ${path}`, () => readPlace(full, path, place.projectPath, progress)),
      );
  }
  const all = read.flatMap(({ files: some }) => some);
  return refuseTooMuch({
    // Of given texts two may have one name and not be the same.
    files: files === undefined ? namedApart(readOnce(all)) : all,
    refused: read.flatMap(found => found.refused),
    ledgers: read.flatMap(found => found.ledgers ?? []),
    notes: read.flatMap(found => found.notes ?? []),
    folders: read.flatMap(found => found.folders ?? []),
  });
}

function givenFiles(files: NonNullable<Input<'imports.preview'>['files']>): ReadSources {
  const sources = files.map(({ name, text }) => ({
    path: name,
    fullPath: name,
    place: name,
    root: undefined,
    isNamed: true,
    text,
  }));
  const isTooLarge = ({ text }: SourceFile) => Buffer.byteLength(text) > importLimits.fileBytes;
  return {
    files: sources.filter(file => !isTooLarge(file)),
    refused: sources.filter(isTooLarge).map(({ path }) => ({ file: path, reason: 'is larger than 10 MiB' })),
  };
}

async function readPlace(
  full: string,
  given: string,
  projectPath: string,
  progress: ImportProgress,
): Promise<ReadSources> {
  const real = await realPlace(full, given);
  const isFolder = (await stat(real)).isDirectory();
  const top = rootOf(isFolder ? full : dirname(full), projectPath);
  const root = top === projectPath ? undefined : slashed(relative(projectPath, top));
  const place = slashed(relative(top, full));
  const located = (path: string) => {
    const inRoot = path === '' || place === '' ? `${place}${path}` : `${place}/${path}`;
    return { path: inRoot, fullPath: slashed(join(full, path)), place: inRoot, root };
  };
  if (isFolder) {
    const { files, refused, notes } = await collectFiles(
      real,
      path => isSearchedFor(located(path).fullPath),
      {
        hiddenFolders: toolFolders,
        onFile: (done, total) => progress.note('reading', done, total),
      },
    );
    return {
      files: files.map(({ path, text }) => ({ ...located(path), isNamed: false, text })),
      refused: refused.map(problem => ({ ...problem, file: located(problem.file).path })),
      folders: [{ root, place }],
      ...(notes && { notes }),
    };
  }
  const read = await readTextFile(real);
  return read.kind === 'refused'
    ? { files: [], refused: [{ file: place, reason: read.reason }] }
    : { files: [{ ...located(''), isNamed: true, text: read.text }], refused: [] };
}

/** In the folders that tools keep for themselves only what is a rule is looked for. */
function isSearchedFor(fullPath: string): boolean {
  const format = recognizeFile(fullPath);
  const isHidden = fullPath
    .split('/')
    .slice(0, -1)
    .some(name => toolFolders.has(name));
  return format !== undefined && !(isHidden && format === 'document');
}

/**
 * The folder that paths below it are told from, so that one file has one path wherever an import began: the project, or
 * the repository around the folder, or the folder itself; of a tool's own folder the one that has it.
 */
function rootOf(folder: string, projectPath: string): string {
  if (isInside(projectPath, folder)) return projectPath;
  const segments = folder.split(sep);
  const tool = segments.findIndex(name => toolFolders.has(name));
  const begin = tool < 1 ? folder : segments.slice(0, tool).join(sep) || sep;
  for (let at = begin; dirname(at) !== at; at = dirname(at))
    if (existsSync(join(at, '.git')) || existsSync(join(at, '.codebolt'))) return at;
  return begin;
}

function isInside(folder: string, path: string): boolean {
  const way = slashed(relative(folder, path));
  return way === '' || !/^(?:\.\.(?:\/|$)|[A-Za-z]:|\/)/.test(way);
}

/** Places may overlap, a folder and one in it: a file is read as the first of them names it. */
function readOnce(files: readonly SourceFile[]): SourceFile[] {
  const seen = new Set<string>();
  return files.filter(({ fullPath }) => !seen.has(fullPath) && seen.add(fullPath));
}

/** Files of the same name from several places get as much of the folders above them as tells them apart. */
function namedApart(files: readonly SourceFile[]): SourceFile[] {
  const byPath = Map.groupBy(files, ({ path }) => path);
  return files.map(file => {
    const others = (byPath.get(file.path) ?? []).filter(({ fullPath }) => fullPath !== file.fullPath);
    const segments = file.fullPath.split('/').filter(segment => segment !== '');
    for (let count = file.path.split('/').length; others.length > 0 && count <= segments.length; count += 1) {
      const path = segments.slice(-count).join('/');
      if (others.every(({ fullPath }) => !`/${fullPath}`.endsWith(`/${path}`))) return { ...file, path };
    }
    return file;
  });
}

/** Where a place really is; `not_found` where there is nothing. */
export async function realPlace(full: string, given: string): Promise<string> {
  try {
    return await realpath(full);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    throw new AppError('not_found', `there is no file or folder ${given}; check the path`);
  }
}

function refuseTooMuch(read: ReadSources): ReadSources {
  const count = read.files.length;
  if (count > importLimits.files)
    throw new AppError(
      'too_large',
      `${count} files are too many; import at most ${importLimits.files} at once`,
    );
  const bytes = read.files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > maxTotalBytes)
    throw new AppError('too_large', 'these are more than 100 MiB; import them in parts');
  return read;
}
