import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import { renewVersions } from '../database/content-version.ts';
import { migrate } from '../database/migrate.ts';
import { openWritable } from '../database/open-sqlite.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { copyPlainFile, openPlainFile, removeIfThere, replaceFile } from '../files/guarded-writes.ts';
import { replacementOf } from '../salvage/repair-database.ts';
import { type BackupFile, backupFolder, createBackup, listBackups } from './backup-files.ts';
import { findUnsound } from './find-unsound.ts';

interface RestoreOptions {
  /** The project's real path. */
  readonly root: string;
  /** The database; the caller has the writer's lock. */
  readonly database: string;
  readonly name: string;
  readonly nowIso: string;
  /** Asked until the backup is about to take its place; what was begun is taken away then. */
  readonly isCancelled: () => boolean;
}

/** The backup that was restored, and the one that was made of what was there. */
export interface Restored {
  readonly restored: BackupFile;
  readonly undo: BackupFile;
}

/**
 * Makes a replacement of a backup, after what is there was backed up; `finishReplacement` puts it into its place. A
 * process that dies before the end leaves the database as it was.
 */
export async function prepareRestore(options: RestoreOptions): Promise<Restored> {
  const { root, database, name, nowIso, isCancelled } = options;
  const restored = await findBackup(root, name);
  const source = join(root, backupFolder, name);
  const unsound = await findUnsound(source, root);
  if (unsound !== undefined)
    throw new AppError('storage_failed', `the backup ${name} is damaged: ${unsound}; restore another one`);
  const unfinished = `${database}-new.tmp`;
  for (const ending of ['', '-wal', '-shm', '-journal'])
    await removeIfThere({ root, path: unfinished + ending });
  // Before the copy of what is there, which may make this one the oldest and let it go.
  await copyPlainFile({ root, path: source }, unfinished);
  const undo = await createBackup({ root, database, reason: 'restore', nowIso, isCancelled });
  await prepareCopy(root, unfinished);
  if (isCancelled()) {
    for (const path of [unfinished, join(root, backupFolder, undo.name)]) await removeIfThere({ root, path });
    throw new AppError('deadline', 'cancelled; nothing was changed');
  }
  await replaceFile(root, unfinished, replacementOf(database));
  await syncFolder(dirname(database));
  return { restored, undo };
}

async function findBackup(root: string, name: string): Promise<BackupFile> {
  const backups = await listBackups(root);
  const found = backups.find(backup => backup.name === name);
  if (found !== undefined) return found;
  const hint = backups.length === 0 ? 'there is none yet' : `the newest is ${backups[0]?.name}`;
  const known = backups.map(backup => backup.name);
  throw new AppError('not_found', withNearest(`there is no backup "${name}"`, name, known, hint));
}

/** At the schema of now, and with versions that nobody has seen, so that nothing that was kept in memory is taken for it. */
async function prepareCopy(root: string, path: string): Promise<void> {
  const database = await openWritable(path, root);
  migrate(database);
  renewVersions(database);
  database.pragma('journal_mode = DELETE');
  database.close();
  const file = await openPlainFile({ root, path }, constants.O_RDWR);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
