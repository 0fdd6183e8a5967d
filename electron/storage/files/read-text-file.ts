import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFile, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createPause } from '../pause.ts';
import { errorCode } from '../storage-failure.ts';

/** No file of a project or an import is read beyond this. */
export const maxFileBytes = 10 * 1024 * 1024;

export type TextFile =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The mark before the text, which is no part of it, though one of the file. */
      readonly mark: '' | '\uFEFF';
      /** SHA-256 of the bytes, the mark among them. */
      readonly hash: string;
      readonly bytes: number;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** SHA-256 in hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/** Up to here the way to a thread and back takes longer than the file. */
const bytesReadHere = 256 * 1024;
const pause = createPause();

/**
 * Reads a regular UTF-8 file of at most `maxFileBytes`; `realPath` must be free of links.
 * Anything else is refused in words: folders, pipes, devices, files with other names, other encodings.
 * Who reads thousands one after the other gives way to others now and then.
 */
export async function readTextFile(realPath: string): Promise<TextFile> {
  const others = pause();
  if (others !== undefined) await others;
  // O_NONBLOCK: opening a pipe must not wait for its writer. Absent on Windows, where there are no such pipes.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openFile(realPath, flags);
  if (typeof descriptor === 'string') return { kind: 'refused', reason: descriptor };
  try {
    const read = await readOpen(descriptor, maxFileBytes);
    return read.kind === 'refused' ? read : decodeText(read.content);
  } finally {
    closeSync(descriptor);
  }
}

function openFile(path: string, flags: number): number | string {
  try {
    return openSync(path, flags);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return 'does not exist any more';
    if (code === 'EACCES' || code === 'EPERM') return 'cannot be read: permission denied';
    if (code === 'EISDIR') return 'is a folder, not a file';
    if (code === 'ENXIO' || code === 'ELOOP') return 'is no regular file';
    throw error;
  }
}

type BinaryFile =
  | { readonly kind: 'binary'; readonly content: Buffer }
  | { readonly kind: 'refused'; readonly reason: string };

/** The same for a file that is no text, of at most so many bytes. */
export async function readBinaryFile(realPath: string, most: number): Promise<BinaryFile> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openFile(realPath, flags);
  if (typeof descriptor === 'string') return { kind: 'refused', reason: descriptor };
  try {
    return await readOpen(descriptor, most);
  } finally {
    closeSync(descriptor);
  }
}

async function readOpen(descriptor: number, most: number): Promise<BinaryFile> {
  const stat = fstatSync(descriptor);
  if (stat.isDirectory()) return { kind: 'refused', reason: 'is a folder, not a file' };
  if (!stat.isFile()) return { kind: 'refused', reason: 'is no regular file' };
  if (stat.nlink > 1)
    return { kind: 'refused', reason: 'has another name elsewhere on the disk (hard link); put a copy here' };
  if (stat.size > most) return { kind: 'refused', reason: tooLarge(stat.size, most) };
  const content =
    stat.size <= bytesReadHere ? readFileSync(descriptor) : await promisify(readFile)(descriptor);
  // It may have grown between the two calls.
  if (content.length > most) return { kind: 'refused', reason: tooLarge(content.length, most) };
  return { kind: 'binary', content };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const byteOrderMark = Buffer.from('\uFEFF');

/** The text of a content that is UTF-8; refused in words where it is not. */
export function decodeText(content: Uint8Array): TextFile {
  const digest = sha256(content);
  try {
    const text = strictUtf8.decode(content);
    const hasMark = byteOrderMark.equals(content.subarray(0, byteOrderMark.length));
    return { kind: 'text', text, mark: hasMark ? '\uFEFF' : '', hash: digest, bytes: content.length };
  } catch {
    return { kind: 'refused', reason: encodingReason(content) };
  }
}

function encodingReason(content: Uint8Array): string {
  const [first, second] = content;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16 ? 'is UTF-16 text; save it as UTF-8' : 'is not UTF-8 text; save it as UTF-8';
}

const tooLarge = (bytes: number, most: number): string =>
  `is ${(bytes / 1024 / 1024).toFixed(1)} MiB large; at most ${most / 1024 / 1024} MiB are read`;
