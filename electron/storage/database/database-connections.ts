import type { DamageReport } from '../../../shared/contract/backups.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { listBackups } from '../backups/backup-files.ts';
import { movedError, noteIdentities } from '../files/file-identity.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { damageSentence } from '../salvage/repair-database.ts';
import { newerSchemaReason, schemaState } from './migrate.ts';
import { openForReading, type Reader } from './open-for-reading.ts';
import { openForWriting, type Writer } from './open-for-writing.ts';
import { replacedReason } from './placed-files.ts';
import { DamagedRow } from './row-hash.ts';
import type { ReadableDatabase } from './sqlite.ts';
import { lockPatienceMs } from './writer-lock.ts';

/** How long a refusal by another process counts, and how long who asks meanwhile waits: a call that keeps several things does so for each. */
const refusalMs = 10_000;
const shortPatienceMs = 200;

const untilTheNextWrite = 'the next write brings back what can be read, and what the newest backup holds';

/**
 * The two connections that a process has to a project's database. Each is opened when it is needed, and again when
 * another file stands there or damage was met; what the user should know of that is kept here.
 */
export class DatabaseConnections {
  readonly #root: string;
  readonly #nowIso: () => string;
  readonly #opening = createSerialQueue();
  readonly #problems = new Map<string, FileProblem>();
  readonly #isFolderInPlace: () => boolean;
  readonly #onRepair: () => void;
  #epoch: object = {};
  #reader: Reader | undefined;
  #writer: Writer | undefined;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** SQLite has met what looks like damage: who opens for writing looks through all of the file first. */
  #isSuspect = false;
  #isClosed = false;
  #isAbsenceTold = false;
  #repairs: readonly DamageReport[] = [];

  /** `root` is the project's real path. */
  constructor(root: string, nowIso: () => string, onRepair: () => void) {
    this.#root = root;
    this.#onRepair = onRepair;
    this.#nowIso = nowIso;
    this.#isFolderInPlace = noteIdentities([root]);
  }

  /** Another one when another database took the place of ours. */
  get epoch(): object {
    return this.#epoch;
  }

  /** Each time that the database was made anew, and of what. */
  get repairs(): readonly DamageReport[] {
    return this.#repairs;
  }

  get hasWriter(): boolean {
    return this.#writer !== undefined;
  }

  problems(): readonly FileProblem[] {
    return [...this.#problems.values()];
  }

  suspectDamage(): void {
    this.#isSuspect = true;
  }

  /** Undefined where there is no database. */
  async reader(): Promise<ReadableDatabase | undefined> {
    this.refuseMoved();
    if (this.#reader?.isInPlace() === true) return this.#reader.database;
    return this.#opening(() => this.#openReader());
  }

  /** `askedAt`: by `performance.now()`; who was asked to wait their turn may have waited for another process as well. */
  writer(askedAt = performance.now()): Promise<Writer> {
    return this.#opening(() => this.#openWriter(askedAt));
  }

  /** Another database was prepared: it comes into its place when it is opened. */
  openAnew(): Promise<Writer> {
    return this.#opening(async () => {
      this.#closeReader();
      await this.closeWriter();
      this.#epoch = {};
      this.#problems.delete('absent');
      return this.#openWriter();
    });
  }

  async closeWriter(): Promise<void> {
    await this.#writer?.close();
    this.#writer = undefined;
  }

  /** Nothing is opened any more. */
  close(): void {
    this.#isClosed = true;
    this.#closeReader();
  }

  /** Who has files open writes on into them, wherever they are by now, and nobody would ever read it there. */
  refuseMoved(): void {
    if (!this.#isFolderInPlace()) throw movedError(this.#root);
  }

  /** `storage_failed` when what the writer writes is not what stands there. */
  refuseOutOfPlace(): void {
    this.refuseMoved();
    if (this.#writer?.isInPlace() === true) return;
    throw new AppError('storage_failed', `${databaseFile} ${replacedReason}; try again`);
  }

  async #openReader(): Promise<ReadableDatabase | undefined> {
    this.#refuseClosed();
    if (this.#reader?.isInPlace() === true) return this.#reader.database;
    if (this.#reader !== undefined) this.#noteReplaced();
    this.#closeReader();
    const opened = await openForReading(this.#root, databaseFile);
    if (opened === 'damaged') {
      this.#isSuspect = true;
      throw new DamagedRow(`${databaseFile} is damaged; ${untilTheNextWrite}`);
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
    const [newest] = await listBackups(this.#root);
    if (newest === undefined) return;
    const reason = `is not there; "weft backup restore ${newest.name}" brings back what it held on ${newest.created_at}`;
    this.#problems.set('absent', { file: databaseFile, reason });
  }

  async #openWriter(askedAt = performance.now()): Promise<Writer> {
    this.#refuseClosed();
    this.refuseMoved();
    const isInPlace = this.#writer?.isInPlace() === true;
    if (this.#writer !== undefined && isInPlace && !this.#isSuspect) return this.#writer;
    if (this.#writer !== undefined && !isInPlace) this.#noteReplaced();
    await this.closeWriter();
    const writer = await this.#acquireWriter(askedAt);
    this.#isSuspect = false;
    if (writer.damage !== undefined) {
      this.#epoch = {};
      this.#repairs = [...this.#repairs, writer.damage];
      this.#problems.set('damage', { file: databaseFile, reason: damageSentence(writer.damage) });
    }
    this.#writer = writer;
    if (writer.damage !== undefined) this.#onRepair();
    return writer;
  }

  #closeReader(): void {
    this.#reader?.database.close();
    this.#reader = undefined;
  }

  /** Those who asked at once wait together. */
  async #acquireWriter(askedAt: number): Promise<Writer> {
    const patienceMs = performance.now() - this.#refusedAt < refusalMs ? shortPatienceMs : lockPatienceMs;
    try {
      return await openForWriting(this.#root, databaseFile, this.#nowIso, {
        patienceMs: askedAt < this.#refusedAt ? 0 : patienceMs,
        isSuspect: this.#isSuspect,
        beforeRepair: () => this.#closeReader(),
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'busy') this.#refusedAt = performance.now();
      throw error;
    }
  }

  #noteReplaced(): void {
    this.#epoch = {};
    this.#problems.set('replaced', { file: databaseFile, reason: replacedReason });
  }

  /** A call may still run when the user has gone on to another project. */
  #refuseClosed(): void {
    if (this.#isClosed) throw new AppError('busy', 'the project was closed meanwhile; open it and try again');
  }
}
