import { crc32 } from 'node:zlib';
import type { LedgerColumns } from '../../../shared/model/ledger-columns.ts';
import { parseStored } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import type { RevisionPlace } from './record-table.ts';

/** A part of the ledger's index: what was written up to a place of the records' changes. */
interface IndexPart {
  readonly number: number;
  /** Of all parts of one index the same; another index has another one. */
  readonly generation: number;
  readonly upTo: RevisionPlace;
  readonly items: IndexedItems;
}

/** `damaged` where it is not what was written, or was written by another version of Weft. */
type FoundPart = IndexPart | 'none' | 'damaged';

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

/**
 * Postings of a stem are written again with new ones until they are so many bytes: longer rows do not lie within a page of
 * the table, and cost several times as much to write.
 */
const fullBytes = 768;

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
  const isFirst = number === 1;
  if (isFirst) database.exec('DELETE FROM ledger_index_word');
  for (const [stem, postings] of words) {
    if (isFirst) addPiece(database, stem, 1, postings);
    else putPostings(database, stem, postings);
    yield;
  }
}

function addPiece(database: WritableDatabase, stem: string, number: number, postings: Int32Array): void {
  const sql = 'INSERT INTO ledger_index_word (stem, number, postings) VALUES (?, ?, ?)';
  prepare(database, sql).run(stem, number, seal(postingBytes(postings)));
}

function putPostings(database: WritableDatabase, stem: string, postings: Int32Array): void {
  const sql = 'SELECT number, postings FROM ledger_index_word WHERE stem = ? ORDER BY number DESC LIMIT 1';
  // The columns are the ones just named.
  const last = prepare<{ readonly number: number; readonly postings: Buffer }>(database, sql).get(stem);
  if (last === undefined || last.postings.length >= fullBytes) {
    addPiece(database, stem, (last?.number ?? 0) + 1, postings);
    return;
  }
  const before = piece(stem, last.postings);
  const longer = Buffer.concat([before, postingBytes(postings, lastPlaceOf(before))]);
  const changed = 'UPDATE ledger_index_word SET postings = ? WHERE stem = ? AND number = ?';
  prepare(database, changed).run(seal(longer), stem, last.number);
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
  const sealed = Buffer.allocUnsafe(bytes.length + checksumBytes);
  sealed.set(bytes);
  sealed.writeUInt32LE(crc32(bytes), bytes.length);
  return sealed;
}

/** The bytes that were sealed, in memory of their own; undefined where they are others by now. */
export function unseal(sealed: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (!Buffer.isBuffer(sealed) || sealed.length < checksumBytes) return undefined;
  const length = sealed.length - checksumBytes;
  const bytes = sealed.subarray(0, length);
  return crc32(bytes) === sealed.readUInt32LE(length) ? new Uint8Array(bytes) : undefined;
}

/** A posting is a place and a count in one number, the count in the lowest six bits. */
const countBits = 6;

/**
 * Postings by rising places, all behind `place`, as bytes: each its distance to the place before with its count, in as few
 * bytes as it takes.
 */
export function postingBytes(postings: Int32Array, place = 0): Uint8Array {
  const bytes = new Uint8Array(postings.length * 5);
  let size = 0;
  let before = place;
  for (const posting of postings) {
    let rest = posting - (before << countBits);
    before = posting >>> countBits;
    // Seven bits a byte, the lowest first; the eighth says that more follow.
    for (; rest >= 128; rest >>>= 7) {
      bytes[size] = (rest & 127) | 128;
      size += 1;
    }
    bytes[size] = rest;
    size += 1;
  }
  return bytes.subarray(0, size);
}

/** The postings of several pieces, one behind the other. */
export function postingsOf(pieces: readonly Uint8Array[]): Int32Array {
  const postings = new Int32Array(pieces.reduce((sum, piece) => sum + countOf(piece), 0));
  let size = 0;
  for (const piece of pieces) {
    let place = 0;
    for (let at = 0; at < piece.length; ) {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = piece[at] ?? 0;
        at += 1;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      const posting = (place << countBits) + value;
      place = posting >>> countBits;
      postings[size] = posting;
      size += 1;
    }
  }
  return postings;
}

const lastPlaceOf = (bytes: Uint8Array): number => (postingsOf([bytes]).at(-1) ?? 0) >>> countBits;

function countOf(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte < 128) count += 1;
  return count;
}

/** With what the meaning of each new text is stored under: 32 bytes each. */
export interface IndexedItems extends LedgerColumns {
  readonly meaningKeys: Uint8Array<ArrayBuffer>;
}

/** Another number whenever these bytes, the words or their stems mean something else: what has another one is made again. */
const format = 2;

/** In the order in which they lie: wide numbers first, so that each begins where its kind may. */
const floats = ['atMs', 'marks'] as const;
const wholes = ['places', 'tokens', 'scopes', 'agents', 'ids', 'details', 'lengths'] as const;
const bytes = ['types', 'flags', 'texts', 'meaningKeys'] as const;

/** What stands in front: the format, and how many rows, lengths, bytes of texts, of keys and of names there are. */
const headNumbers = 6;

/** Items as bytes, in the order of bytes of this machine, which all that Weft runs on have. */
export function itemBytes(items: IndexedItems): Uint8Array {
  const names = Buffer.from(JSON.stringify(items.names));
  const { places, lengths, texts, meaningKeys } = items;
  const head = Int32Array.of(
    format,
    places.length,
    lengths.length,
    texts.length,
    meaningKeys.length,
    names.length,
  );
  const parts = [head, ...[...floats, ...wholes, ...bytes].map(name => items[name]), names];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

/** The items of bytes; undefined where they are of another format. */
export function itemsOf(blob: Uint8Array<ArrayBuffer>): IndexedItems | undefined {
  const [own, rows = 0, lengths = 0, texts = 0, keys = 0, names = 0] =
    blob.length < headNumbers * 4 ? [] : new Int32Array(blob.buffer, 0, headNumbers);
  if (own !== format) return undefined;
  let at = headNumbers * 4;
  const next = <Kind>(make: (from: number) => Kind, width: number, count: number): Kind => {
    at += width * count;
    return make(at - width * count);
  };
  const float = () => next(from => new Float64Array(blob.buffer, from, rows), 8, rows);
  const whole = (count: number) => next(from => new Int32Array(blob.buffer, from, count), 4, count);
  const byte = (count: number) => next(from => new Uint8Array(blob.buffer, from, count), 1, count);
  const [atMs, marks] = [float(), float()];
  const [places, tokens, scopes, agents, ids, details] = [
    whole(rows),
    whole(rows),
    whole(rows),
    whole(rows),
    whole(rows),
    whole(rows),
  ];
  const columns = { atMs, marks, places, tokens, scopes, agents, ids, details, lengths: whole(lengths) };
  const small = { types: byte(rows), flags: byte(rows), texts: byte(texts), meaningKeys: byte(keys) };
  // Written by `itemBytes`, and sealed.
  return { ...columns, ...small, names: parseStored<string[]>(Buffer.from(byte(names)).toString('utf8')) };
}
