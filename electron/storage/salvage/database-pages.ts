import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** Size of the pages of every database that Weft makes; a damaged header is not asked. */
export const pageBytes = 4096;

/** The pages of a database file as the last commit left them, the write-ahead log included, read past SQLite. */
export interface DatabasePages {
  /** How many pages the file has; they are numbered from 1. */
  readonly count: number;
  /** Undefined where the file ends before the page. */
  page(number: number): Buffer | undefined;
  close(): void;
}

export function openPages(path: string): DatabasePages {
  const log = readLog(`${path}-wal`);
  const file = openSync(path, 'r');
  const inFile = Math.floor(statSync(path).size / pageBytes);
  return {
    count: Math.max(inFile, ...log.keys()),
    page(number) {
      const logged = log.get(number);
      if (logged !== undefined) return logged;
      if (!Number.isSafeInteger(number) || number < 1 || number > inFile) return undefined;
      const page = Buffer.alloc(pageBytes);
      readSync(file, page, 0, pageBytes, (number - 1) * pageBytes);
      return page;
    },
    close: () => closeSync(file),
  };
}

const logHeaderBytes = 32;
const frameHeaderBytes = 24;
/** The last bit tells in which order of bytes the checksums were computed. */
const logMagic = 0x377f0682;

/**
 * The newest committed content of the pages that stand in a write-ahead log (https://sqlite.org/fileformat2.html#walformat):
 * frames count up to the first whose salt or checksum does not fit, and of these those up to the last commit.
 */
function readLog(path: string): Map<number, Buffer> {
  const committed = new Map<number, Buffer>();
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (log.length < logHeaderBytes || (log.readUInt32BE(0) & ~1) >>> 0 !== logMagic) return committed;
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1;
  const salt = log.subarray(16, 24);
  let sums = addChecksum([0, 0], log.subarray(0, 24), isBigEndian);
  let pending: [number, Buffer][] = [];
  const frameBytes = frameHeaderBytes + pageBytes;
  for (let at = logHeaderBytes; at + frameBytes <= log.length; at += frameBytes) {
    const frame = log.subarray(at, at + frameBytes);
    sums = addChecksum(sums, frame.subarray(0, 8), isBigEndian);
    sums = addChecksum(sums, frame.subarray(frameHeaderBytes), isBigEndian);
    const isSound = sums[0] === frame.readUInt32BE(16) && sums[1] === frame.readUInt32BE(20);
    if (!isSound || !frame.subarray(8, 16).equals(salt)) break;
    pending.push([frame.readUInt32BE(0), frame.subarray(frameHeaderBytes)]);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [number, page] of pending) committed.set(number, page);
    pending = [];
  }
  return committed;
}

type Checksums = readonly [number, number];

function addChecksum([first, second]: Checksums, bytes: Buffer, isBigEndian: boolean): Checksums {
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    const left = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const right = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    one = (one + left + two) >>> 0;
    two = (two + right + one) >>> 0;
  }
  return [one, two];
}
