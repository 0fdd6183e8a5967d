import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { type BackupReason, backupReasons } from '../../../shared/model/backup-reasons.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { judgeDatabaseFiles } from '../database/database-files.ts';
import { openReadable } from '../database/open-sqlite.ts';
import { DamagedRow } from '../database/row-hash.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { createFile, moveInside, openPlainFile, removeIfThere } from '../files/guarded-writes.ts';
import { makeFolderInside } from '../files/make-folder-inside.ts';
import { locateInside } from '../files/path-inside.ts';
import { entryAt } from '../files/plain-target.ts';
import { errorCode } from '../storage-failure.ts';
import { findUnsound } from './find-unsound.ts';

/** Where a project keeps its backups, with forward slashes. */
export const backupFolder = '.codebolt/weft/backups';

/** A backup as its file's name and size tell it. */
export interface BackupFile {
  /** Its file's name, by which it is restored. */
  readonly name: string;
  /** Counts the backups of a project: the order in which they were made, whatever the clock said. */
  readonly number: number;
  readonly created_at: string;
  readonly reason: BackupReason;
  readonly bytes: number;
  /** When it was begun, by the clock of its disk: whatever was written before is in it, and what came later need not be. */
  readonly begun_ms: number;
}

const backupName = new RegExp(
  `^(\\d{6,12})-(\\d{4}-\\d\\d-\\d\\dT\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3}Z)-(${keysOf(backupReasons).join('|')})\\.sqlite$`,
);

/** The backups of a project, the newest first; whatever else lies in the folder is passed over. */
export async function listBackups(root: string): Promise<BackupFile[]> {
  const folder = await locateInside(root, join(root, backupFolder));
  if (folder.kind === 'refused') throw new AppError('forbidden', `${backupFolder} ${folder.reason}`);
  if (folder.kind === 'absent') return [];
  const found: BackupFile[] = [];
  for (const name of await readdir(folder.path)) {
    const [, number, hour, minutes, seconds, rest, word] = backupName.exec(name) ?? [];
    const reason = keysOf(backupReasons).find(one => one === word);
    const file = reason === undefined ? undefined : await lookAt(join(folder.path, name));
    if (reason === undefined || file === undefined) continue;
    found.push({
      name,
      number: Number(number),
      created_at: `${hour}:${minutes}:${seconds}.${rest}`,
      reason,
      bytes: Number(file.size),
      begun_ms: Number(file.mtimeMs),
    });
  }
  return found.sort((left, right) => right.number - left.number);
}

/** Links are none of ours. */
async function lookAt(path: string): Promise<BigIntStats | undefined> {
  const file = await entryAt(path);
  return file?.isFile() === true ? file : undefined;
}

/** Pages that are copied before others have their turn. */
const pagesTogether = 256;

interface BackupOptions {
  /** The project's real path. */
  readonly root: string;
  /** The database; who writes to it goes on meanwhile. */
  readonly database: string;
  readonly reason: BackupReason;
  readonly nowIso: string;
  /** Asked between pages; what was copied by then goes. */
  readonly isCancelled?: () => boolean;
}

/**
 * Copies one committed state of the database page by page into the backup folder, and looks through the copy before it
 * gets its name. `storage_failed` when what was copied is damaged: then no backup is made of it.
 */
export async function createBackup(options: BackupOptions): Promise<BackupFile> {
  const { root, database, reason, nowIso } = options;
  const folder = join(root, backupFolder);
  await makeFolderInside(root, folder);
  await keepOutOfGit(root, folder);
  const number = 1 + Math.max(0, ...(await listBackups(root)).map(backup => backup.number));
  const time = nowIso.replace(/[:.]/g, '-');
  const name = `${String(number).padStart(6, '0')}-${time}-${reason}.sqlite`;
  const unfinished = join(folder, `${name}.tmp`);
  try {
    const begunMs = await copyPages(root, database, unfinished, options.isCancelled);
    const unsound = await findUnsound(unfinished, root);
    if (unsound !== undefined)
      throw new DamagedRow(`no backup was made, since weft.sqlite is damaged: ${unsound}`);
    await finishFile(root, unfinished, begunMs);
    await moveInside(root, unfinished, join(folder, name));
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm'])
      await removeIfThere({ root, path: unfinished + ending });
  }
  await syncFolder(folder);
  await prune(root, folder);
  const { size, mtimeMs } = await stat(join(folder, name));
  return { name, number, created_at: nowIso, reason, bytes: size, begun_ms: mtimeMs };
}

async function keepOutOfGit(root: string, folder: string): Promise<void> {
  try {
    await createFile({ root, path: join(folder, '.gitignore') }, '*\n');
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Gives the time of the disk before the state that is copied. */
async function copyPages(root: string, from: string, to: string, isCancelled = () => false): Promise<number> {
  await createFile({ root, path: to }, '', 0o600);
  const { mtimeMs } = await stat(to);
  await judgeDatabaseFiles({ root, path: to });
  const target = await openPlainFile({ root, path: to }, constants.O_RDWR);
  try {
    await copyInto(target, { root, from, to }, isCancelled);
  } finally {
    await target.close();
  }
  return mtimeMs;
}

async function copyInto(
  target: FileHandle,
  { root, from, to }: { readonly root: string; readonly from: string; readonly to: string },
  isCancelled: () => boolean,
): Promise<void> {
  const source = await openReadable(from, root);
  try {
    // One state for all of the copy: without it, every write in between would make it begin anew.
    source.exec('BEGIN');
    source.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    const sync = syncOnTheWay(target);
    await source.backup(to, {
      progress() {
        sync();
        return isCancelled() ? cancelled() : pagesTogether;
      },
    });
  } finally {
    source.close();
  }
}

/** Otherwise the end of the copy would wait for the disk to write all of it, and everybody with it. */
function syncOnTheWay(file: FileHandle): () => void {
  let isSyncing = false;
  return () => {
    if (isSyncing) return;
    isSyncing = true;
    // Whether it worked, the sync at the end tells.
    void file.datasync().then(
      () => (isSyncing = false),
      () => {},
    );
  };
}

function cancelled(): never {
  throw new AppError('deadline', 'cancelled; no backup was made');
}

async function finishFile(root: string, path: string, begunMs: number): Promise<void> {
  const file = await openPlainFile({ root, path }, constants.O_RDWR);
  const seconds = Math.floor(begunMs) / 1000;
  try {
    await file.utimes(seconds, seconds);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The newest backup that says what was written, as a path. */
export async function newestSoundBackup(
  root: string,
): Promise<{ path: string; backup: BackupFile } | undefined> {
  for (const backup of await listBackups(root)) {
    const path = join(root, backupFolder, backup.name);
    if ((await findUnsound(path, root)) === undefined) return { path, backup };
  }
  return undefined;
}

const keptRecent = 3;
const keptDays = 7;
const keptWeeks = 4;
const weekMs = 7 * 86_400_000;

/**
 * Keeps the newest backups, the last one of each of the last days that have any, and of each of the last weeks. Days are
 * counted in the order in which backups were made, not from today: a clock that jumps deletes nothing.
 */
export function backupsToForget(newestFirst: readonly BackupFile[]): readonly BackupFile[] {
  const kept = new Set(newestFirst.slice(0, keptRecent));
  const week = ({ created_at }: BackupFile) => String(Math.floor(Date.parse(created_at) / weekMs));
  for (const [most, periodOf] of [
    [keptDays, ({ created_at }: BackupFile) => created_at.slice(0, 10)],
    [keptWeeks, week],
  ] as const) {
    const seen = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(backup);
      if (seen.has(period) || seen.size >= most) continue;
      seen.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter(backup => !kept.has(backup));
}

async function prune(root: string, folder: string): Promise<void> {
  for (const { name } of backupsToForget(await listBackups(root)))
    await removeIfThere({ root, path: join(folder, name) });
}
