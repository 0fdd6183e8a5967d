import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { isInside } from '../files/path-inside.ts';
import { entryAt } from '../files/plain-target.ts';
import { readTextFile } from '../files/read-text-file.ts';

/** Where git keeps the history of a folder. All paths are absolute. */
export interface Repository {
  /** What belongs to this working copy alone: its HEAD. */
  readonly gitFolder: string;
  /** What working copies share: objects and branches. */
  readonly sharedFolder: string;
  /** Where the folder lies in the tree of a commit, with a slash at its end; empty at the top. */
  readonly prefix: string;
}

/**
 * The repository around a folder, found without asking git, which would read its configuration. Only `.git` counts, never
 * a folder that merely looks like a repository; a `.git` that leads elsewhere counts where the other end says so too.
 */
export async function findRepository(folder: string): Promise<Repository> {
  const start = await realpath(folder);
  for (let top = start; ; top = dirname(top)) {
    const found = await repositoryAt(top);
    if (found !== undefined) {
      const way = relative(top, start).split(sep).join('/');
      return { ...found, prefix: way === '' ? '' : `${way}/` };
    }
    if (top === dirname(top)) throw new AppError('not_found', `${folder}: not a git repository`);
  }
}

async function repositoryAt(top: string): Promise<Omit<Repository, 'prefix'> | undefined> {
  const path = join(top, '.git');
  const entry = await entryAt(path);
  if (entry === undefined) return undefined;
  if (entry.isDirectory()) return { gitFolder: path, sharedFolder: path };
  if (!entry.isFile())
    throw new AppError('invalid_input', `${path}: is neither a folder nor a file, so git is not asked`);
  const [, named] = /^gitdir: (.+?)\r?\n*$/.exec(await textOf(path)) ?? [];
  const gitFolder = named === undefined ? undefined : await realOrNone(resolve(top, named));
  const found = gitFolder === undefined ? undefined : await worktreeOrSubmodule(top, gitFolder);
  if (found !== undefined) return found;
  throw new AppError(
    'invalid_input',
    `${path}: leads to a repository that does not know this folder, so git is not asked`,
  );
}

async function worktreeOrSubmodule(
  top: string,
  gitFolder: string,
): Promise<Omit<Repository, 'prefix'> | undefined> {
  if (await isModuleOfOneAbove(top, gitFolder)) return { gitFolder, sharedFolder: gitFolder };
  if ((await entryAt(join(gitFolder, 'commondir'))) === undefined) return undefined;
  const back = resolve(gitFolder, (await textOf(join(gitFolder, 'gitdir'))).trim());
  const sharedFolder = await realOrNone(
    resolve(gitFolder, (await textOf(join(gitFolder, 'commondir'))).trim()),
  );
  const isKnown = sharedFolder !== undefined && isInside(join(sharedFolder, 'worktrees'), gitFolder);
  return isKnown && (await realOrNone(back)) === join(top, '.git') ? { gitFolder, sharedFolder } : undefined;
}

/** The nearest one above is asked alone: each of them asks the next, so that of many nested in each other none is asked twice. */
async function isModuleOfOneAbove(top: string, gitFolder: string): Promise<boolean> {
  const above = dirname(top);
  // Of a worktree it is a file, and one that leads nowhere is no repository.
  const repository = above === top ? undefined : await findRepository(above).catch(() => undefined);
  return repository !== undefined && isInside(join(repository.gitFolder, 'modules'), gitFolder);
}

const realOrNone = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

async function textOf(path: string): Promise<string> {
  const file = await readTextFile(path);
  if (file.kind === 'text') return file.text;
  throw new AppError('invalid_input', `${path}: ${file.reason}`);
}
