import { renameSync, statSync } from 'node:fs';
import { noteIdentities } from '../files/file-identity.ts';
import type { ReadableDatabase } from './sqlite.ts';

/** The files that a connection has open: SQLite goes on with them wherever they are by now, and when they are nowhere. */
interface DatabaseFiles {
  /** False when other files stand where they stood, or none. */
  isInPlace(): boolean;
  /** Closes the connection, so that what it wrote is in its own database and in no other. */
  close(database: ReadableDatabase): void;
}

/** As in "weft.sqlite was ...". */
export const replacedReason =
  'was deleted, moved or replaced while it was open; what stands there now is used from now on';

/** Notes which files stand at a path just after the database there was opened: it, the log of what was written last, and its index. */
export function noteDatabaseFiles(path: string): DatabaseFiles {
  const besides = [`${path}-wal`, `${path}-shm`];
  const isInPlace = noteIdentities([path, ...besides]);
  const isDatabaseInPlace = noteIdentities([path]);
  const isLogInPlace = noteIdentities(besides);
  return {
    isInPlace,
    close(database) {
      if (!isInPlace()) emptyLog(database);
      database.close();
      // Whoever opens what stands there now would take the log of ours for its own.
      if (isDatabaseInPlace() || !isLogInPlace() || sizeOf(`${path}-wal`) === 0) return;
      for (const file of besides) renameSync(file, `${file}-of-replaced`);
    },
  };
}

/** SQLite itself does this at a close, but not for a database that was moved. */
function emptyLog(database: ReadableDatabase): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // It stays in the log, which goes with the database or is put aside.
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
