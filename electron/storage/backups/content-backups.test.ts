import { readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { openReadable, openWritable } from '../database/open-sqlite.ts';
import { databaseFile, makeMachineFolder } from '../files/machine-folder.ts';
import { listKeys, setKey } from '../key-values/key-value-table.ts';
import { backupFolder } from './backup-files.ts';
import { ContentBackups } from './content-backups.ts';

const clock = { iso: '2026-11-22T10:00:00.000Z', ms: 1000 };

/** The backups of a project with a database, who hears of them, and a clock that only goes forward. */
async function backedUp({ hasDatabase = true } = {}) {
  Object.assign(clock, { iso: '2026-11-22T10:00:00.000Z', ms: 1000 });
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
  onTestFinished(() => void vi.restoreAllMocks());
  const root = temporaryFolder();
  const path = join(root, databaseFile);
  if (hasDatabase) {
    await makeMachineFolder(root);
    const database = await openWritable(path, root);
    migrate(database);
    database.close();
  }
  const backups = new ContentBackups(root, path, () => clock.iso);
  const told: unknown[] = [];
  backups.keep({ onBackup: () => told.push('backup'), onFailure: error => told.push(error) });
  const reasons = async () => (await backups.list()).map(({ reason }) => reason);
  const noteWrite = async () => {
    backups.noteWrite();
    await backups.settle('wait');
  };
  return { root, path, backups, told, reasons, noteWrite };
}

it('the first write makes one, and after ten minutes the next that is written', async () => {
  const { reasons, noteWrite, told } = await backedUp();
  await noteWrite();
  expect(await reasons()).toEqual(['start']);
  await noteWrite();
  clock.ms += 599_999;
  await noteWrite();
  expect(await reasons()).toEqual(['start']);
  clock.ms += 1;
  await noteWrite();
  expect(await reasons()).toEqual(['regular', 'start']);
  expect(told).toEqual(['backup', 'backup']);
});

it('what took long rests two hundred times as long', async () => {
  const { backups, reasons, noteWrite } = await backedUp();
  backups.noteWrite();
  // Seconds go by while it is made.
  clock.ms += 10_000;
  await backups.settle('wait');
  clock.ms += 1_999_999;
  await noteWrite();
  expect(await reasons()).toEqual(['start']);
  clock.ms += 1;
  await noteWrite();
  expect(await reasons()).toEqual(['regular', 'start']);
});

it('one is made at a time, and none that nobody wants to hear of', async () => {
  const { root, path, backups, reasons } = await backedUp();
  backups.noteWrite();
  backups.noteWrite();
  await backups.settle('wait');
  expect(await reasons()).toEqual(['start']);
  const unkept = new ContentBackups(root, path, () => clock.iso);
  unkept.noteWrite();
  await unkept.settle('wait');
  expect(await reasons()).toEqual(['start']);
});

it('a large database is not copied at each start, unless the newest copy is an hour old or of the future', async () => {
  const { root, path, backups, reasons } = await backedUp();
  const { name } = await backups.create('manual');
  const newest = join(root, backupFolder, name);
  const start = async (iso: string) => {
    clock.iso = iso;
    const program = new ContentBackups(root, path, () => clock.iso);
    program.keep({ onBackup: () => {}, onFailure: () => {} });
    program.noteWrite();
    await program.settle('wait');
    return (await reasons()).filter(reason => reason === 'start').length;
  };
  truncateSync(newest, 64 * 1024 * 1024 + 1);
  expect(await start('2026-11-22T10:00:00.000Z')).toBe(0);
  expect(await start('2026-11-22T10:59:59.999Z')).toBe(0);
  expect(await start('2026-11-22T11:00:00.000Z')).toBe(1);
  for (const made of readdirSync(join(root, backupFolder)).filter(file => file.includes('start')))
    truncateSync(join(root, backupFolder, made), 64 * 1024 * 1024 + 1);
  expect(await start('2026-11-22T10:59:59.999Z')).toBe(2);
  // One that is small enough is copied each time.
  expect(await start('2026-11-22T10:59:59.999Z')).toBe(3);
});

it('a failure is told to who keeps them, but not that it was closed meanwhile', async () => {
  const { backups, path, told, noteWrite } = await backedUp();
  writeFileSync(path, 'no database at all, and longer than its header would be'.repeat(20));
  await noteWrite();
  expect(told).toEqual([expect.objectContaining({ code: 'storage_failed' })]);
  told.splice(0);
  clock.ms += 10_000_000;
  backups.noteWrite();
  await backups.settle('cancel');
  expect(told).toEqual([]);
});

it('one is made before an import only where something was written since the newest', async () => {
  const { backups, path, root, told } = await backedUp();
  utimesSync(path, 1, 1);
  const { name } = (await backups.createIfChanged('import')) ?? {};
  expect(name).toContain('-import.sqlite');
  expect(await backups.createIfChanged('import')).toBeUndefined();
  const { mtimeMs } = statSync(join(root, backupFolder, name ?? ''));
  utimesSync(path, mtimeMs / 1000 + 5, mtimeMs / 1000 + 5);
  expect(await backups.createIfChanged('import')).toMatchObject({ number: 2 });
  utimesSync(path, 1, 1);
  expect(await backups.createIfChanged('import')).toBeUndefined();
  // What stands in its log alone was written as well.
  writeFileSync(`${path}-wal`, '');
  expect(await backups.createIfChanged('import')).toBeUndefined();
  expect(told).toEqual(['backup', 'backup']);
});

it('what is written while one is made is in the next, which an import finds missing', async () => {
  const { backups, path, root } = await backedUp();
  const database = await openWritable(path, root);
  onTestFinished(() => void database.close());
  const key = { instance: 'i', namespace: 'n', value: '1', trust: 'user', updated_at: clock.iso } as const;
  let isWritten = false;
  await backups.create('manual', () => {
    if (!isWritten) setKey(database, { ...key, key: 'k' });
    isWritten = true;
    return false;
  });
  const made = await backups.createIfChanged('import');
  const copy = await openReadable(join(root, backupFolder, made?.name ?? ''));
  onTestFinished(() => void copy.close());
  expect(listKeys(copy, 'i', 'n').map(({ key: name }) => name)).toEqual(['k']);
});

it('none is made where nothing was ever stored', async () => {
  const { backups } = await backedUp({ hasDatabase: false });
  expect(await backups.createIfChanged('import')).toBeUndefined();
});

it('all but the newest are forgotten when somebody asks, in a trial none', async () => {
  const { backups } = await backedUp();
  for (let count = 0; count < 3; count += 1) await backups.create('manual');
  const numbers = async () => (await backups.list()).map(({ number }) => number);
  expect((await backups.forgetOld(true)).map(({ number }) => number)).toEqual([2, 1]);
  expect(await numbers()).toEqual([3, 2, 1]);
  expect((await backups.forgetOld(false)).map(({ number }) => number)).toEqual([2, 1]);
  expect(await numbers()).toEqual([3]);
});

it('what is given up, or closed, makes none', async () => {
  const { backups, told } = await backedUp();
  await expect(backups.create('manual', () => true)).rejects.toMatchObject({ code: 'deadline' });
  await backups.settle('cancel');
  await expect(backups.create('manual')).rejects.toMatchObject({ code: 'deadline' });
  expect([await backups.list(), told]).toEqual([[], []]);
});

it('what keeps the database from being looked at is said', async () => {
  const { root, backups } = await backedUp();
  rmSync(join(root, '.codebolt'), { recursive: true });
  writeFileSync(join(root, '.codebolt'), '');
  await expect(backups.createIfChanged('import')).rejects.toMatchObject({ code: 'ENOTDIR' });
});
