import { closeSync, existsSync, fstatSync, openSync, writeSync } from 'node:fs';
import type { SeededRandom } from '../support/seeded-random.ts';

const pageBytes = 4096;
const walHeaderBytes = 32;
const frameHeaderBytes = 24;

export interface DamagedPage {
  readonly file: 'weft.sqlite' | 'weft.sqlite-wal';
  /** From 1; of the log, the number of the frame. */
  readonly page: number;
  readonly of: number;
}

/**
 * Overwrites one page of a database with random bytes, whichever it is: the header, a table, an index, the middle of the
 * write-ahead log. Every fourth time it is one of the log, where there is one. Nobody may have the database open.
 */
export function damagePage(database: string, random: SeededRandom): DamagedPage | undefined {
  const hitsLog = random.between(1, 4) === 1;
  const log = hitsLog ? overwrite(`${database}-wal`, walHeaderBytes, frameHeaderBytes, random) : undefined;
  if (log !== undefined) return { file: 'weft.sqlite-wal', ...log };
  const page = overwrite(database, 0, 0, random);
  return page && { file: 'weft.sqlite', ...page };
}

function overwrite(
  path: string,
  headerBytes: number,
  beforeEachBytes: number,
  random: SeededRandom,
): { page: number; of: number } | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r+');
  try {
    const stride = beforeEachBytes + pageBytes;
    const of = Math.floor((fstatSync(file).size - headerBytes) / stride);
    if (of < 1) return undefined;
    const page = random.between(1, of);
    const noise = Uint8Array.from({ length: pageBytes }, () => random.between(0, 255));
    writeSync(file, noise, 0, pageBytes, headerBytes + (page - 1) * stride + beforeEachBytes);
    return { page, of };
  } finally {
    closeSync(file);
  }
}
