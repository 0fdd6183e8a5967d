import { join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { BackupFile } from '../backups/backup-files.ts';
import { ContentBackups } from '../backups/content-backups.ts';
import { prepareRestore } from '../backups/restore-backup.ts';
import { noteFiles } from '../files/file-identity.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { movedError } from '../files/project-folder.ts';
import { damageSentence } from '../salvage/repair-database.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { atStorageBorder } from '../storage-failure.ts';
import { isSignOfDamage } from './damage-signs.ts';
import { commitSteps } from './long-transaction.ts';
import { newerSchemaReason, schemaState } from './migrate.ts';
import { openForReading, type Reader } from './open-for-reading.ts';
import { openForWriting, type Writer } from './open-for-writing.ts';
import { replacedReason } from './placed-files.ts';
import { DamagedRow } from './row-hash.ts';
import { type ReadableDatabase, readTogether, type WritableDatabase } from './sqlite.ts';
import { lockPatienceMs } from './writer-lock.ts';

/** What a program that stays does for the content of a project. */
export interface ContentSafety {
  /** Whether damage that a read meets is mended at once; what is not trusted is not written to. */
  mayRepair(): boolean;
  onBackupFailure(error: unknown): void;
}

/** After a whole look, what reads call damage is no reason for the next one for so long. */
const soundMs = 60_000;
const untilTheNextWrite = 'the next write brings back what can be read, and what the newest backup holds';

/** How long a refusal by another process counts. */
const refusalMs = 10_000;

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
  readonly #opening = createSerialQueue();
  readonly #writing = createSerialQueue();
  readonly #problems = new Map<string, FileProblem>();
  readonly #isFolderInPlace: () => boolean;
  #epoch: object = {};
  #reader: Reader | undefined;
  #writer: Writer | undefined;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** SQLite has met what looks like damage: the next write looks through all of the file first (F5). */
  #isSuspect = false;
  #isClosed = false;
  #isAbsenceTold = false;
  #repairs = 0;
  /** When all of it was looked through last because of a read. */
  #soundAt = Number.NEGATIVE_INFINITY;
  #isInSteps = false;
  #safety: ContentSafety | undefined;
  #idleMs: number | undefined;
  #lettingGo: NodeJS.Timeout | undefined;

  /** `root` is the project's real path. */
  constructor(root: string, nowIso: () => string) {
    this.#root = root;
    this.#path = join(root, databaseFile);
    this.#nowIso = nowIso;
    this.backups = new ContentBackups(root, this.#path, nowIso);
    this.#isFolderInPlace = noteFiles([root]);
  }

  /** What is remembered of the content hangs on this; it is another one when another database took the place of ours. */
  get epoch(): object {
    return this.#epoch;
  }

  /** What the user should know of the database: damage that was moved aside, a newer schema. */
  problems(): readonly FileProblem[] {
    return [...this.#problems.values()];
  }

  /** Runs queries on one state of what is committed; `ifEmpty` when nothing was ever stored. */
  async read<Result>(work: (database: ReadableDatabase) => Result, ifEmpty: Result): Promise<Result> {
    return atStorageBorder('reading weft.sqlite', async () => {
      const before = this.#repairs;
      try {
        return await this.#readOnce(work, ifEmpty);
      } catch (error) {
        if (!isSignOfDamage(error)) throw error;
        if (this.#repairs === before) await this.#repair();
        if (this.#repairs === before) throw error;
        return this.#readOnce(work, ifEmpty);
      }
    });
  }

  async #readOnce<Result>(work: (database: ReadableDatabase) => Result, ifEmpty: Result): Promise<Result> {
    this.#refuseMoved();
    const ready = this.#reader?.isInPlace() === true ? this.#reader.database : undefined;
    const reader = ready ?? (await this.#opening(() => this.#openReader()));
    return reader === undefined ? ifEmpty : readTogether(reader, () => work(reader));
  }

  /** Runs a change in one transaction, after those that came before it. */
  async write<Result>(work: (database: WritableDatabase) => Result): Promise<Result> {
    return this.#exclusively(database => {
      const change = database.transaction(() => {
        const result = work(database);
        this.#refuseOutOfPlace();
        return result;
      });
      return change.immediate();
    });
  }

  /**
   * Runs a long change in one transaction, with pauses so that nothing else has to wait; cancelled, nothing of it
   * stays. What must happen with it or not at all goes into `beforeCommit`: when that fails, nothing of it stays either.
   */
  async writeInSteps(
    steps: (database: WritableDatabase) => Iterable<unknown>,
    isCancelled: () => boolean,
    beforeCommit: () => Promise<void> = async () => {},
  ): Promise<void> {
    await this.#exclusively(async database => {
      this.#isInSteps = true;
      try {
        await commitSteps(database, steps(database), {
          root: this.#root,
          isCancelled,
          beforeCommit: () => beforeCommit().then(() => this.#refuseOutOfPlace()),
        });
      } finally {
        this.#isInSteps = false;
      }
    });
  }

  /** From now on copies what was written into the project's backups, and mends damage that reads meet. */
  keepSafe(safety: ContentSafety): void {
    this.#safety = safety;
    this.backups.keep(error => {
      safety.onBackupFailure(error);
      if (error instanceof DamagedRow) void this.#repair().catch(safety.onBackupFailure);
    });
  }

  /**
   * From now on lets go of writing after so many milliseconds without a write, so that another process may write. For a
   * program that lasts but is not the one that serves the project: it would keep that one from writing for good.
   */
  shareWriting(idleMs: number): void {
    this.#idleMs = idleMs;
  }

  #letGoWhenIdle(): void {
    if (this.#idleMs === undefined) return;
    clearTimeout(this.#lettingGo);
    this.#lettingGo = setTimeout(() => void this.#writing(() => this.#letGo()), this.#idleMs);
    this.#lettingGo.unref();
  }

  async #letGo(): Promise<void> {
    clearTimeout(this.#lettingGo);
    await this.backups.settle(this.#isClosed ? 'cancel' : 'wait');
    await this.#writer?.close();
    this.#writer = undefined;
  }

  /**
   * Puts a backup in the place of what is there, which is backed up first; restoring that one undoes it. What cannot be
   * backed up because it is damaged is made anew before.
   */
  async restore(name: string): Promise<{ restored: BackupFile; undo: BackupFile }> {
    const prepare = async () => {
      await this.#opening(() => this.#openWriter());
      return prepareRestore({ root: this.#root, database: this.#path, name, nowIso: this.#nowIso() });
    };
    return this.#writing(() =>
      atStorageBorder(`restoring ${name.slice(0, 100)}`, async () => {
        await this.backups.settle('wait');
        const result = await prepare().catch(error => {
          if (!(error instanceof DamagedRow)) throw error;
          this.#isSuspect = true;
          return prepare();
        });
        await this.#opening(() => this.#openAnew());
        return result;
      }),
    );
  }

  /** What was prepared comes into its place when the database is opened. */
  async #openAnew(): Promise<void> {
    this.#closeReader();
    await this.#writer?.close();
    this.#writer = undefined;
    this.#epoch = {};
    this.#repairs += 1;
    await this.#openWriter();
  }

  /** Waits for what is being written, then lets go of the files and the lock. */
  async close(): Promise<void> {
    await this.#writing(async () => {
      this.#isClosed = true;
      this.#closeReader();
      await this.#letGo();
    });
  }

  #exclusively<Result>(work: (database: WritableDatabase) => Result | Promise<Result>): Promise<Result> {
    return this.#writing(() =>
      atStorageBorder('writing weft.sqlite', async () => {
        const { database } = await this.#opening(() => this.#openWriter());
        try {
          const result = await work(database);
          // What is told as stored must be where the next one looks for it.
          this.#refuseOutOfPlace();
          this.backups.noteWrite();
          return result;
        } catch (error) {
          if (isSignOfDamage(error)) await this.#lookForDamage();
          throw error;
        } finally {
          this.#letGoWhenIdle();
        }
      }),
    );
  }

  /**
   * Looks through all of the database after a read has met what looks like damage, and makes it anew where it is damaged.
   * Who only looks leaves that to the next write, as does what is read within a long one, which it would wait for.
   */
  async #repair(): Promise<void> {
    this.#isSuspect = true;
    const mayWrite = this.#writer !== undefined || this.#safety?.mayRepair() === true;
    if (!mayWrite || this.#isInSteps || performance.now() - this.#soundAt < soundMs) return;
    await this.#writing(() => this.#opening(() => this.#openWriter()));
    this.#soundAt = performance.now();
  }

  /** A program that lasts would meet the damage again with every write; so it is made anew at once, and said (F5). */
  async #lookForDamage(): Promise<void> {
    this.#isSuspect = true;
    const { damage } = await this.#opening(() => this.#openWriter());
    if (damage === undefined) return;
    throw new AppError('storage_failed', `${databaseFile} ${damageSentence(damage)}; try again`);
  }

  async #openReader(): Promise<ReadableDatabase | undefined> {
    this.#refuseClosed();
    if (this.#reader?.isInPlace() === true) return this.#reader.database;
    if (this.#reader !== undefined) this.#noteReplaced();
    this.#closeReader();
    const opened = await openForReading(this.#root, databaseFile);
    if (opened === 'damaged') {
      this.#isSuspect = true;
      throw new DamagedRow('storage_failed', `${databaseFile} is damaged; ${untilTheNextWrite}`);
    }
    if (opened === undefined) return this.#noteAbsence();
    const state = schemaState(opened.database);
    if (state === 'older') {
      opened.database.close();
      await this.#openWriter();
      return this.#openReader();
    }
    if (state === 'newer')
      this.#problems.set('schema', { file: databaseFile, reason: newerSchemaReason(opened.database) });
    this.#reader = opened;
    return opened.database;
  }

  /** Somebody deleted it, maybe on purpose: what was there is told, and not brought back unasked. */
  async #noteAbsence(): Promise<undefined> {
    if (this.#isAbsenceTold) return;
    this.#isAbsenceTold = true;
    const [newest] = await this.backups.list();
    if (newest === undefined) return;
    const reason = `is not there; "weft backup restore ${newest.name}" brings back what it held on ${newest.created_at}`;
    this.#problems.set('absent', { file: databaseFile, reason });
  }

  async #openWriter(): Promise<Writer> {
    this.#refuseClosed();
    this.#refuseMoved();
    const isInPlace = this.#writer?.isInPlace() === true;
    if (this.#writer !== undefined && isInPlace && !this.#isSuspect) return this.#writer;
    if (this.#writer !== undefined && !isInPlace) this.#noteReplaced();
    await this.#writer?.close();
    this.#writer = undefined;
    const writer = await this.#acquireWriter();
    this.#isSuspect = false;
    if (writer.damage !== undefined) {
      this.#repairs += 1;
      this.#problems.set('damage', { file: databaseFile, reason: damageSentence(writer.damage) });
    }
    this.#writer = writer;
    return writer;
  }

  #closeReader(): void {
    this.#reader?.database.close();
    this.#reader = undefined;
  }

  /** Who was refused a moment ago does not wait again: a call that keeps several things would do so for each. */
  async #acquireWriter(): Promise<Writer> {
    const wasRefused = performance.now() - this.#refusedAt < refusalMs;
    try {
      return await openForWriting(this.#root, databaseFile, this.#nowIso, {
        patienceMs: wasRefused ? 0 : lockPatienceMs,
        isSuspect: this.#isSuspect,
        beforeRepair: () => this.#closeReader(),
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'busy') this.#refusedAt = performance.now();
      throw error;
    }
  }

  /** Who has files open writes on into them, wherever they are by now, and nobody would ever read it there. */
  #refuseMoved(): void {
    if (!this.#isFolderInPlace()) throw movedError(this.#root);
  }

  #noteReplaced(): void {
    this.#epoch = {};
    this.#problems.set('replaced', { file: databaseFile, reason: replacedReason });
  }

  #refuseOutOfPlace(): void {
    this.#refuseMoved();
    if (this.#writer?.isInPlace() === true) return;
    throw new AppError('storage_failed', `${databaseFile} ${replacedReason}; try again`);
  }

  /** A call may still run when the user has gone on to another project. */
  #refuseClosed(): void {
    if (this.#isClosed) throw new AppError('busy', 'the project was closed meanwhile; open it and try again');
  }
}
