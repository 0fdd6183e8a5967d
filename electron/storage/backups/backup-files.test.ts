import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { openReadable } from '../database/open-sqlite.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { listKeys, setKey } from '../key-values/key-value-table.ts';
import { type BackupFile, backupFolder, backupsToForget, createBackup, listBackups } from './backup-files.ts';

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
  written_ms: 0,
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
