import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engineAdding } from '../../../test/support/engine-definitions.ts';
import { runGit } from '../../../test/support/run-git.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { engineKind } from '../files/definition-kinds.ts';
import { maxFileBytes } from '../files/read-text-file.ts';
import { withGit } from './ask-git.ts';
import { readRevision, resolveRevision } from './read-revision.ts';

const fileOf = (id: string): string => `${engineKind.folder}/${id}.json`;
const engineText = (id: string): string => JSON.stringify(engineAdding(id, 'notes'), null, 2);

/** A repository whose project lies in `folder`, committed once; what stands there now is in no commit. */
async function commit(top: string, folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  runGit(top, 'init', '-q');
  await writeTree(join(top, folder), files);
  runGit(top, 'add', '-A');
  runGit(top, 'commit', '-qm', 'first');
  return runGit(top, 'rev-parse', 'HEAD').trim();
}

const read = (folder: string, revision: string) =>
  withGit(folder, async asked => readRevision(asked, await resolveRevision(asked, revision), engineKind));

it.each(['', 'deep/below'])('reads what a commit has of a project that lies in %j', async folder => {
  const top = temporaryFolder();
  const first = await commit(top, folder, {
    [fileOf('plan')]: engineText('plan'),
    [fileOf('ümlaut "x"')]: engineText('none'),
    [fileOf('broken')]: '{"id":',
    [`${engineKind.folder}/notes.txt`]: 'no definition',
    [`${engineKind.folder}/.hidden.json`]: engineText('hidden'),
    [`${engineKind.folder}/deeper/other.json`]: engineText('other'),
  });
  writeFileSync(join(top, folder, fileOf('plan')), engineText('changed'));
  for (const revision of [first, first.slice(0, 8), 'HEAD']) {
    const { values, problems } = await read(join(top, folder), revision);
    expect(values.map(({ id }) => id)).toEqual(['plan']);
    const at = first.slice(0, 10);
    expect(problems.map(({ file }) => file)).toEqual([
      `${at}:${fileOf('broken')}`,
      `${at}:${fileOf('ümlaut "x"')}`,
    ]);
  }
});

it('says why a file of a commit is not read, and reads the others', async () => {
  const top = temporaryFolder();
  await writeTree(top, { [fileOf('plan')]: engineText('plan'), [fileOf('gone')]: engineText('gone') });
  symlinkSync('plan.json', join(top, fileOf('led')));
  for (const [name, bytes] of [
    ['large', maxFileBytes + 1],
    ['most', maxFileBytes],
  ] as const) {
    writeFileSync(join(top, fileOf(name)), '');
    truncateSync(join(top, fileOf(name)), bytes);
  }
  const first = await commit(top, '', {});
  const object = runGit(top, 'rev-parse', `HEAD:${fileOf('gone')}`).trim();
  await rm(join(top, '.git/objects', object.slice(0, 2), object.slice(2)));
  const { values, problems } = await read(top, 'HEAD');
  expect(values.map(({ id }) => id)).toEqual(['plan']);
  const told = Object.fromEntries(problems.map(({ file, reason }) => [file, reason]));
  const at = (id: string) => `${first.slice(0, 10)}:${fileOf(id)}`;
  expect(told).toMatchObject({
    [at('gone')]: 'is not in this copy of the repository; fetch all of it with git first',
    [at('large')]: 'is larger than 10 MiB',
    [at('led')]: 'was no plain file',
  });
  expect(told[at('most')]).toContain('JSON');
});

it('has nothing where the commit has no such folder', async () => {
  const top = temporaryFolder();
  await commit(top, '', { 'a.txt': 'a' });
  expect(await read(top, 'HEAD')).toEqual({ values: [], problems: [] });
});

it('says which revision git does not know, and where no repository is', async () => {
  const top = temporaryFolder();
  await commit(top, '', { 'a.txt': 'a' });
  const tree = runGit(top, 'rev-parse', 'HEAD^{tree}').trim();
  for (const revision of ['none', '--help', '', tree])
    await expect(read(top, revision)).rejects.toMatchObject({
      code: 'not_found',
      message: `${revision}: git knows no such revision; give a commit, branch or tag`,
    });
  const bare = temporaryFolder();
  await expect(read(bare, 'HEAD')).rejects.toMatchObject({
    code: 'not_found',
    message: `${bare}: not a git repository`,
  });
});

it('tells what git says against a question as bad usage of the folder', async () => {
  const top = temporaryFolder();
  await commit(top, '', { 'a.txt': 'a' });
  const asking = withGit(top, ({ ask }) => ask(['cat-file', '-p', 'nothing-of-that-name']));
  await expect(asking).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(new RegExp(`^${top}: fatal: .*nothing-of-that-name`)),
  });
  const failing = withGit(top, async () => {
    throw new TypeError('of the work itself');
  });
  await expect(failing).rejects.toThrow(TypeError);
});

it.each([
  ['objectformat = sha7', 'extensions.objectformat sha7'],
  ['refstorage = cloud', 'extensions.refstorage cloud'],
])('refuses a repository that writes its history down in a way it does not know: %s', async (line, named) => {
  const top = temporaryFolder();
  await commit(top, '', { 'a.txt': 'a' });
  writeFileSync(join(top, '.git/config'), `[core]\n\trepositoryformatversion = 1\n[extensions]\n\t${line}\n`);
  await expect(read(top, 'HEAD')).rejects.toMatchObject({
    code: 'invalid_input',
    message: `the repository uses ${JSON.stringify(named)}, which Weft does not know`,
  });
});
