/** A posting is a place and a count in one number, the count in the lowest six bits. */
const countBits = 6;

/** Postings by rising places as bytes: each its distance to the place before with its count, in as few bytes as it takes. */
export function postingBytes(postings: Int32Array): Uint8Array {
  const bytes = new Uint8Array(postings.length * 5);
  let size = 0;
  let place = 0;
  for (const posting of postings) {
    let rest = posting - (place << countBits);
    place = posting >>> countBits;
    // Seven bits a byte, the lowest first; the eighth says that more follow.
    for (; rest >= 128; rest >>>= 7) {
      bytes[size] = (rest & 127) | 128;
      size += 1;
    }
    bytes[size] = rest;
    size += 1;
  }
  return bytes.slice(0, size);
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

function countOf(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte < 128) count += 1;
  return count;
}
