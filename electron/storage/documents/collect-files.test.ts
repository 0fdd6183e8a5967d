import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLong } from '../../../test/support/property-runs.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { collectFiles, firstOf, maxTotalBytes } from './collect-files.ts';

it('takes Markdown and text from all folders but hidden ones and node_modules, by path', async () => {
  const folder = temporaryFolder();
  await writeTree(folder, {
    'b.md': 'b',
    'a/z.markdown': 'z',
    'a/y.TXT': 'y',
    'a/image.png': 'p',
    '.git/x.md': 'x',
    'node_modules/p/README.md': 'r',
  });
  expect(await collectFiles(folder)).toEqual({
    files: [
      { path: 'a/y.TXT', text: 'y' },
      { path: 'a/z.markdown', text: 'z' },
      { path: 'b.md', text: 'b' },
    ],
    refused: [],
    notes: ['files of other kinds were not read: 1 .png', 'folders were not searched: .git, node_modules'],
  });
});

it('refuses single files with a reason, and never follows a link out', async () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  await writeTree(outside, { 'secret.md': 's' });
  await writeTree(folder, {
    'binary.md': Buffer.from([0xff, 0x00]),
    'large.md': 'x'.repeat(10 * 1024 * 1024 + 1),
    'ok.md': 'o',
  });
  await mkdir(join(folder, 'sub'));
  await symlink(join(outside, 'secret.md'), join(folder, 'link.md'));
  await symlink(outside, join(folder, 'sub', 'linked'));
  const { files, refused } = await collectFiles(folder);
  expect(files).toEqual([{ path: 'ok.md', text: 'o' }]);
  expect(refused).toEqual([
    { file: 'binary.md', reason: 'is not UTF-8 text; save it as UTF-8' },
    { file: 'large.md', reason: 'is 10.0 MiB large; at most 10 MiB are read' },
    { file: 'link.md', reason: 'is a link that leads outside; put a copy here instead' },
  ]);
});

it('refuses too many files before it reads any, and a folder that is not there', async () => {
  const folder = temporaryFolder();
  await writeTree(
    folder,
    Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`f${index}.md`, ''])),
  );
  await expect(collectFiles(folder)).rejects.toMatchObject({
    code: 'too_large',
    message: `${folder} has more than 2000 files to import; import its folders one by one, or its files in parts`,
  });
  await rm(join(folder, 'f7.md'));
  expect((await collectFiles(folder)).files).toHaveLength(2000);
  await expect(collectFiles(join(folder, 'none'))).rejects.toMatchObject({
    code: 'not_found',
    message: `there is no folder ${join(folder, 'none')}; check the path`,
  });
  await expect(collectFiles(join(folder, 'f1.md'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it.runIf(isLong)('refuses more than 100 MiB in all, and takes as much as that', async () => {
  const folder = temporaryFolder();
  const each = 10 * 1024 * 1024;
  for (let at = 0; at * each < maxTotalBytes; at += 1) {
    await writeFile(join(folder, `f${at}.md`), '');
    await truncate(join(folder, `f${at}.md`), each);
  }
  expect((await collectFiles(folder)).files).toHaveLength(10);
  await writeFile(join(folder, 'one-more.md'), 'x');
  await expect(collectFiles(folder)).rejects.toMatchObject({
    code: 'too_large',
    message: `${folder} has more than 100 MiB of files; import its folders one by one`,
  });
});

it('goes 64 folders deep and says what lies deeper', async () => {
  const folder = temporaryFolder();
  const deep = (levels: number) => Array.from({ length: levels }, () => 'd').join('/');
  await writeTree(folder, { [`${deep(64)}/a.md`]: 'a', [`${deep(65)}/b.md`]: 'b' });
  expect(await collectFiles(folder)).toMatchObject({
    files: [{ path: `${deep(64)}/a.md`, text: 'a' }],
    refused: [{ file: deep(65), reason: 'is nested more than 64 folders deep' }],
  });
});

it('reads what is wanted, in hidden folders that are named as well, and tells before each file how far it is', async () => {
  const folder = temporaryFolder();
  await writeTree(folder, { '.a/x.json': 'x', '.b/y.json': 'y', 'node_modules/z.json': 'z', 'w.json': 'w' });
  const told: unknown[] = [];
  const { files, notes } = await collectFiles(folder, path => path.endsWith('.json'), {
    hiddenFolders: new Set(['.a']),
    onFile: (done, total) => told.push([done, total]),
  });
  expect(files.map(({ path }) => path)).toEqual(['.a/x.json', 'w.json']);
  expect(notes).toEqual(['folders were not searched: .b, node_modules']);
  expect(told).toEqual([
    [0, 2],
    [1, 2],
  ]);
  const stop = () => {
    throw new Error('enough');
  };
  await expect(collectFiles(folder, () => true, { onFile: stop })).rejects.toThrow('enough');
});

it('tells what it left where it is, and reads the rest', async () => {
  const folder = temporaryFolder();
  await writeTree(folder, {
    'a.md': '# A',
    'b.TS': '',
    'c.ts': '',
    Makefile: '',
    '.env': '',
    '.git/x.md': '# no',
    'deep/node_modules/y.md': '# no',
  });
  await symlink('.', join(folder, 'loop'));
  const { files, notes } = await collectFiles(folder);
  expect(files.map(({ path }) => path)).toEqual(['a.md']);
  expect(notes).toEqual([
    'files of other kinds were not read: 2 .ts, 2 without ending',
    'folders were not searched: .git, deep/node_modules',
    'links to folders or files of other kinds were not followed: loop',
  ]);
});

it('names the first few of many kinds', async () => {
  const folder = temporaryFolder();
  await writeTree(folder, Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f.x${at}`, ''])));
  expect((await collectFiles(folder)).notes).toEqual([
    'files of other kinds were not read: 1 .x0, 1 .x1, 1 .x2, 1 .x3, 1 .x4, 1 .x5, 1 .x6, 1 .x7 and 2 more',
  ]);
});

it('names eight of eight, and the first eight of more', () => {
  const names = Array.from({ length: 9 }, (_, at) => `n${at}`);
  expect(firstOf(names.slice(1))).toBe('n1, n2, n3, n4, n5, n6, n7, n8');
  expect(firstOf(names)).toBe('n0, n1, n2, n3, n4, n5, n6, n7 and 1 more');
});
