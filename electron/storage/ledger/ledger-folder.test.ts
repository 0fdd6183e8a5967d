import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { ledgerAt, readLedgerFolder } from './ledger-folder.ts';

describe('a ledger on disk', () => {
  it('is found by its name, within a folder, or by what it has under another name', async () => {
    const root = temporaryFolder();
    await writeTree(root, {
      'project/.twining/any': '',
      'copy/blackboard.jsonl': '',
      'other/decisions/index.json': '[]',
      'none/decisions/a.json': '',
      'neither/index.json': '',
      'file/.twining': '',
      'both/.twining/any': '',
      'both/blackboard.jsonl': '',
    });
    const at = (path: string) => ledgerAt(join(root, path));
    expect(await at('project/.twining')).toBe('itself');
    expect(await at('project')).toBe('inside');
    expect(await at('both')).toBe('inside');
    expect(await at('copy')).toBe('itself');
    expect(await at('other')).toBe('itself');
    for (const path of ['none', 'neither', 'file', 'missing', 'copy/blackboard.jsonl'])
      expect(await at(path), path).toBe('none');
    await expect(readLedgerFolder(join(root, 'none'))).rejects.toMatchObject({
      code: 'not_found',
      message: `there is no ledger (.twining) in ${join(root, 'none')}; check the path`,
    });
  });

  it('is read with all its files by their paths', async () => {
    const root = temporaryFolder();
    await writeTree(root, {
      '.twining/b/c.json': '1',
      '.twining/a': '2',
      '.twining/b.json': '',
      beside: '3',
    });
    const { files, refused } = await readLedgerFolder(root);
    expect(files.map(({ path, content }) => [path, content.toString()])).toEqual([
      ['a', '2'],
      ['b.json', ''],
      ['b/c.json', '1'],
    ]);
    expect(refused).toEqual([]);
  });

  it('has no files of others: what leads out, has two names or is too large is told', async () => {
    const root = temporaryFolder();
    const folder = join(root, '.twining');
    const outside = join(temporaryFolder(), 'outside');
    writeFileSync(outside, 'theirs');
    mkdirSync(folder);
    writeFileSync(join(folder, 'good'), '1');
    symlinkSync(outside, join(folder, 'link'));
    symlinkSync('nowhere', join(folder, 'lost'));
    symlinkSync('good', join(folder, 'near'));
    symlinkSync('.', join(folder, 'ring'));
    linkSync(outside, join(folder, 'second'));
    writeFileSync(join(folder, 'large'), '');
    truncateSync(join(folder, 'large'), 100 * 1024 * 1024 + 1);
    const { files, refused } = await readLedgerFolder(folder);
    expect(files.map(({ path }) => path)).toEqual(['good', 'near']);
    expect(refused).toEqual([
      { file: 'large', reason: 'is larger than 100 MiB' },
      { file: 'link', reason: 'is a link that leads outside; put a copy here instead' },
      { file: 'lost', reason: 'is a link to a file that does not exist' },
      { file: 'ring', reason: 'is no regular file' },
      { file: 'second', reason: 'has another name elsewhere on the disk (hard link); put a copy here' },
    ]);
  });

  it('is refused where all of it is too large', async () => {
    const root = temporaryFolder();
    const folder = join(root, '.twining');
    mkdirSync(folder);
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), '');
    truncateSync(join(folder, 'a'), 100 * 1024 * 1024);
    expect((await readLedgerFolder(root)).files).toHaveLength(2);
    writeFileSync(join(folder, 'b'), '1');
    await expect(readLedgerFolder(root)).rejects.toMatchObject({
      code: 'too_large',
      message: `${root} has more than 100 MiB; take out what is not the ledger's`,
    });
  });
});
