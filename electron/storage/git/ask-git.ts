import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { entryAt } from '../files/plain-target.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { findRepository, type Repository } from './find-repository.ts';

/** Asks git about a repository. What git says against it becomes bad usage. */
export interface Git {
  ask(values: readonly string[], input?: string): Promise<Buffer>;
  /** Where the folder lies in the tree of a commit, with a slash at its end; empty at the top. */
  readonly prefix: string;
}

/**
 * The one way to git: it sees the history of the repository around a folder through a git folder of our own, so that
 * nothing of the repository's configuration is read (`makeOwnGitFolder`). Nothing is written, fetched or asked of the user.
 */
export async function withGit<Result>(folder: string, work: (git: Git) => Promise<Result>): Promise<Result> {
  const repository = await findRepository(folder);
  const own = await makeOwnGitFolder(repository);
  try {
    const ask: Git['ask'] = (values, input) => askGit(own, values, input);
    await writeConfig(own, await extensionsOf(ask, join(repository.sharedFolder, 'config')));
    return await work({ ask, prefix: repository.prefix });
  } catch (error) {
    throw error instanceof GitFailure ? new AppError('invalid_input', `${folder}: ${error.message}`) : error;
  } finally {
    await removeOwnFolder(own);
  }
}

/** What git said against a question; `status` is undefined when it did not end by itself. */
export class GitFailure extends Error {
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}

/** The configuration is a text here: git is told to look for two words in it, and follows none of its includes. */
async function extensionsOf(ask: Git['ask'], file: string): Promise<readonly string[]> {
  if ((await entryAt(file)) === undefined) return [];
  const config = await readTextFile(file);
  if (config.kind === 'refused') throw new AppError('invalid_input', `${file}: ${config.reason}`);
  const wanted = ['--get-regexp', '^extensions\\.(objectformat|refstorage)$'];
  try {
    const found = await ask(['config', '--no-includes', '--file', '-', ...wanted], config.text);
    return found.toString('utf8').trim().split('\n');
  } catch (error) {
    // It says so when it finds none.
    if (error instanceof GitFailure && error.status === 1) return [];
    throw error;
  }
}

/** Far more than an answer takes, even from a slow disk; an object may be a pipe that never ends. */
const patienceMs = 60_000;
const mostBytes = 256 * 1024 * 1024;

/** Variables of the user that a program needs to start at all. */
const passedOn = ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** Everything else is ours: no configuration of user or system, no prompt, no transport, no program. */
function environmentFor(own: string): NodeJS.ProcessEnv {
  const nothing = join(own, 'nothing');
  return {
    ...Object.fromEntries(passedOn.map(name => [name, process.env[name]])),
    LC_ALL: 'C',
    HOME: own,
    XDG_CONFIG_HOME: own,
    GIT_DIR: own,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: nothing,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'false',
    GIT_SSH_COMMAND: 'false',
    GIT_EDITOR: 'false',
    GIT_PAGER: 'cat',
  };
}

function askGit(own: string, values: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...values],
      {
        // Windows looks for programs in this folder first.
        cwd: own,
        env: environmentFor(own),
        encoding: 'buffer',
        maxBuffer: mostBytes,
        timeout: patienceMs,
        killSignal: 'SIGKILL',
      },
      (error, stdout, stderr) => (error === null ? resolve(stdout) : reject(failureOf(error, stderr))),
    );
    // A git that stops reading has said why.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

function failureOf(
  error: Error & { readonly code?: unknown; readonly killed?: boolean },
  stderr: Buffer,
): GitFailure {
  if (error.code === 'ENOENT')
    return new GitFailure('git is not installed, and its history is needed', undefined);
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return new GitFailure(`git has more to say than ${mostBytes / 1024 / 1024} MiB`, undefined);
  if (error.killed === true)
    return new GitFailure(`git did not answer within ${patienceMs / 1000} s`, undefined);
  const said = stderr.toString('utf8').trim();
  const status = typeof error.code === 'number' ? error.code : undefined;
  return new GitFailure((said === '' ? error.message : said).replaceAll('\n', ' '), status);
}

/**
 * Makes a git folder of our own that shows the objects and branches of a repository and nothing else of it: no
 * configuration, hooks, attributes, alternates or replacements. So nothing that a repository says can name a program,
 * whatever versions of git to come let it name. Lies where only this user can write; `removeOwnFolder` removes it.
 */
async function makeOwnGitFolder({ gitFolder, sharedFolder }: Repository): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'weft-git-'));
  try {
    await writeConfig(own);
    await copyText(join(gitFolder, 'HEAD'), join(own, 'HEAD'));
    await copyText(join(gitFolder, 'logs/HEAD'), join(own, 'logs/HEAD'));
    for (const name of ['packed-refs', 'shallow']) await copyText(join(sharedFolder, name), join(own, name));
    for (const name of ['refs', 'reftable', 'logs/refs'])
      await showFolder(join(sharedFolder, name), join(own, name));
    await showObjects(join(sharedFolder, 'objects'), join(own, 'objects'));
    return own;
  } catch (error) {
    await removeOwnFolder(own);
    throw error;
  }
}

/** What the links in it lead to stays. */
async function removeOwnFolder(own: string): Promise<void> {
  await rm(own, { recursive: true, force: true });
}

/** How a repository writes objects and branches down; git refuses what it does not know. */
const extensionValues: Readonly<Record<string, readonly string[]>> = {
  objectformat: ['sha1', 'sha256'],
  refstorage: ['files', 'reftable'],
};

/** Writes the configuration of our folder; `extensions` are lines `extensions.name value` as git prints them. */
async function writeConfig(own: string, extensions: readonly string[] = []): Promise<void> {
  const lines = extensions.map(line => {
    const [, name = '', value = ''] = /^extensions\.(\w+) (\w+)$/.exec(line) ?? [];
    if (extensionValues[name]?.includes(value) === true) return `\t${name} = ${value}\n`;
    throw new AppError(
      'invalid_input',
      `the repository uses ${JSON.stringify(line)}, which Weft does not know`,
    );
  });
  const core = '[core]\n\trepositoryformatversion = 1\n\tbare = true\n';
  await writeFile(join(own, 'config'), `${core}[extensions]\n${lines.join('')}`);
}

/** Copies a text where there is one: a name that git opens could lead anywhere, or be a pipe that never ends. */
async function copyText(from: string, to: string): Promise<void> {
  if ((await entryAt(from)) === undefined) return;
  const file = await readTextFile(from);
  if (file.kind === 'refused') throw new AppError('invalid_input', `${from}: ${file.reason}`);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, file.text);
}

/** Objects lie in `pack` and in folders of two digits. Beside them `info` names other places on the disk to read from. */
async function showObjects(from: string, to: string): Promise<void> {
  await mkdir(to);
  if ((await entryAt(from))?.isDirectory() !== true) return;
  const names = await readdir(from);
  for (const name of names.filter(one => /^(?:[0-9a-f]{2}|pack)$/.test(one)))
    await showFolder(join(from, name), join(to, name));
}

async function showFolder(from: string, to: string): Promise<void> {
  if ((await entryAt(from))?.isDirectory() !== true) {
    // Without it git would take the folder for none of its own.
    if (to.endsWith('refs')) await mkdir(to, { recursive: true });
    return;
  }
  await mkdir(dirname(to), { recursive: true });
  await symlink(from, to, 'junction');
}
