import { crc32 } from 'node:zlib';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { type IndexedItems, itemBytes, itemsOf } from './item-bytes.ts';
import { postingBytes, postingsOf } from './posting-bytes.ts';
import type { RevisionPlace } from './record-table.ts';

/** A part of the ledger's index: what was written up to a place of the records' changes. */
export interface IndexPart {
  readonly number: number;
  /** Of all parts of one index the same; another index has another one. */
  readonly generation: number;
  readonly upTo: RevisionPlace;
  readonly items: IndexedItems;
}

/** `damaged` where it is not what was written, or was written by another version of Weft. */
export type FoundPart = IndexPart | 'none' | 'damaged';

/** The part behind another one; behind 0 the first. */
export function nextIndexPart(database: ReadableDatabase, after: number): FoundPart {
  const sql = `SELECT number, generation, revision, record_number, items FROM ledger_index_part
    WHERE number > ? ORDER BY number LIMIT 1`;
  const row = prepare<Record<'number' | 'generation' | 'revision' | 'record_number' | 'items', unknown>>(
    database,
    sql,
  ).get(after);
  if (row === undefined) return 'none';
  const { number, generation, revision, record_number, items } = row;
  const bytes = unseal(items);
  const found = bytes === undefined ? undefined : itemsOf(bytes);
  if (found === undefined || number !== after + 1) return 'damaged';
  return {
    number: after + 1,
    generation: Number(generation),
    upTo: { revision: Number(revision), number: Number(record_number) },
    items: found,
  };
}

/** The generation of the index that is kept; undefined where there is none. */
export function indexGeneration(database: ReadableDatabase): number | undefined {
  const sql = 'SELECT generation FROM ledger_index_part WHERE number = 1';
  const generation: unknown = prepare(database, sql).pluck().get();
  return typeof generation === 'number' ? generation : undefined;
}

/** The last part; number 0 where there is none. */
export function lastIndexPart(database: ReadableDatabase): { number: number; generation: number } {
  const sql = 'SELECT number, generation FROM ledger_index_part ORDER BY number DESC LIMIT 1';
  // The columns are the ones just named.
  const last = prepare<{ number: number; generation: number }>(database, sql).get();
  return last ?? { number: 0, generation: 0 };
}

/** Postings of a stem are written again with new ones until they are so many bytes. */
const fullBytes = 4096;

/** Writes a part with its words, step by step. */
export function* putIndexPart(
  database: WritableDatabase,
  { number, generation, upTo, items }: IndexPart,
  words: Iterable<readonly [string, Int32Array]>,
): Generator<void> {
  const sql = `INSERT INTO ledger_index_part (number, generation, revision, record_number, items)
    VALUES (?, ?, ?, ?, ?)`;
  prepare(database, sql).run(number, generation, upTo.revision, upTo.number, seal(itemBytes(items)));
  yield;
  for (const [stem, postings] of words) {
    putPostings(database, stem, postings);
    yield;
  }
}

function putPostings(database: WritableDatabase, stem: string, postings: Int32Array): void {
  const sql = 'SELECT number, postings FROM ledger_index_word WHERE stem = ? ORDER BY number DESC LIMIT 1';
  // The columns are the ones just named.
  const last = prepare<{ readonly number: number; readonly postings: Buffer }>(database, sql).get(stem);
  const isFull = last === undefined || last.postings.length >= fullBytes;
  const all = isFull ? postings : joined(postingsOf([piece(stem, last.postings)]), postings);
  const number = isFull ? (last?.number ?? 0) + 1 : last.number;
  prepare(database, 'INSERT OR REPLACE INTO ledger_index_word (stem, number, postings) VALUES (?, ?, ?)').run(
    stem,
    number,
    seal(postingBytes(all)),
  );
}

function joined(left: Int32Array, right: Int32Array): Int32Array {
  const all = new Int32Array(left.length + right.length);
  all.set(left);
  all.set(right, left.length);
  return all;
}

/** The postings of a stem, by rising places; `DamagedIndex` where they are not what was written. */
export function indexPostings(database: ReadableDatabase, stem: string): Int32Array {
  const sql = 'SELECT postings FROM ledger_index_word WHERE stem = ? ORDER BY number';
  const pieces = prepare(database, sql).pluck().all(stem);
  return postingsOf(pieces.map(sealed => piece(stem, sealed)));
}

function piece(stem: string, sealed: unknown): Uint8Array {
  const bytes = unseal(sealed);
  if (bytes === undefined) throw new DamagedIndex(`the words "${stem}" in the ledger's index are damaged`);
  return bytes;
}

/** The index is not what was written: it is to be made again. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex';
}

/** Forgets the index; it is made again when the ledger is read. */
export function dropIndex(database: WritableDatabase): void {
  database.exec('DELETE FROM ledger_index_part; DELETE FROM ledger_index_word');
}

const checksumBytes = 4;

/** Bytes with their checksum behind them. */
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
