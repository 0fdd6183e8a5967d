import { closeSync, lstatSync, openSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { AppError } from '../../../shared/contract/errors.ts';
import { identityAt } from '../files/file-identity.ts';
import { errorCode } from '../storage-failure.ts';
import { loadSqlite } from './sqlite.ts';

/** A lock that one process has at a time. */
export interface SystemLock {
  /** False when somebody has taken the lock's file away meanwhile, so that others may have a lock as well. */
  isInPlace(): boolean;
  release(): void;
}

export interface LockPatience {
  /** How long who has the lock is waited for. */
  readonly patienceMs: number;
  /** How long to wait between two looks. */
  readonly pauseMs: number;
}

/**
 * Takes a lock, or gives undefined when the patience is at its end. It is an exclusive transaction on an empty database:
 * the system lets go of it when its process dies, however that happens, so it can never be stale.
 */
export async function takeSystemLock(
  path: string,
  { patienceMs, pauseMs }: LockPatience,
): Promise<SystemLock | undefined> {
  const Database = await loadSqlite();
  const startedAt = performance.now();
  for (;;) {
    const lock = tryToLock(Database, path);
    if (lock !== undefined) return lock;
    if (performance.now() - startedAt >= patienceMs) return undefined;
    await setTimeout(pauseMs);
  }
}

function tryToLock(Database: typeof Sqlite, path: string): SystemLock | undefined {
  prepareLockFile(path);
  const before = identityAt(path);
  const connection = new Database(path, { timeout: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    const isInPlace = () => identityAt(path) === before;
    // Who tidied up while we came has left us a file that nobody else will look at.
    if (before !== undefined && isInPlace()) return { isInPlace, release: () => connection.close() };
    connection.close();
    return undefined;
  } catch (error) {
    connection.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/** Makes the file, or judges the one that is there. It is never opened for that: closing it would end our own locks on it. */
function prepareLockFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    createLockFile(path);
  } else if (!found.isFile() || found.nlink > 1 || found.size > 0)
    throw new AppError('forbidden', `${basename(path)} is no lock of Weft's, but something else; delete it`);
}

/** Whoever may write the folder may take the lock. */
function createLockFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', statSync(dirname(path)).mode & 0o666));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
