import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '../../../shared/contract/backups.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { DefinitionEvent } from '../../../shared/contract/events.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { type BackupFile, backupFolder } from '../../storage/backups/backup-files.ts';
import { databaseFile } from '../../storage/files/machine-folder.ts';
import { listDamage } from '../../storage/salvage/damage-reports.ts';
import { errorCode } from '../../storage/storage-failure.ts';
import type { Handlers } from '../project/call.ts';

export const backupHandlers: Handlers<
  'backup.create' | 'backup.list' | 'backup.acknowledge' | 'backup.restore' | 'storage.info' | 'storage.purge'
> = {
  async 'backup.create'(_, call) {
    const { content, path } = await call.project();
    if ((await databaseBytes(path)) === 0)
      throw new AppError(
        'not_found',
        'nothing was stored in this project yet, so there is nothing to back up',
      );
    return toBackup(await content.backUp('manual', () => call.cancel.cancelled));
  },

  async 'backup.list'(_, call) {
    const { content } = await call.project();
    const backups = (await content.backups.list()).map(toBackup);
    return { folder: backupFolder, backups, damage: [...(await content.damage())] };
  },

  async 'backup.acknowledge'(_, call) {
    const { content } = await call.project();
    const acknowledged = await content.acknowledgeDamage();
    call.publish({ event: 'project:changed', what: 'backups' });
    return { acknowledged };
  },

  async 'backup.restore'({ name }, call) {
    const { content } = await call.project();
    const { restored, undo } = await content.restore(name, () => call.cancel.cancelled);
    for (const what of restoredParts) call.publish({ event: 'project:changed', what });
    return { restored: toBackup(restored), undo: toBackup(undo) };
  },

  async 'storage.purge'({ parts, dry_run: isTrial = false }, call) {
    const { content, folder } = await call.project();
    folder.refuseMoved();
    const backups = parts.includes('backups') ? await content.backups.forgetOld(isTrial) : noFiles;
    const damaged = parts.includes('damaged') ? await content.reports.forgetSeen(isTrial) : noFiles;
    if (!isTrial) call.publish({ event: 'project:changed', what: 'backups' });
    return { backups: sizeOf(backups), damaged: sizeOf(damaged) };
  },

  async 'storage.info'(_, call) {
    const { content, path } = await call.project();
    const backups = await content.backups.list();
    const damaged = await listDamage(path);
    return {
      database_bytes: await databaseBytes(path),
      backups: sizeOf(backups),
      damaged: sizeOf(damaged),
    };
  },
};

const noFiles: readonly { readonly bytes: number }[] = [];
const sizeOf = (files: typeof noFiles) => ({ count: files.length, bytes: total(files) });

/** Whether a part of a project is in its database, or the backups; the others are files, and what the user decides. */
const isRestored = {
  opened: false,
  samples: false,
  tests: false,
  documents: true,
  kv: true,
  events: true,
  graph: true,
  layouts: false,
  contracts: false,
  trust: false,
  config: false,
  backups: true,
  ledger: true,
  handoff: true,
  health: true,
  flights: true,
  recordings: true,
  conversations: true,
  topics: true,
} as const satisfies Record<Extract<DefinitionEvent, { event: 'project:changed' }>['what'], boolean>;

const restoredParts = keysOf(isRestored).filter(part => isRestored[part]);

const toBackup = ({ name, created_at, reason, bytes }: BackupFile): Backup => ({
  name,
  created_at,
  reason,
  bytes,
});

const total = (files: readonly { readonly bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

async function databaseBytes(root: string): Promise<number> {
  const sizes = await Promise.all(['', '-wal'].map(ending => bytesOf(join(root, databaseFile) + ending)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
