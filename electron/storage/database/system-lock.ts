import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { identityAt } from '../files/file-identity.ts';
import { createFile } from '../files/guarded-writes.ts';
import { entryAt, type Target } from '../files/plain-target.ts';
import { errorCode } from '../storage-failure.ts';
import { openLock } from './open-sqlite.ts';

/** A lock that one process has at a time. */
export interface SystemLock {
  /** False when somebody has taken the lock's file away meanwhile, so that others may have a lock as well. */
  isInPlace(): boolean;
  release(): void;
}

interface LockPatience {
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
  target: Target,
  { patienceMs, pauseMs }: LockPatience,
): Promise<SystemLock | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const isLast = performance.now() - startedAt >= patienceMs;
    const lock = await tryToLock(target);
    if (lock !== undefined || isLast) return lock;
    await setTimeout(pauseMs);
  }
}

async function tryToLock(target: Target): Promise<SystemLock | undefined> {
  const { path } = target;
  await makeLockFile(target);
  const before = identityAt(path);
  const connection = await openLock(target);
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

/** One that is there is never opened by ourselves: closing it would end our own locks on it. Whoever may write the folder may take the lock. */
async function makeLockFile(target: Target): Promise<void> {
  if ((await entryAt(target.path)) !== undefined) return;
  try {
    const folder = await entryAt(dirname(target.path));
    await createFile(target, '', Number(folder?.mode ?? 0o666n) & 0o666);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
