import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** Size of the pages of every database that Weft makes; a damaged header is not asked. */
export const pageBytes = 4096;

const headerBytes = 32;
const frameHeaderBytes = 24;
const frameBytes = frameHeaderBytes + pageBytes;
/** The last bit says in which order of bytes the checksums were computed. */
const magic = 0x377f0682;

/** One page as a transaction wrote it. */
export interface LogFrame {
  /** The page that it is the content of; undefined where that is damaged. */
  readonly number: number | undefined;
  /** Where the content stands in the log. */
  readonly at: number;
  /** False where content or number are not what was written. */
  readonly isSound: boolean;
}

/**
 * The frames of a write-ahead log up to the last commit that can be told, in order, read past SQLite
 * (https://sqlite.org/fileformat2.html#walformat): it ends at the first frame that is damaged, and forgets what was
 * committed after it without a word. A checksum goes on from the one before, which each frame holds as well, so that what
 * follows a damaged one can be checked all the same. A step each.
 */
export function* committedFrames(path: string): Generator<void, LogFrame[]> {
  if (!existsSync(path)) return [];
  const size = statSync(path).size;
  const file = openSync(path, 'r');
  try {
    const frames: LogFrame[] = [];
    let chain = readHeader(read(file, 0, headerBytes), read(file, headerBytes, frameHeaderBytes));
    let lastCommit = -1;
    for (let at = headerBytes; at + frameBytes <= size; at += frameBytes) {
      const frame = read(file, at, frameBytes);
      const hasSalt = frame.subarray(8, 16).equals(chain.salt);
      const sums = checksum(
        checksum(chain.sums, frame, 0, 8, chain),
        frame,
        frameHeaderBytes,
        frameBytes,
        chain,
      );
      const isSound = hasSalt && sums[0] === frame.readUInt32BE(16) && sums[1] === frame.readUInt32BE(20);
      const isCommit = frame.readUInt32BE(4) !== 0;
      if (isSound && isCommit) lastCommit = frames.length;
      frames.push({
        number: hasSalt ? frame.readUInt32BE(0) : undefined,
        at: at + frameHeaderBytes,
        isSound,
      });
      chain = { ...chain, sums: [frame.readUInt32BE(16), frame.readUInt32BE(20)] };
      yield;
    }
    return frames.slice(0, lastCommit + 1);
  } finally {
    closeSync(file);
  }
}

/** Whether something of what was committed in the log beside a database is damaged. SQLite would not say so. */
export function* hasTornLog(path: string): Generator<void, boolean> {
  const frames = yield* committedFrames(`${path}-wal`);
  return frames.some(({ isSound }) => !isSound);
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, at);
  return bytes;
}

type Sums = readonly [number, number];

interface Chain {
  readonly salt: Buffer;
  readonly sums: Sums;
  readonly isBigEndian: boolean;
}

/** Where the header itself is damaged, the salt is that of the first frame, and that frame cannot be checked. */
function readHeader(header: Buffer, firstFrame: Buffer): Chain {
  const isBigEndian = header.readUInt32BE(0) === magic + 1;
  const sums = checksum([0, 0], header, 0, 24, { isBigEndian });
  const isSound = sums[0] === header.readUInt32BE(24) && sums[1] === header.readUInt32BE(28);
  if (isSound && (isBigEndian || header.readUInt32BE(0) === magic))
    return { salt: header.subarray(16, 24), sums, isBigEndian };
  return { salt: firstFrame.subarray(8, 16), sums: [-1, -1], isBigEndian: false };
}

function checksum(
  [first, second]: Sums,
  bytes: Buffer,
  from: number,
  to: number,
  { isBigEndian }: Pick<Chain, 'isBigEndian'>,
): Sums {
  let [one, two] = [first, second];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = from; at < to; at += 8) {
    one = (one + view.getUint32(at, !isBigEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, two];
}
