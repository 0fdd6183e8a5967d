import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** The folder given with `--project`, else the nearest one above `cwd` that holds `.codebolt`; null when there is none. */
export function findProject(cwd: string, given: string | undefined): string | null {
  if (given !== undefined) return existingFolder(cwd, given);
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.codebolt'))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** The nearest project above a folder that may be named by a link into one. */
export function findProjectBehind(folder: string): string | null {
  const found = findProject(folder, undefined);
  if (found !== null || !existsSync(folder)) return found;
  return findProject(realpathSync.native(folder), undefined);
}

export function existingFolder(cwd: string, given: string): string {
  const folder = resolve(cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new UsageError(`${given}: there is no such folder; give the folder of a project`);
}
