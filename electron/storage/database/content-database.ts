import { join } from 'node:path';
import type { DamageReport } from '../../../shared/contract/backups.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import type { BackupFile } from '../backups/backup-files.ts';
import { ContentBackups, type ContentSafety } from '../backups/content-backups.ts';
import { prepareRestore, type Restored } from '../backups/restore-backup.ts';
import type { BulkChange } from '../bulk/bulk-job.ts';
import { runBulk } from '../bulk/run-bulk.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { KeptParts } from '../kept-parts.ts';
import { takeCall } from '../keyed-call.ts';
import { acknowledgeDamage, KnownReports } from '../salvage/damage-reports.ts';
import { damagedError, hasLost } from '../salvage/repair-database.ts';
import { atStorageBorder } from '../storage-failure.ts';
import { DatabaseConnections } from './database-connections.ts';
import { onceUnderKey } from './done-writes.ts';
import { LogToDisk } from './log-to-disk.ts';
import { commitSteps, type StepsOptions } from './long-transaction.ts';
import { DamagedRow, isSignOfDamage } from './row-hash.ts';
import { type ReadableDatabase, readTogether, type WritableDatabase } from './sqlite.ts';
import { WritingRest } from './writing-rest.ts';

/** After a whole look, what reads call damage is no reason for the next one for so long. */
const soundMs = 60_000;

/**
 * A project's SQLite: documents, key-values, the draft. Made by the first write and not before, since opening a
 * project writes nothing. Reading needs no lock, so it goes on while another process writes.
 */
export class ContentDatabase {
  /** Copies of it, within the project. */
  readonly backups: ContentBackups;
  readonly #root: string;
  readonly #path: string;
  readonly #nowIso: () => string;
  readonly #connections: DatabaseConnections;
  readonly #writing = createSerialQueue();
  readonly #log: LogToDisk;
  #isClosed = false;
  /** When all of it was looked through last because of a read. */
  #soundAt = Number.NEGATIVE_INFINITY;
  #isInSteps = false;
  readonly reports: KnownReports;
  #kept: { readonly epoch: object; readonly parts: KeptParts } = { epoch: {}, parts: new KeptParts() };
  #safety: ContentSafety | undefined;
  readonly #rest = new WritingRest(() => this.#writing(() => this.#letGo()));

  /** `root` is the project's real path. */
  constructor(root: string, nowIso: () => string) {
    this.#root = root;
    this.#nowIso = nowIso;
    this.reports = new KnownReports(root);
    this.#path = join(root, databaseFile);
    this.#log = new LogToDisk(root, this.#path);
    this.backups = new ContentBackups(root, this.#path, nowIso);
    this.#connections = new DatabaseConnections(root, nowIso, () => this.#safety?.onBackup());
  }

  /** What is remembered of the content; nothing of it when another database took the place of ours. */
  get parts(): KeptParts {
    const { epoch } = this.#connections;
    if (this.#kept.epoch !== epoch) this.#kept = { epoch, parts: new KeptParts() };
    return this.#kept.parts;
  }

  /** What the user should know of the database: damage and what it took, a newer schema. */
  problems(): readonly FileProblem[] {
    return this.#connections.problems();
  }

  /** What became of damaged databases of this project, the newest first. */
  damage(): Promise<readonly DamageReport[]> {
    return this.reports.read(this.#connections);
  }

  /** Its user knows of all damage that was found; how many reports that ends. */
  async acknowledgeDamage(): Promise<number> {
    return this.#writing(async () => {
      this.#connections.refuseMoved();
      return acknowledgeDamage(this.#root, this.#nowIso()).finally(() => this.reports.forget());
    });
  }

  /** Runs queries on one state of what is committed; `ifEmpty` when nothing was ever stored. Damage is `storage_failed`, once. */
  async read<Result>(work: (database: ReadableDatabase) => Result, ifEmpty: Result): Promise<Result> {
    return atStorageBorder('reading weft.sqlite', async () => {
      const before = this.#connections.repairs;
      try {
        return await this.#readOnce(work, ifEmpty);
      } catch (error) {
        if (!isSignOfDamage(error)) throw error;
        if (this.#connections.repairs === before) await this.#repair();
        const damage = this.#connections.repairs.at(-1);
        if (this.#connections.repairs === before || damage === undefined) throw error;
        if (hasLost(damage)) throw damagedError(damage, error);
        return this.#readOnce(work, ifEmpty);
      }
    });
  }

  async #readOnce<Result>(work: (database: ReadableDatabase) => Result, ifEmpty: Result): Promise<Result> {
    const reader = await this.#connections.reader();
    return reader === undefined ? ifEmpty : readTogether(reader, () => work(reader));
  }

  /** No other process writes until the work is done: what it reads is still so when it writes. */
  whileClaimed<Result>(
    work: () => Promise<Result>,
    goesOnAfter: (error: unknown) => boolean = () => false,
  ): Promise<Result> {
    const take = (claim: () => void) =>
      this.#writing(() =>
        atStorageBorder('writing weft.sqlite', () => this.#connections.writer().then(claim)),
      );
    return this.#rest.whileClaimed(take, work, goesOnAfter);
  }

  /**
   * Runs a change in one transaction; with a key, a call's first once, and each `step`. Resolves when it is on the disk;
   * what only says what happened, when it is `in the log`, which no process that ends takes away.
   */
  async write<Result>(
    work: (database: WritableDatabase) => Result,
    step?: string,
    until: 'on disk' | 'in the log' = 'on disk',
  ): Promise<Result> {
    const change = (database: WritableDatabase) => () => {
      const made = onceUnderKey(database, takeCall(step), () => work(database));
      this.#connections.refuseOutOfPlace();
      return made;
    };
    const result = await this.#exclusively(database => database.transaction(change(database)).immediate());
    const synced = atStorageBorder('writing weft.sqlite', () => this.#log.synced());
    if (until === 'on disk') await synced;
    else void synced.catch(error => this.#safety?.onFailure(error));
    return result;
  }

  /**
   * Runs a long change in one transaction, with pauses so that nothing else has to wait; cancelled, nothing of it
   * stays. All wait for its commit, a millisecond for some hundred rows: what may have many is a job of `writeBulk`.
   */
  async writeInSteps(
    steps: (database: WritableDatabase) => Iterable<unknown>,
    isCancelled: () => boolean,
  ): Promise<void> {
    await this.#inSteps(database => commitSteps(database, steps(database), this.#atCommit(isCancelled)));
  }

  /**
   * The same for a change of any size, once under the key of the call; a large one is made in a thread of its own. What
   * must happen with it or not at all goes into `beforeCommit`: when that fails, nothing of it stays either.
   */
  async writeBulk<Head, Part, Result>(
    change: BulkChange<Head, Part, Result>,
    isCancelled: () => boolean = () => false,
    beforeCommit?: () => Promise<void>,
  ): Promise<Result> {
    const options = this.#atCommit(isCancelled, beforeCommit);
    return this.#inSteps(database => runBulk(database, this.#path, change, options));
  }

  #atCommit(isCancelled: () => boolean, beforeCommit = async (): Promise<void> => {}): StepsOptions {
    const andLook = () => beforeCommit().then(() => this.#connections.refuseOutOfPlace());
    return { root: this.#root, isCancelled, beforeCommit: andLook };
  }

  #inSteps<Result>(work: (database: WritableDatabase) => Promise<Result>): Promise<Result> {
    return this.#exclusively(async database => {
      this.#isInSteps = true;
      database.pragma('synchronous = FULL');
      try {
        return await work(database);
      } finally {
        database.pragma('synchronous = NORMAL');
        this.#isInSteps = false;
      }
    });
  }

  /** From now on copies what was written into the project's backups, and mends damage that reads meet. */
  keepSafe(safety: ContentSafety): void {
    this.#safety = safety;
    const onFailure = (error: unknown) => {
      safety.onFailure(error);
      if (error instanceof DamagedRow) void this.#repair().catch(safety.onFailure);
    };
    this.backups.keep({ ...safety, onFailure });
  }

  /** Lets go of writing after so many milliseconds without a write: the process that serves the project must write too. */
  shareWriting(idleMs: number): void {
    this.#rest.after(idleMs);
  }

  async #letGo(): Promise<void> {
    if (this.#rest.isClaimed && !this.#isClosed) return;
    this.#rest.end();
    await this.backups.settle(this.#isClosed ? 'cancel' : 'wait');
    await this.#connections.closeWriter();
  }

  /** Copies what is there; before an import only where something changed since the newest copy. */
  async backUp(reason: 'manual', isGivenUp?: () => boolean): Promise<BackupFile>;
  async backUp(reason: 'manual' | 'import'): Promise<BackupFile | undefined>;
  async backUp(reason: 'manual' | 'import', isGivenUp?: () => boolean): Promise<BackupFile | undefined> {
    this.#connections.refuseMoved();
    return this.#undamaged(() =>
      reason === 'manual' ? this.backups.create(reason, isGivenUp) : this.backups.createIfChanged(reason),
    );
  }

  /** What cannot be copied because it is damaged is made anew first. */
  async #undamaged<Result>(copy: () => Promise<Result>): Promise<Result> {
    try {
      return await copy();
    } catch (error) {
      if (!(error instanceof DamagedRow)) throw error;
      this.#connections.suspectDamage();
      await this.#connections.writer();
      return copy();
    }
  }

  /** Puts a backup in the place of what is there, which is backed up first; restoring that one undoes it. */
  async restore(name: string, isCancelled = () => false): Promise<Restored> {
    const options = { root: this.#root, database: this.#path, name, isCancelled };
    return this.#writing(() =>
      atStorageBorder(`restoring ${name.slice(0, 100)}`, async () => {
        await this.backups.settle('wait');
        await this.#connections.writer();
        const result = await this.#undamaged(() => prepareRestore({ ...options, nowIso: this.#nowIso() }));
        await this.#connections.openAnew();
        // Who has restored a backup knows why.
        await acknowledgeDamage(this.#root, this.#nowIso());
        this.reports.forget();
        this.#safety?.onRestore();
        this.#rest.begin();
        return result;
      }),
    );
  }

  /** Waits for what is being written, then lets go of the files and the lock. */
  async close(): Promise<void> {
    await this.#writing(async () => {
      this.#isClosed = true;
      this.#connections.close();
      await this.#letGo();
    });
  }

  #exclusively<Result>(work: (database: WritableDatabase) => Result | Promise<Result>): Promise<Result> {
    const askedAt = performance.now();
    return this.#writing(() =>
      atStorageBorder('writing weft.sqlite', async () => {
        const { database } = await this.#connections.writer(askedAt);
        try {
          const result = await work(database);
          // What is told as stored must be where the next one looks for it.
          this.#connections.refuseOutOfPlace();
          this.backups.noteWrite();
          return result;
        } catch (error) {
          if (isSignOfDamage(error)) await this.#lookForDamage(error);
          throw error;
        } finally {
          this.#rest.begin();
        }
      }),
    );
  }

  /**
   * Looks through all of the database after a read has met what looks like damage, and makes it anew where it is damaged.
   * Who only looks leaves that to the next write, as does what is read within a long one, which it would wait for.
   */
  async #repair(): Promise<void> {
    this.#connections.suspectDamage();
    const mayWrite = this.#connections.hasWriter || this.#safety?.mayRepair() === true;
    if (!mayWrite || this.#isInSteps || performance.now() - this.#soundAt < soundMs) return;
    await this.#writing(() => this.#connections.writer());
    this.#soundAt = performance.now();
  }

  /** A program that lasts would meet the damage again with every write; so it is made anew at once, and said. */
  async #lookForDamage(cause: unknown): Promise<void> {
    this.#connections.suspectDamage();
    const { damage } = await this.#connections.writer();
    if (damage !== undefined) throw damagedError(damage, cause);
  }
}
