import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Bytes that nobody can foresee, for a program that needs few of them and ends: where the system has them in a file,
 * reading it takes a hundredth of what it takes to load Node's own source.
 */
export function fewRandomBytes(length: number): Uint8Array {
  if (process.platform === 'win32') return ofNode(length);
  try {
    return readFrom('/dev/urandom', length);
  } catch {
    return ofNode(length);
  }
}

const ofNode = (length: number): Uint8Array => process.getBuiltinModule('node:crypto').randomBytes(length);

function readFrom(file: string, length: number): Uint8Array {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const read = readSync(descriptor, bytes, at, length - at, null);
      if (read === 0) throw new Error(`${file} has ended`);
      at += read;
    }
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}
