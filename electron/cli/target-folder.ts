import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, storageFailure } from '../storage/storage-failure.ts';
import { UsageError } from './usage-error.ts';

/** The real folder of a file that is to be written. */
export async function folderOf(file: string): Promise<string> {
  return realpath(dirname(file)).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw storageFailure(error, `writing ${file}`);
    throw new UsageError(`there is no folder ${dirname(file)}; make it first`);
  });
}
