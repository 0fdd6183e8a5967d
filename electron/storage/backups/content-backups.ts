import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupReason } from '../../../shared/model/backup-reasons.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { removeIfThere } from '../files/guarded-writes.ts';
import { atStorageBorder, errorCode } from '../storage-failure.ts';
import { type BackupFile, backupFolder, createBackup, listBackups } from './backup-files.ts';

/** After a backup, so much time goes by before the next one. */
const everyMs = 600_000;
/** The same as a multiple of what the last one took. */
const leastRest = 200;
/** A database larger than this is not copied at each start. */
const mostAtStartBytes = 64 * 1024 * 1024;
const hourMs = 3_600_000;

/** Who has backups made in the background hears of them. */
interface KeptBackups {
  /** One more is listed, made in the background or because somebody asked. */
  onBackup(): void;
  onFailure(error: unknown): void;
}

/** What a program that stays does for the content of a project; mended damage is told like a backup. */
export interface ContentSafety extends KeptBackups {
  /** Whether damage that a read meets is mended at once; what is not trusted is not written to. */
  mayRepair(): boolean;
  /** A backup took the place of what was there. */
  onRestore(): void;
}

/** Makes and lists the backups of one project's database, one at a time. */
export class ContentBackups {
  readonly #root: string;
  readonly #database: string;
  readonly #nowIso: () => string;
  readonly #oneByOne = createSerialQueue();
  #kept: KeptBackups | undefined;
  #running: Promise<unknown> | undefined;
  #nextAt = 0;
  #isClosed = false;

  /** `root` and `database` are real paths. */
  constructor(root: string, database: string, nowIso: () => string) {
    this.#root = root;
    this.#database = database;
    this.#nowIso = nowIso;
  }

  /** The newest first. */
  list(): Promise<BackupFile[]> {
    return atStorageBorder(`reading ${backupFolder}`, () => listBackups(this.#root));
  }

  /** Copies one committed state while others write; `DamagedRow` when what was copied is damaged. */
  async create(reason: BackupReason, isGivenUp = () => false): Promise<BackupFile> {
    const isCancelled = () => this.#isClosed || isGivenUp();
    const options = { root: this.#root, database: this.#database, reason, isCancelled };
    const made = await this.#oneByOne(() =>
      atStorageBorder('making a backup', () => createBackup({ ...options, nowIso: this.#nowIso() })),
    );
    this.#kept?.onBackup();
    return made;
  }

  /** Deletes all but the newest; in a trial it only says which these are. */
  async forgetOld(isTrial: boolean): Promise<readonly BackupFile[]> {
    return this.#oneByOne(() =>
      atStorageBorder(`clearing ${backupFolder}`, async () => {
        const old = (await listBackups(this.#root)).slice(1);
        if (!isTrial)
          for (const { name } of old)
            await removeIfThere({ root: this.#root, path: join(this.#root, backupFolder, name) });
        return old;
      }),
    );
  }

  /** Makes a backup unless there is nothing to copy, or the newest one was begun after the last write. */
  async createIfChanged(reason: BackupReason): Promise<BackupFile | undefined> {
    const writtenAt = Math.max(await changedAt(this.#database), await changedAt(`${this.#database}-wal`));
    const [newest] = await this.list();
    if (writtenAt === 0 || (newest !== undefined && newest.begun_ms > writtenAt)) return undefined;
    return this.create(reason);
  }

  /**
   * From now on makes a backup when something was written for the first time, and again when something was and some time
   * went by; by the clock that only goes forward, so that one that jumps makes no more of them.
   */
  keep(kept: KeptBackups): void {
    this.#kept = kept;
  }

  /** Something was written; a backup that is due is made in the background. */
  noteWrite(): void {
    const kept = this.#kept;
    if (kept === undefined || this.#running !== undefined || performance.now() < this.#nextAt) return;
    const begunAt = performance.now();
    this.#running = this.#createDue(this.#nextAt === 0)
      .catch(error => this.#isClosed || kept.onFailure(error))
      .finally(() => {
        this.#running = undefined;
        this.#nextAt = performance.now() + Math.max(everyMs, (performance.now() - begunAt) * leastRest);
      });
  }

  async #createDue(isStart: boolean): Promise<void> {
    const [newest] = isStart ? await this.list() : [];
    if (newest !== undefined && newest.bytes > mostAtStartBytes) {
      const age = Date.parse(this.#nowIso()) - Date.parse(newest.created_at);
      // A clock that went back makes the newest one a thing of the future: then it tells nothing.
      if (age >= 0 && age < hourMs) return;
    }
    await this.create(isStart ? 'start' : 'regular');
  }

  /** Waits for the backup that is being made, or cancels it. */
  async settle(how: 'wait' | 'cancel'): Promise<void> {
    this.#isClosed ||= how === 'cancel';
    await this.#running;
    await this.#oneByOne(async () => {});
  }
}

/** 0 where there is no such file. */
async function changedAt(path: string): Promise<number> {
  try {
    const { mtimeMs, size } = await stat(path);
    return size === 0 ? 0 : mtimeMs;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
