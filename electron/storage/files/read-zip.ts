import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

/** Within these an archive is opened; each member is read by itself and only when it is asked for. */
export const zipLimits = {
  /** Files and folders that an archive lists. */
  members: 20_000,
  /** Of one member, unpacked. */
  memberBytes: 64 * 1024 * 1024,
} as const;

/** A file of an archive. Its path is a name only: nothing is ever written there. */
export interface ZipMember {
  readonly path: string;
  /** Unpacked, as the archive says. */
  readonly bytes: number;
  /** Unpacks it; a reason in words where it is damaged, encrypted, or larger than it says or than is read. */
  readonly read: () => Promise<{ readonly content: Buffer } | { readonly reason: string }>;
}

export const isZip = (content: Uint8Array): boolean =>
  content[0] === 0x50 && content[1] === 0x4b && (content[2] === 3 || content[2] === 5);

/** The files of an archive, by its directory at the end; a reason in words where it has none that can be read. */
export function openZip(archive: Buffer): { readonly members: ZipMember[] } | { readonly reason: string } {
  try {
    return listMembers(archive);
  } catch (error) {
    // Whatever an offset points to that is not there.
    if (error instanceof RangeError) return { reason: damaged };
    throw error;
  }
}

const damaged = 'is a damaged archive';
const signs = {
  end: 0x06054b50,
  end64Place: 0x07064b50,
  end64: 0x06064b50,
  entry: 0x02014b50,
  file: 0x04034b50,
};
const longestComment = 0xffff;
const endBytes = 22;

function listMembers(archive: Buffer): { readonly members: ZipMember[] } | { readonly reason: string } {
  const end = findEnd(archive);
  if (end === undefined) return { reason: damaged };
  let { count, offset } = end;
  if (count > zipLimits.members)
    return { reason: `lists more than ${zipLimits.members.toLocaleString('en-US')} files` };
  const members: ZipMember[] = [];
  for (; count > 0; count -= 1) {
    if (archive.readUInt32LE(offset) !== signs.entry) return { reason: damaged };
    const nameEnd = offset + 46 + archive.readUInt16LE(offset + 28);
    const extraEnd = nameEnd + archive.readUInt16LE(offset + 30);
    const path = archive.toString('utf8', offset + 46, nameEnd);
    const entry = sizesOf(archive, offset, archive.subarray(nameEnd, extraEnd));
    if (!path.endsWith('/'))
      members.push({ path, bytes: entry.unpacked, read: () => readMember(archive, entry) });
    offset = extraEnd + archive.readUInt16LE(offset + 32);
  }
  return { members };
}

/** The record at the end, behind which only a comment may stand; of large archives another one before it. */
function findEnd(archive: Buffer): { count: number; offset: number } | undefined {
  const first = Math.max(0, archive.length - endBytes - longestComment);
  for (let at = archive.length - endBytes; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) !== signs.end) continue;
    const found = { count: archive.readUInt16LE(at + 10), offset: archive.readUInt32LE(at + 16) };
    if (at < 20 || archive.readUInt32LE(at - 20) !== signs.end64Place) return found;
    const wide = Number(archive.readBigUInt64LE(at - 12));
    if (archive.readUInt32LE(wide) !== signs.end64) return undefined;
    return {
      count: Number(archive.readBigUInt64LE(wide + 32)),
      offset: Number(archive.readBigUInt64LE(wide + 48)),
    };
  }
  return undefined;
}

interface MemberEntry {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** Numbers that are too large for their fields stand among the extra ones, in this order. */
function sizesOf(archive: Buffer, at: number, extra: Buffer): MemberEntry {
  const wide = wideNumbers(extra);
  const number = (place: number): number => {
    const narrow = archive.readUInt32LE(at + place);
    return narrow === 0xffffffff ? (wide.shift() ?? narrow) : narrow;
  };
  const unpacked = number(24);
  const packed = number(20);
  return {
    flags: archive.readUInt16LE(at + 8),
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    unpacked,
    packed,
    offset: number(42),
  };
}

function wideNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(field.length / 8) }, (_, index) =>
      Number(field.readBigUInt64LE(index * 8)),
    );
  }
  return [];
}

const unpack = promisify(inflateRaw);

async function readMember(
  archive: Buffer,
  { flags, method, crc, packed, unpacked, offset }: MemberEntry,
): ReturnType<ZipMember['read']> {
  if ((flags & 1) !== 0) return { reason: 'is encrypted' };
  if (method !== 0 && method !== 8) return { reason: 'is packed in a way that is not read' };
  if (unpacked > zipLimits.memberBytes) return { reason: tooLarge };
  try {
    if (archive.readUInt32LE(offset) !== signs.file) return { reason: 'is damaged' };
    const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const body = archive.subarray(begin, begin + packed);
    // A bomb says that it is small: it is unpacked no further than it says.
    const content = method === 0 ? body : await unpack(body, { maxOutputLength: Math.max(1, unpacked) });
    if (content.length !== unpacked || crc32(content) !== crc) return { reason: 'is damaged' };
    return { content };
  } catch (error) {
    // What cannot be unpacked, ends early or goes on beyond what it says.
    if (error instanceof Error) return { reason: 'is damaged' };
    throw error;
  }
}

const tooLarge = `is larger than ${zipLimits.memberBytes / 1024 / 1024} MiB unpacked`;
