import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { errorCode } from '../../../electron/storage/storage-failure.ts';

/** Looked at again after so long. */
const askAgainMs = 50;

/** There is one clipboard for the pages of all workers: from the copy to the last look at it, nobody else has it. */
export async function withClipboard<Result>(work: () => Promise<Result>): Promise<Result> {
  const taken = join(inject('sampleHome'), 'clipboard-taken');
  while (!(await isMade(taken))) await setTimeout(askAgainMs);
  try {
    return await work();
  } finally {
    await rmdir(taken);
  }
}

/** Only one of those who ask at once makes it. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
