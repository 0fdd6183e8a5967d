import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { openWritable } from '../database/open-sqlite.ts';
import { bytesToThread, workAside } from './work-aside.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const aPage = 4096;

/** A database with a log of so many bytes or more, which nothing has copied yet. */
async function openWithLog(bytes: number) {
  const root = temporaryFolder();
  const target = { root, path: join(root, 'some.sqlite') };
  const database = await openWritable(target.path, root);
  migrate(database);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.pragma('wal_autocheckpoint = 0');
  const insert = database.prepare(
    "INSERT INTO session_health (session_id, state, row_hash) VALUES (?, ?, '')",
  );
  database.exec('BEGIN');
  for (let written = 0; written < bytes; written += aPage) insert.run(`${written}`, 'x'.repeat(aPage));
  database.exec('COMMIT');
  return { target, database };
}

it.each([
  ['here', 64 * 1024],
  ['in a thread', bytesToThread + aPage],
])('copies a log %s, and finds nothing wrong', async (_, bytes) => {
  const { target, database } = await openWithLog(bytes);
  const before = statSync(target.path).size;
  try {
    expect(await workAside('copy log', target)).toBe(0);
    expect(statSync(target.path).size).toBeGreaterThan(before + bytes);
    expect(await workAside('quick check', target)).toBe('ok');
    expect(await workAside('integrity check', target)).toBe('ok');
  } finally {
    database.close();
  }
  expect(await workAside('quick check of a copy', target)).toBe('ok');
});

it.each([
  ['here', 64 * 1024],
  ['in a thread', bytesToThread + aPage],
])('says what is wrong %s', async (_, bytes) => {
  const { target, database } = await openWithLog(bytes);
  database.close();
  const file = openSync(target.path, 'r+');
  writeSync(file, Buffer.alloc(aPage, 7), 0, aPage, 4 * aPage);
  closeSync(file);
  for (const work of ['quick check', 'integrity check', 'quick check of a copy'] as const)
    expect(await workAside(work, target)).toMatch(/page|row|tree/i);
});

it.each([
  ['here', aPage],
  ['in a thread', bytesToThread],
])('fails %s with the code of what SQLite met', async (_, bytes) => {
  const root = temporaryFolder();
  const target = { root, path: join(root, 'none.sqlite') };
  const file = openSync(target.path, 'w', 0o600);
  writeSync(file, Buffer.alloc(bytes, 7));
  closeSync(file);
  await expect(workAside('quick check', target)).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
});

it('one thread does one work after the other, and two at once have two', async () => {
  const { target, database } = await openWithLog(bytesToThread + aPage);
  let started = 0;
  const count = () => {
    started += 1;
  };
  process.on('worker', count);
  try {
    for (let again = 0; again < 3; again += 1) await workAside('copy log', target);
    expect(started).toBeLessThanOrEqual(1);
    await Promise.all([workAside('quick check', target), workAside('quick check', target)]);
    expect(started).toBeLessThanOrEqual(2);
    expect(started).toBeGreaterThanOrEqual(1);
  } finally {
    process.off('worker', count);
    database.close();
  }
});

it('a thread that is being ended is given nothing more to do', async () => {
  const { target, database } = await openWithLog(bytesToThread + aPage);
  // What ends one after its rest, and the moment between being ended and being gone.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ending = vi.spyOn(Worker.prototype, 'terminate').mockResolvedValue(0);
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    // More at once than rest since the tests above, so that all rest by this clock.
    await Promise.all(Array.from({ length: 4 }, () => workAside('copy log', target)));
    const given = new Set(posted.mock.contexts);
    vi.runAllTimers();
    expect(new Set(ending.mock.contexts)).toEqual(given);
    expect(await workAside('copy log', target)).toBe(0);
    expect(given).not.toContain(posted.mock.contexts.at(-1));
  } finally {
    ending.mockRestore();
    // Each is one, as the spied method is.
    for (const worker of new Set(posted.mock.contexts as Worker[])) await worker.terminate();
    database.close();
  }
});
