import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { collectFiles } from './collect-files.ts';

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
  });
});

it('refuses single files with a reason, and never follows a link out (T10)', async () => {
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

it('refuses too many files before it reads any (T14), and a folder that is not there', async () => {
  const folder = temporaryFolder();
  await writeTree(
    folder,
    Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`f${index}.md`, ''])),
  );
  await expect(collectFiles(folder)).rejects.toMatchObject({ code: 'too_large' });
  await expect(collectFiles(join(folder, 'none'))).rejects.toMatchObject({ code: 'not_found' });
});
