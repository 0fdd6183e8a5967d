import { AppError } from '../../shared/contract/errors.ts';

const fileReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'your disk quota is used up; free some space and try again',
  EFBIG: 'the file would become larger than this system allows',
  EROFS: 'the disk is read-only; make it writable, or go on with a copy on another one',
  EACCES: 'permission was denied; check that you may read and write the file and its folder',
  EPERM: 'permission was denied; check that you may read and write the file and its folder',
  EMFILE: 'too many files are open; try again',
  EIO: 'the disk reported an error; check it before you go on',
};

/** What no place on a disk can be called; the path was given by a user. */
const pathReasons: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'the path is longer than this system allows',
  ENOTDIR: 'a part of the path is a file and no folder; check the path',
  ELOOP: 'the links on the path lead in a circle; check the path',
  ERR_INVALID_ARG_VALUE: 'the path has a character with code 0 in it; check the path',
};

const databaseReasons: readonly (readonly [prefix: string, reason: string])[] = [
  ['SQLITE_FULL', 'the disk is full; free some space and try again'],
  [
    'SQLITE_READONLY_DIRECTORY',
    'no files can be made beside the database, which reading takes too; make its folder writable, or go on with a copy elsewhere',
  ],
  ['SQLITE_READONLY', 'the database is read-only; check that you may write it and its folder'],
  ['SQLITE_PERM', 'permission was denied; check that you may read and write the database and its folder'],
  ['SQLITE_NOMEM', 'there was not enough memory; close other programs and try again'],
  [
    'SQLITE_CANTOPEN',
    'the database cannot be opened, or no files be made beside it, which reading takes too; check that you may read it and write to its folder, and whether the disk is read-only',
  ],
  // What all who have it open share grows with it.
  ['SQLITE_IOERR_SHMSIZE', 'the disk is full; free some space and try again'],
  ['SQLITE_IOERR', 'the disk reported an error; check it before you go on'],
  [
    'SQLITE_CORRUPT',
    'the database is damaged; the next write keeps it aside and brings back what can be read, or a backup holds',
  ],
  // Our statements are fixed, so it is the database that they do not fit.
  [
    'SQLITE_ERROR',
    'the database does not hold what it should; where it is damaged, the next write brings back what can be read, or a backup holds',
  ],
  [
    'SQLITE_NOTADB',
    'the file is no database; the next write keeps it aside and brings back what can be read, or a backup holds',
  ],
];

/** The one sentence for what the disk or the database refused; what it does not know is passed on as it is. */
export function storageFailure(error: unknown, action: string): unknown {
  const code = errorCode(error);
  if (code === undefined || error instanceof AppError) return error;
  // The last says that others opened and closed it all the while.
  if (/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(code))
    return new AppError('busy', `${action}: another process is writing the database; try again`);
  if (isPathRefused(error, code))
    return new AppError('invalid_input', `${action.slice(0, 200)}: ${pathReasons[code]}`, { code });
  const reason = fileReasons[code] ?? databaseReasons.find(([prefix]) => code.startsWith(prefix))?.[1];
  return reason === undefined ? error : new AppError('storage_failed', `${action}: ${reason}`, { code });
}

/** Node says `ERR_INVALID_ARG_VALUE` of many things; those that are no path are our own mistakes. */
function isPathRefused(error: unknown, code: string): boolean {
  if (code === 'ERR_INVALID_ARG_VALUE') return String(error).includes('null bytes');
  return Object.hasOwn(pathReasons, code);
}

/** Runs work of the storage layer and turns what the disk refuses into `storage_failed` or `busy`. */
export async function atStorageBorder<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageFailure(error, action);
  }
}

/** The code of a file system or SQLite error, e.g. `ENOENT` or `SQLITE_FULL`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
