import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { entryAt } from '../files/plain-target.ts';
import { readTextFile } from '../files/read-text-file.ts';
import type { Repository } from './find-repository.ts';

/**
 * Makes a git folder of our own that shows the objects and branches of a repository and nothing else of it: no
 * configuration, hooks, attributes, alternates or replacements. So nothing that a repository says can name a program,
 * whatever versions of git to come let it name. Lies where only this user can write; `removeOwnFolder` removes it.
 */
export async function makeOwnGitFolder({ gitFolder, sharedFolder }: Repository): Promise<string> {
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
export async function removeOwnFolder(own: string): Promise<void> {
  await rm(own, { recursive: true, force: true });
}

/** How a repository writes objects and branches down; git refuses what it does not know. */
const extensionValues: Readonly<Record<string, readonly string[]>> = {
  objectformat: ['sha1', 'sha256'],
  refstorage: ['files', 'reftable'],
};

/** Writes the configuration of our folder; `extensions` are lines `extensions.name value` as git prints them. */
export async function writeConfig(own: string, extensions: readonly string[] = []): Promise<void> {
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
