import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { deleteEdge, listEdges, putEdge, putNode } from '../graph/graph-table.ts';
import { getKey, type KeyEntry, listKeys, setKey } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { openWritable } from './open-sqlite.ts';
import type { WritableDatabase } from './sqlite.ts';

const nowIso = () => '2026-11-21T10:00:00.000Z';

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, nowIso);
  onTestFinished(() => content.close());
  return content;
}

const entry = (key: string, value: unknown = key): KeyEntry => ({
  instance: 'i',
  namespace: 'n',
  key,
  value,
  trust: 'user',
  updated_at: nowIso(),
});

const keysIn = (content: ContentDatabase): Promise<string[]> =>
  content.read(database => listKeys(database, undefined, undefined).map(({ key }) => key), []);

describe('opening', () => {
  it('writes nothing until something is stored, and then also what keeps it out of git', async () => {
    const root = temporaryFolder();
    const content = openContent(root);
    expect(await keysIn(content)).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
    await content.write(database => setKey(database, entry('a')));
    expect(await keysIn(content)).toEqual(['a']);
    const ignored = readFileSync(join(root, '.codebolt/weft/.gitignore'), 'utf8');
    expect(ignored).toBe('/weft.sqlite*\n/backups/\n/corrupt-*/\n*.tmp\n');
    await content.close();
    expect(readdirSync(join(root, '.codebolt/weft')).sort()).toEqual([
      '.gitignore',
      'weft.sqlite',
      'weft.sqlite.lock',
    ]);
  });

  it('holds foreign keys, and commits short changes to the log, which it brings to the disk, long ones to both', async () => {
    const content = openContent(temporaryFolder());
    const pragmas = (database: WritableDatabase) =>
      ['journal_mode', 'synchronous', 'foreign_keys'].map(name => database.pragma(name, { simple: true }));
    expect(await content.write(pragmas)).toEqual(['wal', 1, 1]);
    const seen: unknown[] = [];
    await content.writeInSteps(
      database => [seen.push(...pragmas(database))],
      () => false,
    );
    expect(seen).toEqual(['wal', 2, 1]);
  });

  it('lets one write and others read; who comes second hears who is first', async () => {
    const root = temporaryFolder();
    const [first, second] = [openContent(root), openContent(root)];
    await first.write(database => setKey(database, entry('a')));
    const refusal = {
      code: 'busy',
      message: `another Weft (process ${process.pid}) has this project open for writing; do it there, or close it and try again`,
    };
    await expect(second.write(database => setKey(database, entry('b')))).rejects.toMatchObject(refusal);
    // Who has just heard it does not wait for it again.
    for (let at = 0; at < 5; at += 1) await expect(second.write(() => 1)).rejects.toMatchObject(refusal);
    expect(await keysIn(second)).toEqual(['a']);
    await first.close();
    await second.write(database => setKey(database, entry('b')));
    expect(await keysIn(second)).toEqual(['a', 'b']);
  });

  it('lets others write when it has had nothing to write for a while, and writes again when they are done', async () => {
    const root = temporaryFolder();
    const [guest, host] = [openContent(root), openContent(root)];
    guest.shareWriting(20);
    await guest.write(database => setKey(database, entry('a')));
    await expect.poll(() => host.write(() => 'written').catch(({ code }) => code)).toBe('written');
    await expect(guest.write(() => 1)).rejects.toMatchObject({ code: 'busy' });
    await host.close();
    await guest.write(database => setKey(database, entry('b')));
    expect(await keysIn(guest)).toEqual(['a', 'b']);
  });

  it('lets nobody write between what it reads and what it writes, however long that takes', async () => {
    const root = temporaryFolder();
    const [guest, host] = [openContent(root), openContent(root)];
    guest.shareWriting(1);
    const judged = guest.whileClaimed(async () => {
      await guest.write(database => setKey(database, entry('a')));
      // A hundred times as long as it waits before it lets go.
      await new Promise(resume => setTimeout(resume, 100));
      await expect(host.write(() => 1)).rejects.toMatchObject({ code: 'busy' });
      throw new Error('it fails');
    });
    await expect(judged).rejects.toThrow('it fails');
    await expect.poll(() => host.write(() => 'written').catch(({ code }) => code)).toBe('written');
  });

  it('judges without the right to write only where it is told that it may', async () => {
    const root = temporaryFolder();
    const [guest, host] = [openContent(root), openContent(root)];
    await host.write(database => setKey(database, entry('a')));
    const judge = (goesOn: boolean) =>
      guest.whileClaimed(
        async () => 'judged',
        () => goesOn,
      );
    await expect(judge(false)).rejects.toMatchObject({ code: 'busy' });
    expect(await judge(true)).toBe('judged');
  });

  it('refuses a database that is a link out of the project', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    await mkdir(join(root, '.codebolt/weft'), { recursive: true });
    await writeFile(join(outside, 'db'), '');
    await symlink(join(outside, 'db'), join(root, databaseFile));
    const content = openContent(root);
    await expect(content.write(() => 1)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(keysIn(content)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('reads a database from the future, refuses to write it, and says so', async () => {
    const root = temporaryFolder();
    const before = openContent(root);
    await before.write(database => {
      setKey(database, entry('a'));
      database.pragma('user_version = 99');
    });
    await before.close();
    const content = openContent(root);
    expect(await keysIn(content)).toEqual(['a']);
    await expect(content.write(() => 1)).rejects.toMatchObject({ code: 'unsupported' });
    const reason = `was made by a newer Weft (schema 99, this one knows ${migrations.length}); update Weft to write to it`;
    expect(content.problems()).toEqual([{ file: databaseFile, reason }]);
  });
});

describe('transactions', () => {
  it('keep all or nothing', async () => {
    const content = openContent(temporaryFolder());
    const failing = content.write(database => {
      setKey(database, entry('a'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await keysIn(content)).toEqual([]);
  });

  it('in steps leave room for others, and nothing of them is seen before the end', async () => {
    const content = openContent(temporaryFolder());
    await content.write(database => setKey(database, entry('first')));
    let turns = 0;
    let isDone = false;
    const seen: string[][] = [];
    const long = content
      .writeInSteps(
        function* (database) {
          for (let index = 0; index < 20_000; index += 1)
            yield setKey(database, entry(`k${index}`, 'x'.repeat(200)));
        },
        () => false,
      )
      .finally(() => {
        isDone = true;
      });
    while (!isDone) {
      await new Promise(resume => setImmediate(resume));
      turns += 1;
      if (!isDone && seen.length < 3) seen.push(await keysIn(content));
    }
    await long;
    expect(seen[0]).toEqual(['first']);
    expect((await keysIn(content)).length).toBe(20_001);
    // One a stretch of 8 ms; without pauses it would be a handful. Times would depend on the machine's disk.
    expect(turns).toBeGreaterThan(15);
  });

  it('in steps have their log copied into the database when they are done, and later ones again at a commit', async () => {
    const root = temporaryFolder();
    const content = openContent(root);
    await content.writeInSteps(
      function* (database) {
        for (let index = 0; index < 3000; index += 1)
          yield setKey(database, entry(`k${index}`, 'x'.repeat(1000)));
      },
      () => false,
    );
    expect(statSync(join(root, databaseFile)).size).toBeGreaterThan(3_000_000);
    const pages = await content.write(database => database.pragma('wal_autocheckpoint', { simple: true }));
    expect(pages).toBe(1000);
  });

  it('in steps leave nothing when they are cancelled', async () => {
    const content = openContent(temporaryFolder());
    let steps = 0;
    const cancelled = content.writeInSteps(
      function* (database) {
        for (let index = 0; index < 100; index += 1) {
          steps += 1;
          yield setKey(database, entry(`k${index}`));
        }
      },
      () => steps > 50,
    );
    await expect(cancelled).rejects.toMatchObject({
      code: 'deadline',
      message: 'cancelled; nothing was stored',
    });
    expect(await keysIn(content)).toEqual([]);
    await content.write(database => setKey(database, entry('a')));
    expect(await keysIn(content)).toEqual(['a']);
  });

  it('that find the disk full say so, keep what was there, and work again with space', async () => {
    const content = openContent(temporaryFolder());
    await content.write(database => setKey(database, entry('a')));
    const setPages = (pages: number) =>
      content.write(database => database.pragma(`max_page_count = ${pages}`));
    await setPages(20);
    const full = content.write(database => setKey(database, entry('b', 'x'.repeat(200_000))));
    const message = 'writing weft.sqlite: the disk is full; free some space and try again';
    await expect(full).rejects.toMatchObject({ code: 'storage_failed', message });
    expect(await keysIn(content)).toEqual(['a']);
    await setPages(1_000_000);
    await content.write(database => setKey(database, entry('b', 'x'.repeat(200_000))));
    expect(await keysIn(content)).toEqual(['a', 'b']);
  });
});

describe('a database that is damaged while it is open', () => {
  const told = {
    file: databaseFile,
    reason: expect.stringMatching(/^was damaged.*the damaged file is kept in \.codebolt\/weft\/corrupt-/),
  };

  it('is made anew by the read that meets the damage, with what the log still holds', async () => {
    const root = temporaryFolder();
    const first = openContent(root);
    await first.write(database => {
      for (let index = 0; index < 300; index += 1)
        setKey(database, entry(`k${index}`, `${index}`.repeat(900)));
    });
    await first.close();
    const content = openContent(root);
    await content.write(database => setKey(database, entry('k1', 'again')));
    const path = join(root, databaseFile);
    const pages = statSync(path).size / 4096;
    writeFileSync(path, Buffer.alloc((pages - 2) * 4096), { flag: 'r+' });
    await expect(keysIn(content)).rejects.toMatchObject({
      code: 'storage_failed',
      message: expect.stringMatching(/was damaged in \d+ tables; .*; try again$/),
    });
    expect(content.problems()).toEqual([told]);
    expect(await keysIn(content)).toEqual(['k1']);
    await content.write(database => setKey(database, entry('new')));
    expect(await keysIn(content)).toEqual(['k1', 'new']);
  });

  it('is made anew by the next write where who reads only looks', async () => {
    const root = temporaryFolder();
    const first = openContent(root);
    await first.write(database => setKey(database, entry('k1')));
    await first.close();
    writeFileSync(join(root, databaseFile), Buffer.alloc(8192), { flag: 'r+' });
    const content = openContent(root);
    await expect(keysIn(content)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(content.problems()).toEqual([]);
    await content.write(database => setKey(database, entry('new')));
    expect(content.problems()).toEqual([told]);
    expect(await keysIn(content)).toEqual(['k1', 'new']);
  });

  it('is made anew at once when a write meets what no quick check sees, and the write fails', async () => {
    const root = temporaryFolder();
    const content = openContent(root);
    await content.write(database => putGraph(database));
    await content.close();
    await changeBehindIndex(join(root, databaseFile));
    const again = openContent(root);
    const changed = { from: 'a', relation: 'knows', to: 'a' };
    await expect(again.write(database => deleteEdge(database, changed))).rejects.toMatchObject({
      code: 'storage_failed',
      message: expect.stringMatching(
        /^\.codebolt\/weft\/weft\.sqlite was damaged in graph_edge; there was no backup; .*; try again$/,
      ),
    });
    expect(again.problems()).toEqual([told]);
    await again.write(database => putGraph(database));
    expect(await again.read(database => listEdges(database).map(({ to }) => to), [])).toEqual(['b']);
  });

  it('stays where it is when what contradicts a constraint is no damage', async () => {
    const content = openContent(temporaryFolder());
    await content.write(database => setKey(database, entry('a')));
    const repeat = "INSERT INTO key_value SELECT * FROM key_value WHERE key = 'a'";
    await expect(content.write(database => database.exec(repeat))).rejects.toThrow('UNIQUE');
    expect(content.problems()).toEqual([]);
    expect(await keysIn(content)).toEqual(['a']);
    await content.write(database => setKey(database, entry('b')));
    expect(await keysIn(content)).toEqual(['a', 'b']);
  });
});

function putGraph(database: WritableDatabase): void {
  for (const id of ['a', 'b'])
    putNode(database, { id, kind: 'k', name: id, trust: 'user', updated_at: nowIso() });
  putEdge(database, { from: 'a', relation: 'knows', to: 'b' });
}

/** Changes an edge and not its index, as when a page never reached the disk. */
async function changeBehindIndex(path: string): Promise<void> {
  const steps = [
    "CREATE TABLE hidden AS SELECT * FROM sqlite_schema WHERE name = 'graph_edge_back'",
    "DELETE FROM sqlite_schema WHERE name = 'graph_edge_back'",
    "UPDATE graph_edge SET to_id = 'a'",
    'INSERT INTO sqlite_schema SELECT * FROM hidden; DROP TABLE hidden',
  ];
  for (const step of steps) {
    const database = new Sqlite(path);
    database.unsafeMode(true);
    database.pragma('writable_schema = ON');
    database.exec(step);
    database.close();
  }
  const database = await openWritable(path);
  expect(database.pragma('quick_check', { simple: true })).toBe('ok');
  database.close();
}

describe('a damaged database', () => {
  const seed = 42;

  it(`never serves what was not written, and is kept aside, not deleted (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const pristine = join(temporaryFolder(), 'pristine');
    const values = new Map<string, string>();
    {
      const root = temporaryFolder();
      const content = openContent(root);
      await content.write(database => {
        for (let index = 0; index < 300; index += 1) {
          const value = random.text('abcdefghij ', 600);
          values.set(`k${index}`, value);
          setKey(database, entry(`k${index}`, value));
        }
      });
      await content.close();
      copyFileSync(join(root, databaseFile), pristine);
    }
    const outcomes = { intact: 0, refused: 0, moved: 0, wrong: 0 };
    for (let round = 0; round < propertyRuns(200); round += 1) {
      const root = temporaryFolder();
      await mkdir(join(root, '.codebolt/weft'), { recursive: true });
      writeFileSync(join(root, databaseFile), damage(readFileSync(pristine), round, random.between));
      const content = new ContentDatabase(root, nowIso);
      const read = await content
        .read(database => listKeys(database, undefined, undefined), [])
        .catch((error: { code?: string }) => error.code);
      if (Array.isArray(read)) {
        const wrong = read.filter(({ key, value }) => values.get(key) !== value);
        outcomes[wrong.length > 0 ? 'wrong' : 'intact'] += 1;
      } else {
        expect(['storage_failed', 'unsupported']).toContain(read);
        outcomes.refused += 1;
      }
      const written = await content
        .write(database => setKey(database, entry('new')))
        .catch(error => error.code);
      if (content.problems().length > 0 && written === undefined) {
        outcomes.moved += 1;
        expect(await content.read(database => getKey(database, entry('new'))?.value, undefined)).toBe('new');
        expect(existsSync(join(root, '.codebolt/weft/corrupt-2026-11-21T10-00-00-000Z/weft.sqlite'))).toBe(
          true,
        );
      }
      await content.close();
    }
    expect(outcomes.wrong).toBe(0);
    expect(outcomes.refused).toBeGreaterThan(propertyRuns(20));
    expect(outcomes.moved).toBeGreaterThan(propertyRuns(20));
  });
});

/** Cuts, flips bits, blanks a page or spoils the header, in turn. */
function damage(bytes: Buffer, round: number, between: (least: number, most: number) => number): Buffer {
  switch (round % 4) {
    case 0:
      return bytes.subarray(0, between(1, bytes.length - 1));
    case 1:
      for (let flip = between(1, 9); flip > 0; flip -= 1) {
        const at = between(0, bytes.length - 1);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << between(0, 7));
      }
      return bytes;
    case 2: {
      const page = between(1, Math.floor(bytes.length / 4096) - 1);
      return bytes.fill(0, page * 4096, (page + 1) * 4096);
    }
    default: {
      const at = between(0, 99);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      return bytes;
    }
  }
}

describe('what another database becomes of', () => {
  it('that is only read: it is read again where it was replaced, and that is told once', async () => {
    const [root, other] = [temporaryFolder(), temporaryFolder()];
    for (const [folder, key] of [
      [root, 'a'],
      [other, 'b'],
    ] as const) {
      const content = new ContentDatabase(folder, nowIso);
      await content.write(database => setKey(database, entry(key)));
      await content.close();
    }
    const reader = openContent(root);
    expect(await keysIn(reader)).toEqual(['a']);
    const { parts } = reader;
    copyFileSync(join(other, databaseFile), `${join(root, databaseFile)}-new`);
    renameSync(`${join(root, databaseFile)}-new`, join(root, databaseFile));
    expect(await keysIn(reader)).toEqual(['b']);
    expect(reader.parts).not.toBe(parts);
    const replaced = {
      file: databaseFile,
      reason: 'was deleted, moved or replaced while it was open; what stands there now is used from now on',
    };
    expect(reader.problems()).toEqual([replaced]);
    expect(await keysIn(reader)).toEqual(['b']);
    expect(reader.problems()).toEqual([replaced]);
  });

  it('of an older schema: it is brought to that of now by who reads it', async () => {
    const root = temporaryFolder();
    await mkdir(join(root, '.codebolt/weft'), { recursive: true });
    const path = join(root, databaseFile);
    const old = await openWritable(path, root);
    migrate(old, migrations.slice(0, migrations.length - 1));
    setKey(old, entry('a'));
    old.close();
    const content = openContent(root);
    expect(await keysIn(content)).toEqual(['a']);
    expect(await content.read(schemaVersion, 0)).toBe(migrations.length);
    expect((await content.backups.list()).map(({ reason }) => reason)).toEqual(['update']);
  });

  it('that was closed: nothing is read or written any more', async () => {
    const content = openContent(temporaryFolder());
    await content.write(database => setKey(database, entry('a')));
    await content.close();
    const closed = {
      code: 'busy',
      message: 'the project was closed meanwhile; open it and try again',
    };
    await expect(keysIn(content)).rejects.toMatchObject(closed);
    await expect(content.write(() => 1)).rejects.toMatchObject(closed);
  });

  it('that is not there any more: who opens it hears of the newest backup, once', async () => {
    const root = temporaryFolder();
    const content = openContent(root);
    await content.write(database => setKey(database, entry('a')));
    const { name } = await content.backups.create('manual');
    await content.close();
    rmSync(join(root, databaseFile));
    const reopened = openContent(root);
    expect([await keysIn(reopened), await keysIn(reopened)]).toEqual([[], []]);
    const absent = {
      file: databaseFile,
      reason: `is not there; "weft backup restore ${name}" brings back what it held on ${nowIso()}`,
    };
    expect(reopened.problems()).toEqual([absent]);
    await reopened.restore(name);
    expect([await keysIn(reopened), reopened.problems()]).toEqual([['a'], []]);
  });
});

it('after a long change short ones are committed as before, and damage is mended again', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  const synchronous = (database: WritableDatabase) => database.pragma('synchronous', { simple: true });
  await content.writeInSteps(
    database => [setKey(database, entry('a'))],
    () => false,
  );
  expect(await content.write(synchronous)).toBe(1);
  const failing = content.writeInSteps(
    () => {
      throw new Error('no');
    },
    () => false,
  );
  await expect(failing).rejects.toThrow('no');
  expect(await content.write(synchronous)).toBe(1);
  await content.write(database => database.exec("UPDATE key_value SET value = '2'"));
  await expect(keysIn(content)).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('the value i/n/a is damaged'),
  });
  expect(content.problems()).toHaveLength(1);
});
