import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { type KeyEntry, listKeys, setKey } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';

const nowIso = () => '2026-11-22T10:00:00.000Z';

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, nowIso);
  onTestFinished(() => content.close());
  return content;
}

const entry = (key: string): KeyEntry => ({
  instance: 'i',
  namespace: 'n',
  key,
  value: key,
  trust: 'user',
  updated_at: nowIso(),
});

const put = (content: ContentDatabase, key: string): Promise<void> =>
  content.write(database => setKey(database, entry(key)));

const keysIn = (content: ContentDatabase): Promise<string[]> =>
  content.read(database => listKeys(database, undefined, undefined).map(({ key }) => key), []);

/** What somebody finds who opens the folder afterwards. */
async function keysStored(root: string): Promise<string[]> {
  const content = new ContentDatabase(root, nowIso);
  const keys = await keysIn(content);
  await content.close();
  return keys;
}

function makeProject(): { readonly root: string; readonly moved: string } {
  const home = temporaryFolder();
  const root = join(home, 'project');
  mkdirSync(root);
  return { root, moved: join(home, 'moved') };
}

interface Place {
  readonly root: string;
  readonly moved: string;
}

const waysOfFolder: [name: string, move: (place: Place) => void][] = [
  ['deleted', ({ root }) => rmSync(root, { recursive: true })],
  ['renamed', ({ root, moved }) => renameSync(root, moved)],
  [
    'replaced by another of the same name',
    ({ root, moved }) => {
      renameSync(root, moved);
      mkdirSync(join(root, '.codebolt/weft'), { recursive: true });
    },
  ],
];

describe('a project whose folder is not there any more', () => {
  it.each(waysOfFolder)('%s: nothing is written or read as if it were there', async (_, move) => {
    const { root, moved } = makeProject();
    const content = openContent(root);
    await put(content, 'a');
    move({ root, moved });
    const above = readdirSync(join(root, '..'), { recursive: true }).toSorted();
    const refused = { code: 'storage_failed', details: { moved: root } };
    await expect(put(content, 'b')).rejects.toMatchObject(refused);
    await expect(keysIn(content)).rejects.toMatchObject(refused);
    const steps = content.writeInSteps(
      function* (database) {
        yield setKey(database, entry('c'));
      },
      () => false,
    );
    await expect(steps).rejects.toMatchObject(refused);
    expect(readdirSync(join(root, '..'), { recursive: true }).toSorted()).toEqual(above);
  });

  it.each(waysOfFolder)('%s in the middle of a change: it is not told as done', async (_, move) => {
    const { root, moved } = makeProject();
    const content = openContent(root);
    await put(content, 'a');
    const change = content.write(database => {
      setKey(database, entry('b'));
      move({ root, moved });
    });
    await expect(change).rejects.toMatchObject({ code: 'storage_failed', details: { moved: root } });
    await content.close();
    if (existsSync(moved)) expect(await keysStored(moved)).toEqual(['a']);
  });

  it('keeps what was written when the folder was moved, and goes on where it is put back', async () => {
    const { root, moved } = makeProject();
    const content = openContent(root);
    await put(content, 'a');
    renameSync(root, moved);
    await expect(put(content, 'b')).rejects.toMatchObject({ code: 'storage_failed' });
    renameSync(moved, root);
    await put(content, 'c');
    renameSync(root, moved);
    await content.close();
    expect(await keysStored(moved)).toEqual(['a', 'c']);
  });

  it('leaves the lock of another project alone that stands in its place by then', async () => {
    const { root, moved } = makeProject();
    const content = openContent(root);
    await put(content, 'a');
    renameSync(root, moved);
    mkdirSync(root);
    const other = openContent(root);
    await put(other, 'other');
    await content.close();
    expect(existsSync(join(root, `${databaseFile}.writer`))).toBe(true);
    await put(other, 'more');
    expect(await keysIn(other)).toEqual(['more', 'other']);
    await other.close();
    expect([await keysStored(root), await keysStored(moved)]).toEqual([['more', 'other'], ['a']]);
  });
});

describe('a database that is not there any more', () => {
  const replaced = { file: databaseFile, reason: expect.stringContaining('replaced while it was open') };

  /** A database of another project, as whoever restores a copy puts it there. */
  async function otherDatabase(): Promise<string> {
    const root = temporaryFolder();
    const content = new ContentDatabase(root, nowIso);
    await put(content, 'other');
    await content.close();
    return join(root, databaseFile);
  }

  const ways: [name: string, change: (file: string, other: string) => void, kept: string[]][] = [
    ['deleted', file => rmSync(file), []],
    ['deleted with its log', file => ['', '-wal', '-shm'].forEach(ending => void rmSync(file + ending)), []],
    ['renamed', file => renameSync(file, `${file}-old`), []],
    ['replaced by another', (file, other) => renameSync(other, file), ['other']],
    [
      'replaced, after it was put aside',
      (file, other) => {
        renameSync(file, `${file}-old`);
        copyFileSync(other, file);
      },
      ['other'],
    ],
    ['without its log', file => rmSync(`${file}-wal`), ['a']],
    ['without the index of its log', file => rmSync(`${file}-shm`), ['a']],
    [
      'tidied away by git',
      file => ['', '-wal', '-shm', '.lock', '.writer'].forEach(ending => void rmSync(file + ending)),
      [],
    ],
    ['without its lock', file => rmSync(`${file}.lock`), ['a']],
  ];

  it.each(ways)(
    '%s: what is acknowledged from then on is what the next one finds',
    async (_, change, kept) => {
      const { root } = makeProject();
      const content = openContent(root);
      await put(content, 'a');
      expect(await keysIn(content)).toEqual(['a']);
      change(join(root, databaseFile), await otherDatabase());
      await put(content, 'b');
      const expected = [...kept, 'b'].toSorted();
      expect(await keysIn(content)).toEqual(expected);
      expect(content.problems()).toEqual([replaced]);
      await content.close();
      expect(await keysStored(root)).toEqual(expected);
    },
  );

  it.each(ways)('%s in the middle of a change: that is not told as done', async (_, change) => {
    const { root } = makeProject();
    const other = await otherDatabase();
    const content = openContent(root);
    await put(content, 'a');
    const write = content.write(database => {
      setKey(database, entry('b'));
      change(join(root, databaseFile), other);
    });
    await expect(write).rejects.toMatchObject({ code: 'storage_failed' });
    await put(content, 'c');
    const keys = await keysIn(content);
    expect(keys).toContain('c');
    expect(keys).not.toContain('b');
    await content.close();
    expect(await keysStored(root)).toEqual(keys);
  });

  it('put aside, it holds all that was written to it', async () => {
    const { root, moved } = makeProject();
    const content = openContent(root);
    await put(content, 'a');
    mkdirSync(join(moved, '.codebolt/weft'), { recursive: true });
    renameSync(join(root, databaseFile), join(moved, databaseFile));
    await put(content, 'b');
    expect([await keysStored(moved), await keysIn(content)]).toEqual([['a'], ['b']]);
  });

  it('is another one for whatever is remembered of it', async () => {
    const { root } = makeProject();
    const content = openContent(root);
    await put(content, 'a');
    const { parts } = content;
    await put(content, 'b');
    expect(content.parts).toBe(parts);
    rmSync(join(root, databaseFile));
    await put(content, 'c');
    expect(content.parts).not.toBe(parts);
  });
});

it('control: SQLite alone goes on writing into a file that has no name any more', async () => {
  const { root } = makeProject();
  const content = openContent(root);
  const database = await content.write(open => open);
  rmSync(root, { recursive: true });
  setKey(database, entry('lost'));
  expect(listKeys(database, undefined, undefined).map(({ key }) => key)).toEqual(['lost']);
});
