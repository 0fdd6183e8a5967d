import type { DatabasePages } from './database-pages.ts';
import { pageBytes } from './write-ahead-log.ts';

/** What a column of a row holds. Integers beyond 2^53 stay exact. */
export type Cell = null | number | bigint | string | Buffer;

/** A row as it lies in the file; those of tables without rowid have none. */
export interface RawRow {
  readonly rowid: number | undefined;
  readonly cells: readonly Cell[];
}

/** A tree of a table with rowids, or one of an index, which is what a table without rowid is. */
export type TreeKind = 'table' | 'index';

/** Least part of a row's bytes that stays on its page when the rest does not fit. */
const leastLocal = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
const mostLocal: Readonly<Record<TreeKind, number>> = {
  table: pageBytes - 35,
  index: Math.floor(((pageBytes - 12) * 64) / 255) - 23,
};

/** The row at a place of a page (https://sqlite.org/fileformat2.html#b_tree_pages); undefined where it makes no sense. */
export function decodeRow(
  pages: DatabasePages,
  page: Buffer,
  place: { readonly at: number; readonly kind: TreeKind },
): RawRow | undefined {
  try {
    const length = readNumber(page, place.at);
    const rowid = place.kind === 'table' ? readNumber(page, length.end) : undefined;
    const payload = readPayload(pages, page, {
      start: (rowid ?? length).end,
      length: length.value,
      kind: place.kind,
    });
    const cells = payload === undefined ? undefined : decodeCells(payload);
    return cells === undefined ? undefined : { rowid: rowid?.value, cells };
  } catch (error) {
    // Buffers refuse to be read beyond their end: the row says that it is longer than it is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readPayload(
  pages: DatabasePages,
  page: Buffer,
  { start, length, kind }: { readonly start: number; readonly length: number; readonly kind: TreeKind },
): Buffer | undefined {
  if (length > pages.count * pageBytes) return undefined;
  if (length <= mostLocal[kind]) return exactly(page.subarray(start, start + length), length);
  const fitting = leastLocal + ((length - leastLocal) % (pageBytes - 4));
  const local = fitting <= mostLocal[kind] ? fitting : leastLocal;
  const parts = [page.subarray(start, start + local)];
  let next = page.readUInt32BE(start + local);
  for (let left = length - local; left > 0; left -= pageBytes - 4) {
    const overflow = pages.page(next);
    if (overflow === undefined) return undefined;
    parts.push(overflow.subarray(4, 4 + Math.min(left, pageBytes - 4)));
    next = overflow.readUInt32BE(0);
  }
  return exactly(Buffer.concat(parts), length);
}

const exactly = (bytes: Buffer, length: number): Buffer | undefined =>
  bytes.length === length ? bytes : undefined;

function decodeCells(payload: Buffer): Cell[] | undefined {
  const header = readNumber(payload, 0);
  const cells: Cell[] = [];
  let at = header.value;
  for (let typeAt = header.end; typeAt < header.value; ) {
    const type = readNumber(payload, typeAt);
    typeAt = type.end;
    const bytes = cellBytes(type.value);
    if (at + bytes > payload.length) return undefined;
    cells.push(decodeValue(type.value, payload.subarray(at, at + bytes)));
    at += bytes;
  }
  return at === payload.length ? cells : undefined;
}

const fixedBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];
const cellBytes = (type: number): number => fixedBytes[type] ?? Math.floor((type - 12) / 2);

function decodeValue(type: number, bytes: Buffer): Cell {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) {
    const value = bytes.readBigInt64BE(0);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  return type % 2 === 0 ? Buffer.from(bytes) : bytes.toString('utf8');
}

/** One to nine bytes, seven bits each, the highest first; the ninth has eight. */
function readNumber(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0n;
  for (let end = at; end < at + 8; end += 1) {
    const byte = bytes.readUInt8(end);
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value: Number(value), end: end + 1 };
  }
  value = (value << 8n) | BigInt(bytes.readUInt8(at + 8));
  return { value: Number(BigInt.asIntN(64, value)), end: at + 9 };
}
