import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { findRepository } from './find-repository.ts';

it('asks each of many nested files that lead nowhere once', async () => {
  const top = temporaryFolder();
  const folders = Array.from({ length: 40 }, (_, depth) => join(...Array<string>(depth + 1).fill('d')));
  await writeTree(top, Object.fromEntries(folders.map(folder => [join(folder, '.git'), 'gitdir: .\n'])));
  await expect(findRepository(join(top, ...folders.slice(-1)))).rejects.toThrow('does not know this folder');
});
