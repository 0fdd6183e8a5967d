import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { openReadable } from '../database/open-sqlite.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { listKeys, setKey } from '../key-values/key-value-table.ts';
import {
  type BackupFile,
  backupFolder,
  backupsToForget,
  createBackup,
  listBackups,
  newestSoundBackup,
} from './backup-files.ts';
import { findUnsound } from './find-unsound.ts';

const nowIso = () => '2026-11-22T10:00:00.000Z';

it('makes backups during writes, each of which is one committed state', async () => {
  const root = temporaryFolder();
  const content = new ContentDatabase(root, nowIso);
  onTestFinished(() => content.close());
  let number = 0;
  // A pair in one transaction: half of one is no committed state.
  const write = () => {
    number += 1;
    const value = 'x'.repeat(500);
    return content.write(database => {
      for (const instance of ['a', 'b'])
        setKey(database, {
          instance,
          namespace: 'n',
          key: String(number),
          value,
          trust: 'user',
          updated_at: nowIso(),
        });
    });
  };
  for (let count = 0; count < 200; count += 1) await write();
  let isDone = false;
  const writing = (async () => {
    // With pauses, so that it is the backups that take the time, however quick the disk.
    for (; !isDone; await new Promise(resume => setTimeout(resume, 2))) await write();
  })();
  for (let count = 0; count < 20; count += 1) {
    const before = number - 1;
    const { name } = await createBackup({
      root,
      database: join(root, databaseFile),
      reason: 'manual',
      nowIso: nowIso(),
    });
    const copy = await openReadable(join(root, backupFolder, name));
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    const halves = ['a', 'b'].map(half => listKeys(copy, half, 'n').map(({ key }) => Number(key)));
    copy.close();
    expect(halves[0]).toEqual(halves[1]);
    expect(Math.max(...(halves[0] ?? []))).toBe(halves[0]?.length);
    expect(halves[0]?.length).toBeGreaterThanOrEqual(before);
  }
  isDone = true;
  await writing;
  expect((await listBackups(root)).map(backup => backup.number)).toEqual([20, 19, 18]);
  expect(statSync(join(root, backupFolder, (await listBackups(root))[0]?.name ?? '')).mode & 0o777).toBe(
    0o600,
  );
  expect(readdirSync(join(root, backupFolder)).filter(name => name.endsWith('.tmp'))).toEqual([]);
});

const made = (number: number, day: string): BackupFile => ({
  name: `${number}`,
  number,
  created_at: `${day}T10:00:00.000Z`,
  reason: 'regular',
  bytes: 1,
  begun_ms: 0,
});

it('keeps seven days and four weeks, and forgets nothing for a clock that jumps', () => {
  const days = Array.from({ length: 60 }, (_, at) =>
    made(60 - at, new Date(Date.UTC(2026, 10, 22 - at)).toISOString().slice(0, 10)),
  );
  const forgotten = new Set(backupsToForget(days));
  const kept = days.filter(backup => !forgotten.has(backup)).map(({ number }) => number);
  expect(kept).toEqual([60, 59, 58, 57, 56, 55, 54, 49, 42]);
  const ahead = made(61, '2036-11-22');
  const back = made(62, '2026-11-22');
  const next = new Set(backupsToForget([back, ahead, ...days.filter(backup => !forgotten.has(backup))]));
  expect([back, ahead].filter(backup => next.has(backup))).toEqual([]);
  expect(next.size).toBeLessThanOrEqual(2);
});

describe('the backups of a project', () => {
  const nameOf = (number: string, reason = 'manual', time = '2026-11-22T10-11-12-345Z') =>
    `${number}-${time}-${reason}.sqlite`;

  function projectWith(...names: readonly string[]): string {
    const root = temporaryFolder();
    mkdirSync(join(root, backupFolder), { recursive: true });
    for (const name of names) writeFileSync(join(root, backupFolder, name), 'four');
    return root;
  }

  it('are those whose names are theirs, the one with the greatest number first', async () => {
    const reasons = ['manual', 'start', 'regular', 'import', 'update', 'restore'];
    const good = reasons.map((reason, at) => nameOf(`00000${at + 1}`, reason));
    const large = nameOf('123456789012');
    const others = [
      nameOf('12345'),
      nameOf('1234567890123'),
      nameOf('000001', 'else'),
      nameOf('000001', 'manual', '2026-11-22T10-11-12-34Z'),
      nameOf('000001', 'manual', '2026-11-22T10:11:12.345Z'),
      `x${nameOf('000001')}`,
      `${nameOf('000001')}.tmp`,
      '.gitignore',
    ];
    const root = projectWith(...good, large, ...others);
    mkdirSync(join(root, backupFolder, nameOf('000008')));
    symlinkSync(good[0] ?? '', join(root, backupFolder, nameOf('000009')));
    const found = await listBackups(root);
    expect(found.map(({ name }) => name)).toEqual([large, ...good.toReversed()]);
    expect(found.at(-1)).toEqual({
      name: good[0],
      number: 1,
      created_at: '2026-11-22T10:11:12.345Z',
      reason: 'manual',
      bytes: 4,
      begun_ms: Math.floor(statSync(join(root, backupFolder, good[0] ?? '')).mtimeMs),
    });
  });

  it('are none where there is no folder, and are refused where it leads out of the project', async () => {
    expect(await listBackups(temporaryFolder())).toEqual([]);
    const root = temporaryFolder();
    mkdirSync(join(root, '.codebolt/weft'), { recursive: true });
    symlinkSync(temporaryFolder(), join(root, backupFolder));
    await expect(listBackups(root)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(backupFolder),
    });
  });

  async function stored() {
    const root = temporaryFolder();
    const content = new ContentDatabase(root, nowIso);
    onTestFinished(() => content.close());
    const put = (key: string) =>
      content.write(database =>
        setKey(database, {
          instance: 'i',
          namespace: 'n',
          key,
          value: 1,
          trust: 'user',
          updated_at: nowIso(),
        }),
      );
    await put('a');
    const create = (isCancelled?: () => boolean) =>
      createBackup({
        root,
        database: join(root, databaseFile),
        reason: 'manual',
        nowIso: nowIso(),
        ...(isCancelled !== undefined && { isCancelled }),
      });
    return { root, content, put, create };
  }

  it('are numbered by the one before, say what they are, and stay out of git', async () => {
    const { root, create } = await stored();
    const first = await create();
    expect(first).toMatchObject({
      name: '000001-2026-11-22T10-00-00-000Z-manual.sqlite',
      number: 1,
      reason: 'manual',
      created_at: nowIso(),
      bytes: statSync(join(root, backupFolder, first.name)).size,
    });
    writeFileSync(join(root, backupFolder, '.gitignore'), 'mine');
    expect((await create()).number).toBe(2);
    // Who has written it may have a reason.
    expect(readFileSync(join(root, backupFolder, '.gitignore'), 'utf8')).toBe('mine');
  });

  it('have none of one that was cancelled, or of what is damaged', async () => {
    const { root, content, create } = await stored();
    await expect(create(() => true)).rejects.toMatchObject({
      code: 'deadline',
      message: 'cancelled; no backup was made',
    });
    await content.write(database => database.exec("UPDATE key_value SET value = '2'"));
    await expect(create()).rejects.toMatchObject({
      code: 'storage_failed',
      message: 'no backup was made, since weft.sqlite is damaged: key_value ["i","n","a"]',
    });
    expect(readdirSync(join(root, backupFolder))).toEqual(['.gitignore']);
    expect(readFileSync(join(root, backupFolder, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('the newest sound one is what is gone back to', async () => {
    const { root, create } = await stored();
    expect(await newestSoundBackup(root)).toBeUndefined();
    const [first, second] = [await create(), await create()];
    const pathOf = (backup: BackupFile) => join(root, backupFolder, backup.name);
    expect(await newestSoundBackup(root)).toMatchObject({ path: pathOf(second), backup: { number: 2 } });
    writeFileSync(pathOf(second), '');
    expect(await findUnsound(pathOf(second), root)).toBe('the file is empty');
    expect(await newestSoundBackup(root)).toMatchObject({ path: pathOf(first) });
    const bytes = readFileSync(pathOf(first));
    bytes.writeUInt32BE(0, 60);
    writeFileSync(pathOf(first), bytes);
    expect(await findUnsound(pathOf(first), root)).toBe('tables are missing');
    writeFileSync(pathOf(first), 'no database at all, and longer than its header would be'.repeat(20));
    expect(await findUnsound(pathOf(first), root)).toBe('file is not a database');
    expect(await newestSoundBackup(root)).toBeUndefined();
  });
});
