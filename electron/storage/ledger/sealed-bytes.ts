import { crc32 } from 'node:zlib';

const checksumBytes = 4;

/** Bytes with their checksum behind them (F5). */
export function seal(bytes: Uint8Array): Buffer {
  const sealed = Buffer.alloc(bytes.length + checksumBytes);
  sealed.set(bytes);
  sealed.writeUInt32LE(crc32(bytes), bytes.length);
  return sealed;
}

/** The bytes that were sealed, in memory of their own; undefined where they are others by now. */
export function unseal(sealed: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!Buffer.isBuffer(sealed) || sealed.length < checksumBytes) return undefined;
  const length = sealed.length - checksumBytes;
  const bytes = sealed.subarray(0, length);
  return crc32(bytes) === sealed.readUInt32LE(length) ? Uint8Array.from(bytes) : undefined;
}
