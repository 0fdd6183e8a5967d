/**
 * The tokens of an encoding, as bytes behind each other with a hash table beside them. In strings and a `Map` they would
 * take ten times the memory, and a thread's heap with them.
 */
export interface BytePairs {
  /** How many tokens a piece of text makes, which the encoding's pattern has cut out. */
  count(piece: string): number;
}

const empty = -1;
/** More than any token's number. */
const none = 0x7fffffff;

/**
 * Reads a table as it is published: a line for each token, its bytes in base64 and its number, which is that of the line.
 * The lower number is merged first.
 */
export function readBytePairs(table: Uint8Array): BytePairs {
  const tokens = readTokens(table);
  const find = createFinder(tokens);
  let bytes = new Uint8Array(256);
  const encoder = new TextEncoder();
  return {
    count(piece) {
      if (piece.length * 3 > bytes.length) bytes = new Uint8Array(piece.length * 6);
      const length = writeAscii(piece, bytes) ? piece.length : encoder.encodeInto(piece, bytes).written;
      return find(bytes, 0, length) === none ? countMerged(bytes, length, find) : 1;
    },
  };
}

interface Tokens {
  readonly count: number;
  readonly bytes: Uint8Array;
  /** Where each begins; one more than there are, so that the next one's begin is the end. */
  readonly starts: Uint32Array;
}

const sixBits = new Uint8Array(128);
for (const [value, letter] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  sixBits[letter.charCodeAt(0)] = value;

const [blank, lineEnd, padding] = [0x20, 0x0a, 0x3d];

function readTokens(table: Uint8Array): Tokens {
  const lines = table.reduce((sum, byte) => (byte === lineEnd ? sum + 1 : sum), 1);
  const starts = new Uint32Array(lines + 1);
  const bytes = new Uint8Array(table.length);
  let [count, length, value, bits] = [0, 0, 0, 0];
  for (let at = 0; at < table.length; at += 1) {
    const byte = table[at] ?? 0;
    if (byte === blank) {
      count += 1;
      starts[count] = length;
      [value, bits] = [0, 0];
      while (at < table.length && table[at] !== lineEnd) at += 1;
    } else if (byte !== padding) {
      value = ((value << 6) | (sixBits[byte] ?? 0)) & 0xffff;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      bytes[length] = value >> bits;
      length += 1;
    }
  }
  return { count, bytes: bytes.slice(0, length), starts: starts.slice(0, count + 1) };
}

/** The number of the token that these bytes are; `none` where they are none. */
type Find = (bytes: Uint8Array, from: number, to: number) => number;

function createFinder({ count, bytes: known, starts }: Tokens): Find {
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 1));
  const slots = new Int32Array(size).fill(empty);
  const isToken = (token: number, bytes: Uint8Array, from: number, to: number): boolean => {
    const start = starts[token] ?? 0;
    if ((starts[token + 1] ?? 0) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (bytes[at] !== known[start + at - from]) return false;
    return true;
  };
  for (let token = 0; token < count; token += 1) {
    let slot = hash(known, starts[token] ?? 0, starts[token + 1] ?? 0) & (size - 1);
    while (slots[slot] !== empty) slot = (slot + 1) & (size - 1);
    slots[slot] = token;
  }
  return (bytes, from, to) => {
    let slot = hash(bytes, from, to) & (size - 1);
    for (;;) {
      const token = slots[slot] ?? empty;
      if (token === empty) return none;
      if (isToken(token, bytes, from, to)) return token;
      slot = (slot + 1) & (size - 1);
    }
  };
}

/** FNV-1a, its bits mixed once more since the low ones choose the slot. */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let mixed = 0x811c9dc5;
  for (let at = from; at < to; at += 1) mixed = Math.imul(mixed ^ (bytes[at] ?? 0), 0x01000193);
  return mixed ^ (mixed >>> 15);
}

/** False where it is not all ASCII. */
function writeAscii(piece: string, bytes: Uint8Array): boolean {
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece.charCodeAt(at);
    if (code > 0x7f) return false;
    bytes[at] = code;
  }
  return true;
}

/** Merges the two neighbours that make the lowest token, as long as any two make one; what is left are the tokens. */
function countMerged(bytes: Uint8Array, length: number, find: Find): number {
  const starts = new Int32Array(length + 2);
  /** Of each part merged with its neighbour. */
  const ranks = new Int32Array(length);
  let parts = length;
  const rankOf = (part: number): number =>
    part + 1 < parts ? find(bytes, starts[part] ?? 0, starts[part + 2] ?? 0) : none;
  for (let at = 0; at <= length; at += 1) starts[at] = at;
  for (let part = 0; part < length; part += 1) ranks[part] = rankOf(part);
  for (;;) {
    const merged = indexOfLowest(ranks, parts);
    if (ranks[merged] === none) return parts;
    parts -= 1;
    for (let part = merged + 1; part <= parts; part += 1) starts[part] = starts[part + 1] ?? 0;
    for (let part = merged; part < parts; part += 1) ranks[part] = ranks[part + 1] ?? none;
    ranks[merged] = rankOf(merged);
    if (merged > 0) ranks[merged - 1] = rankOf(merged - 1);
  }
}

/** The first of the lowest. */
function indexOfLowest(ranks: Int32Array, count: number): number {
  let lowest = 0;
  for (let at = 1; at < count; at += 1) if ((ranks[at] ?? none) < (ranks[lowest] ?? none)) lowest = at;
  return lowest;
}
