import { readdir } from 'node:fs/promises';
import { errorCode } from '../storage-failure.ts';

/** The names in a folder; none when it went after somebody saw it, as under git. */
export async function readNames(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}
