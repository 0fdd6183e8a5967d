import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { LogToDisk } from './log-to-disk.ts';

function logOf() {
  const root = temporaryFolder();
  const path = join(root, 'weft.sqlite');
  return { log: new LogToDisk(root, path), path: `${path}-wal` };
}

it('brings a log to the disk once for all who wait, and again for who comes later', async () => {
  const { log, path } = logOf();
  writeFileSync(path, 'log');
  const first = log.synced();
  expect(log.synced()).toBe(first);
  await first;
  const second = log.synced();
  expect(second).not.toBe(first);
  await second;
});

it('has nothing to do where the log has gone, and says what else is wrong, to those who waited', async () => {
  const { log, path } = logOf();
  await log.synced();
  mkdirSync(path);
  await expect(log.synced()).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('is a folder'),
  });
  rmdirSync(path);
  await log.synced();
});
