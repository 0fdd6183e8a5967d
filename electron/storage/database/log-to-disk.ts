import { syncPlainFile } from '../files/guarded-writes.ts';
import { errorCode } from '../storage-failure.ts';

/**
 * Short changes are committed into the log alone, and the log is brought to the disk by a thread, for all that were
 * committed meanwhile at once: many small writes wait for the disk together, and nobody else waits for it.
 */
export class LogToDisk {
  readonly #root: string;
  readonly #path: string;
  #last: Promise<void> = Promise.resolve();
  /** Sees what is committed until it begins. */
  #waiting: Promise<void> | undefined;

  /** `root`: the real path of the project, `path` of its database. */
  constructor(root: string, path: string) {
    this.#root = root;
    this.#path = path;
  }

  /** Resolves when all that was committed so far is on the disk. */
  synced(): Promise<void> {
    const begin = () => {
      this.#waiting = undefined;
      return this.#sync();
    };
    this.#waiting ??= this.#last = this.#last.then(begin, begin);
    return this.#waiting;
  }

  async #sync(): Promise<void> {
    try {
      await syncLog(this.#path, this.#root);
    } catch (error) {
      // Who has closed the database since has copied the log into it, and synced that.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

/** Brings what was written into the log of a database so far to the disk, in a thread. */
export const syncLog = (path: string, root: string): Promise<void> =>
  syncPlainFile({ root, path: `${path}-wal` });
