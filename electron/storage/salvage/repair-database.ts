import { basename, dirname, join } from 'node:path';
import type { DamageReport } from '../../../shared/contract/backups.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { listBackups, newestSoundBackup } from '../backups/backup-files.ts';
import { sizeOf } from '../database/database-files.ts';
import { DamagedRow } from '../database/row-hash.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { copyPlainFile, createFile, removeIfThere, replaceFile } from '../files/guarded-writes.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { makeFolderInside } from '../files/make-folder-inside.ts';
import { entryAt } from '../files/plain-target.ts';
import { reportName } from './damage-reports.ts';
import { salvageDatabase } from './salvage-database.ts';

/**
 * Puts a new database in the place of a damaged one, with all that could be read and, for the rest, what the newest sound
 * backup holds. The damaged files stay in a folder of their own. A process that dies on the way leaves either the damaged
 * database as it was, or a whole new one that `finishReplacement` puts into its place. The caller has the writer's lock.
 */
export async function repairDatabase(root: string, path: string, nowIso: string): Promise<DamageReport> {
  const source = await newestSoundBackup(root);
  const unfinished = `${path}-new.tmp`;
  const tables = await salvageDatabase({ root, damaged: path, backup: source?.path, target: unfinished });
  const folder = await keepAside(root, path, nowIso);
  const report: DamageReport = {
    found_at: nowIso,
    kept_in: `.codebolt/weft/${basename(folder)}`,
    backup: source === undefined ? null : { name: source.backup.name, created_at: source.backup.created_at },
    tables: tables.filter(({ gaps, orphaned }) => gaps > 0 || orphaned > 0),
  };
  await createFile({ root, path: join(folder, reportName) }, `${JSON.stringify(report, null, 2)}\n`);
  await replaceFile(root, unfinished, replacementOf(path));
  await syncFolder(dirname(path));
  await finishReplacement(root, path);
  return report;
}

/** A whole database that is to take the place of the one that is there. */
export const replacementOf = (path: string): string => `${path}-new`;

/** Puts a replacement into its place, if there is one. What it replaces was kept elsewhere before. */
export async function finishReplacement(root: string, path: string): Promise<void> {
  if (!(await exists(replacementOf(path)))) return;
  // The log belongs to what is replaced; SQLite would apply it to whatever lies beside it.
  for (const ending of ['-wal', '-shm']) await removeIfThere({ root, path: path + ending });
  await replaceFile(root, replacementOf(path), path);
  await syncFolder(dirname(path));
}

/**
 * True when a database without content is what damage left of one with it: a process that dies while it makes one leaves
 * such a file as well, but no backups, and the note that it was not closed. Who has the lock knows how it was before.
 */
export async function hasLostAll(root: string, path: string, wasClosedCleanly?: boolean): Promise<boolean> {
  if ((await sizeOf(path)) !== 0 || (await sizeOf(`${path}-wal`))) return false;
  const wasClosed = wasClosedCleanly ?? (await sizeOf(`${path}.writer`)) === undefined;
  return wasClosed || (await listBackups(root)).length > 0;
}

/** Keeps a copy of the files of a database. */
async function keepAside(root: string, path: string, nowIso: string): Promise<string> {
  const folder = await newFolder(root, join(dirname(path), `corrupt-${nowIso.replace(/[:.]/g, '-')}`));
  for (const ending of ['', '-wal', '-shm']) {
    if (!(await exists(path + ending))) continue;
    const kept = join(folder, basename(path) + ending);
    // A copy and no second name: a file with two names is not opened for writing, should this process die now.
    await copyPlainFile({ root, path: path + ending }, kept);
  }
  await syncFolder(folder);
  return folder;
}

async function newFolder(root: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? path : `${path}-${number}`;
    if ((await entryAt(folder)) !== undefined) continue;
    await makeFolderInside(root, folder);
    return folder;
  }
}

const exists = async (path: string): Promise<boolean> => (await sizeOf(path)) !== undefined;

/** One sentence for what damage took and what came back. */
export function damageSentence({ kept_in, backup, tables }: DamageReport): string {
  const torn = tornTables(tables);
  const kept = `the damaged file is kept in ${kept_in}`;
  if (torn.length === 0) return `was damaged and has been made anew with all of its content; ${kept}`;
  const restored = torn.reduce((sum, table) => sum + table.restored, 0);
  const gone = torn.reduce((sum, table) => sum + table.gone.length, 0);
  const from =
    backup === null
      ? 'there was no backup'
      : `what could not be read was looked for in the backup of ${backup.created_at} (${counted(restored)} came back)`;
  const known = gone === 0 ? '' : `, ${counted(gone)} of it by name`;
  return `was damaged in ${namesOf(torn)}; ${from}; what was written there since is gone${known}; ${kept}, with a report`;
}

const counted = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`);

/** More tables are not told one by one. */
const mostNames = 6;

function namesOf(tables: DamageReport['tables']): string {
  if (tables.length > mostNames) return `${tables.length} tables`;
  return tables.map(({ table }) => table).join(', ');
}

/** Whether something may be gone that is not made again from what is there. */
export const hasLost = ({ tables }: DamageReport): boolean => tornTables(tables).length > 0;

const tornTables = (tables: DamageReport['tables']): DamageReport['tables'] =>
  tables.filter(({ table }) => !derivedTables.has(table));

/** What is made again from other tables, or matters for minutes only. */
const derivedTables: ReadonlySet<string> = new Set([
  'posting',
  'content_version',
  'bundle',
  'compaction',
  'fit_summary',
  'presence',
  'prompt_prefix',
  'done_write',
  'embedding',
  'ledger_index_part',
  'ledger_index_word',
]);

/** Who asked for what damage took is told, also when all else is answered from now on. */
export function damagedError(damage: DamageReport, cause: unknown): AppError {
  const met = cause instanceof DamagedRow && cause.what !== undefined ? `${cause.what} is damaged: ` : '';
  return new AppError('storage_failed', `${met}${databaseFile} ${damageSentence(damage)}; try again`);
}
