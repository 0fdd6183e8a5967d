import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { takeSystemLock } from '../database/system-lock.ts';
import { errorCode } from '../storage-failure.ts';
import { movedError, noteIdentities } from './file-identity.ts';
import { machineFolder, makeMachineFolder } from './machine-folder.ts';

/** The folder of a project while it is open, and the right to change files in it. */
export interface ProjectFolder {
  /** Absolute and free of links. */
  readonly path: string;
  /** False where another folder stands at the path by now, or none. */
  isInPlace(): boolean;
  /** Fails with `storage_failed` where it is not in place. */
  refuseMoved(): void;
  /** The same for who only reads: of all that came together the first looks, and the look counts until they are through. */
  refuseMovedTogether(): void;
  /**
   * Looks at files and replaces them in one step: no other Weft changes files of the project meanwhile, and when it is
   * done, they are in the folder that was opened. `busy` when another has been at it for ten seconds.
   */
  change<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): void;
}

/** Held for as long as it takes to look at files and to rename others into their place. */
const patience = { patienceMs: 10_000, pauseMs: 3 };

/** `path` must be a real path. */
export function openProjectFolder(path: string): ProjectFolder {
  const letGo = hold(path);
  const isInPlace = noteIdentities([path]);
  const oneAfterTheOther = createSerialQueue();
  const refuseMoved = (): void => {
    if (!isInPlace()) throw movedError(path);
  };
  const seen = { inPlace: false };
  const refuseMovedTogether = (): void => {
    if (seen.inPlace) return;
    refuseMoved();
    seen.inPlace = true;
    setImmediate(() => {
      seen.inPlace = false;
    });
  };
  const alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    refuseMoved();
    await makeMachineFolder(path);
    const lock = await takeSystemLock(
      { root: path, path: join(path, machineFolder, 'weft.sqlite.files-lock') },
      patience,
    );
    if (lock === undefined) throw busyError(path);
    try {
      return await work();
    } finally {
      lock.release();
    }
  };
  return {
    path,
    isInPlace,
    refuseMoved,
    refuseMovedTogether,
    change: work =>
      oneAfterTheOther(async () => {
        try {
          return await alone(work);
        } finally {
          // It also says why something else failed; and what went well must be there.
          refuseMoved();
        }
      }),
    close: letGo,
  };
}

/** Keeps the folder open, so that no other one is given its number, even when it is deleted. Windows gives numbers once. */
function hold(path: string): () => void {
  if (process.platform === 'win32') return () => {};
  try {
    const handle = openSync(path, 'r');
    return () => closeSync(handle);
  } catch (error) {
    // What cannot be listed can be a project all the same.
    if (errorCode(error) === 'EACCES') return () => {};
    throw error;
  }
}

const busyError = (path: string): AppError =>
  new AppError('busy', `another Weft is changing files of ${path}; try again`);
