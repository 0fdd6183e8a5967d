import { crc32 } from 'node:zlib';
import { damagedRow } from '../database/row-hash.ts';

/** A chunk that has a term. */
export interface Posting {
  /** Of the chunk. */
  readonly id: number;
  /** How often the term stands there; in a title it counts more. */
  readonly weight: number;
  /** Terms of the chunk, repeated ones too. */
  readonly length: number;
}

/** Bytes of a block: with its key it still fits a page of the table, beside others. */
export const blockBytes = 900;

const checksumBytes = 4;
/** What a CRC-32 is over bytes that end with their own. */
const soundChecksum = 0x2144df1c;

/**
 * Puts the postings of a term, by rising ids, into as few blocks as they need: three numbers each, of the id its
 * distance to the one before, and a checksum.
 */
export function toBlocks(postings: readonly Posting[]): Buffer[] {
  const blocks: Buffer[] = [];
  let bytes: number[] = [];
  let before = 0;
  for (const { id, weight, length } of postings) {
    if (bytes.length > blockBytes) {
      blocks.push(sealed(bytes));
      [bytes, before] = [[], 0];
    }
    pushNumber(bytes, id - before);
    pushNumber(bytes, weight);
    pushNumber(bytes, length);
    before = id;
  }
  if (bytes.length > 0) blocks.push(sealed(bytes));
  return blocks;
}

function sealed(bytes: readonly number[]): Buffer {
  const block = Buffer.alloc(bytes.length + checksumBytes);
  block.set(bytes);
  block.writeUInt32LE(crc32(block.subarray(0, bytes.length)), bytes.length);
  return block;
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** Whether a block is what was written. */
export const isBlockSound = (block: Buffer): boolean => crc32(block) === soundChecksum;

/** Calls with each posting of a block in order; `storage_failed` when the block is not what was written. */
export function eachPosting(block: Buffer, take: (id: number, weight: number, length: number) => void): void {
  const end = block.length - checksumBytes;
  if (!isBlockSound(block)) throw damagedRow('a part of the word index');
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = block[at++] ?? 0;
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  };
  for (let id = 0; at < end; ) {
    id += next();
    take(id, next(), next());
  }
}

export function fromBlock(block: Buffer): Posting[] {
  const postings: Posting[] = [];
  eachPosting(block, (id, weight, length) => postings.push({ id, weight, length }));
  return postings;
}

/** The least id of a block. */
export function firstId(block: Buffer): number {
  let value = 0;
  for (let at = 0, scale = 1; ; at += 1, scale *= 128) {
    const byte = block[at] ?? 0;
    if (byte < 128) return value + byte * scale;
    value += (byte - 128) * scale;
  }
}
