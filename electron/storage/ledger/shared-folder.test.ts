import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { sha256 } from '../files/read-text-file.ts';
import {
  readSharedFolder,
  readSyncState,
  sharedFileOf,
  writeSharedFiles,
  writeSyncState,
} from './shared-folder.ts';

describe('the file of a record', () => {
  it.each([
    ['abc-1', 'abc-1'],
    ['a/b\\c', 'a%2Fb%5Cc'],
    ['..', '%2E%2E'],
    ['.hidden.x', '%2Ehidden.x'],
    ['index', '%69ndex'],
    ['index.json', 'index.json'],
    ['ä', '%C3%A4'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), sha256('x'.repeat(201))],
  ])('of %j has a name that leads nowhere else', (id, name) => {
    expect(sharedFileOf({ kind: 'decision', id })).toBe(`decisions/${name}.json`);
    expect(sharedFileOf({ kind: 'entry', id })).toBe(`entries/${name}.json`);
  });
});

async function shared(files: Record<string, string>) {
  const root = temporaryFolder();
  await writeTree(
    root,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`ledger/${path}`, text])),
  );
  return { root, read: () => readSharedFolder(root, join(root, 'ledger')) };
}

describe('a folder of records', () => {
  it('that is not there has none', async () => {
    const { read } = await shared({});
    expect(await read()).toEqual({ versions: [], texts: new Map(), refused: [] });
  });

  it('has each version of each record: one JSON value, or one in each line', async () => {
    const { read } = await shared({
      'decisions/b.json': '{"id":\n"b"}',
      'decisions/a.json': '{"id":"a1"}\r\n{"id":"a2"}\n\n',
      'entries/c.json': '<<<<<<< ours\n{"id":"c1"}\n||||||| base\n=======\n{"id":"c2"}\n>>>>>>> theirs\n',
      'decisions/index.json': '[1]',
      'entries/index.json': '2',
      'decisions/.hidden.json': '3',
      'decisions/readme.md': '4',
      'other/d.json': '5',
    });
    const { versions, texts, refused } = await read();
    expect(versions).toEqual([
      { kind: 'decision', file: 'decisions/a.json', value: { id: 'a1' } },
      { kind: 'decision', file: 'decisions/a.json', value: { id: 'a2' } },
      { kind: 'decision', file: 'decisions/b.json', value: { id: 'b' } },
      { kind: 'entry', file: 'entries/c.json', value: { id: 'c1' } },
      { kind: 'entry', file: 'entries/c.json', value: { id: 'c2' } },
      { kind: 'entry', file: 'entries/index.json', value: 2 },
    ]);
    expect([...texts.keys()]).toEqual([
      'decisions/a.json',
      'decisions/b.json',
      'decisions/index.json',
      'entries/c.json',
      'entries/index.json',
    ]);
    expect(texts.get('decisions/index.json')).toBe('[1]');
    expect(refused).toEqual([]);
  });

  it('tells what is no record, and reads all others', async () => {
    const { root, read } = await shared({
      'decisions/good.json': '1',
      'decisions/empty.json': ' \n<<<<<<< ours\n=======\n',
      'decisions/broken.json': '{"a":1}\n{"b":',
      'decisions/deep.json': '['.repeat(100_000),
    });
    mkdirSync(join(root, 'ledger/decisions/folder.json'));
    symlinkSync(join(temporaryFolder(), 'x'), join(root, 'ledger/decisions/link.json'));
    const { versions, texts, refused } = await read();
    expect(versions.map(({ value }) => value)).toEqual([1]);
    expect(texts.has('decisions/broken.json')).toBe(true);
    expect(texts.has('decisions/link.json')).toBe(false);
    expect(refused.map(({ file, reason }) => [file, reason])).toEqual([
      ['decisions/broken.json', expect.stringMatching(/^is no JSON: ./)],
      ['decisions/deep.json', expect.stringContaining('deep')],
      ['decisions/empty.json', 'is empty'],
      ['decisions/folder.json', 'is a folder, not a file'],
      ['decisions/link.json', 'is a link to a file that does not exist'],
    ]);
  });

  it('that leads out of the project is refused', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'ledger'));
    symlinkSync(temporaryFolder(), join(root, 'ledger/entries'));
    await expect(readSharedFolder(root, join(root, 'ledger'))).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('entries is a link that leads outside'),
    });
  });

  it('is written with what tells git how to merge, which stays as somebody made it', async () => {
    const root = temporaryFolder();
    const folder = join(root, 'ledger');
    const looks: number[] = [];
    const files = new Map(Array.from({ length: 201 }, (_, at) => [`entries/${at}.json`, `${at}`]));
    await writeSharedFiles(
      root,
      folder,
      files,
      () => void looks.push(readdirSync(join(folder, 'entries')).length),
    );
    expect(readdirSync(join(folder, 'entries'))).toHaveLength(201);
    expect(readFileSync(join(folder, 'entries/200.json'), 'utf8')).toBe('200');
    expect(readdirSync(join(folder, 'decisions'))).toEqual([]);
    // In two batches, each looked at before its first file is there; beside them lie those that are renamed.
    expect(looks).toEqual([200, 201]);
    const attributes = readFileSync(join(folder, '.gitattributes'), 'utf8');
    expect(attributes.split('\n')).toEqual([
      'decisions/*.json text eol=lf merge=union',
      'entries/*.json text eol=lf merge=union',
      '',
    ]);
    writeFileSync(join(folder, '.gitattributes'), 'mine');
    await writeSharedFiles(root, folder, new Map(), () => {});
    expect(readFileSync(join(folder, '.gitattributes'), 'utf8')).toBe('mine');
  });
});

describe('what was in step', () => {
  it('is kept for the folder that it was in step with', async () => {
    const root = temporaryFolder();
    expect(await readSyncState(root, 'a')).toEqual(new Map());
    const states = new Map([
      ['decision x', { hash: 'h', revision: 2 }],
      ['entry y', { hash: 'i', revision: 0 }],
    ]);
    await writeSyncState(root, 'a', states);
    expect(await readSyncState(root, 'a')).toEqual(states);
    expect(await readSyncState(root, 'b')).toEqual(new Map());
    expect(existsSync(join(root, '.codebolt/weft/.gitignore'))).toBe(true);
  });

  it('stays of each folder, whatever other folders are in step with', async () => {
    const root = temporaryFolder();
    const folders = ['.twining', 'team/ledger', '__proto__', '.twining'];
    const known = new Map<string, Map<string, { hash: string; revision: number }>>();
    for (const [revision, folder] of folders.entries()) {
      known.set(folder, new Map([[`decision ${folder}`, { hash: 'h', revision }]]));
      await writeSyncState(root, folder, known.get(folder) ?? new Map());
      for (const [one, states] of known) expect(await readSyncState(root, one)).toEqual(states);
    }
  });

  it('is known of more than other files may hold', async () => {
    const root = temporaryFolder();
    const state = (at: number) =>
      [`decision ${at}`.padEnd(1000, 'x'), { hash: sha256(`${at}`), revision: at }] as const;
    const states = new Map(Array.from({ length: 11_000 }, (_, at) => state(at)));
    await writeSyncState(root, 'a', states);
    await writeSyncState(root, 'b', new Map([state(1)]));
    expect(await readSyncState(root, 'a')).toEqual(states);
  });

  it('is written anew where nothing of it can be read', async () => {
    const root = temporaryFolder();
    const states = new Map([['entry y', { hash: 'i', revision: 0 }]]);
    await writeSyncState(root, 'a', states);
    for (const text of ['[]', '{"a":', '{"a":7,"b":7}']) {
      writeFileSync(join(root, '.codebolt/weft/weft.sqlite.ledger-sync'), text);
      await writeSyncState(root, 'a', states);
      expect(await readSyncState(root, 'a')).toEqual(states);
    }
  });

  it('is as much as can be read of it', async () => {
    const root = temporaryFolder();
    await writeSyncState(root, 'a', new Map());
    const file = join(root, '.codebolt/weft/weft.sqlite.ledger-sync');
    const odd = { a: { x: ['h', 1], y: ['h'], z: [1, 1], v: 'h', w: null, u: ['h', '1'] } };
    for (const [text, wanted] of [
      [JSON.stringify(odd), new Map([['x', { hash: 'h', revision: 1 }]])],
      ['{"a":[]}', new Map()],
      ['[]', new Map()],
      ['{"a":', new Map()],
      [Buffer.of(0xff, 0xfe), new Map()],
    ] as const) {
      writeFileSync(file, text);
      expect(await readSyncState(root, 'a')).toEqual(wanted);
    }
  });
});
