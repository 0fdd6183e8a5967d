/*
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain JavaScript. For a program that lives for some milliseconds and hashes a
 * short text: the platform's own takes ten times as long to load as this takes. It is written for its first run, which the
 * engine interprets: counted loops over typed arrays, and no function for each step.
 */

const blockBytes = 64;

/** The first 32 bits behind the point of the cube roots of the first 64 primes. */
const roundWords = Int32Array.of(
  ...[0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5],
  ...[0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174],
  ...[0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da],
  ...[0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967],
  ...[0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85],
  ...[0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070],
  ...[0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3],
  ...[0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2],
);

/** The same of the square roots of the first eight. */
const firstState = [
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
];

/** The 32 bytes of the SHA-256 of what stands in the parts, one behind the other. */
export function plainSha256(...parts: readonly Uint8Array[]): Uint8Array {
  const message = padded(parts);
  const state = Int32Array.from(firstState);
  const words = new Int32Array(64);
  for (let at = 0; at < message.length; at += blockBytes) takeBlock(state, words, message, at);
  const digest = new Uint8Array(32);
  for (let at = 0; at < 32; at += 1) digest[at] = (state[at >>> 2] ?? 0) >>> (24 - 8 * (at & 3));
  return digest;
}

/** The 32 bytes of HMAC with SHA-256. */
export function plainHmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(blockBytes);
  block.set(key.length > blockBytes ? plainSha256(key) : key);
  const [inner, outer] = [block.map(byte => byte ^ 0x36), block.map(byte => byte ^ 0x5c)];
  return plainSha256(outer, plainSha256(inner, message));
}

/** Whether both are the same, in a time that tells nothing but their lengths. */
export function isSameSecret(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= (left[at] ?? 0) ^ (right[at] ?? 0);
  return difference === 0;
}

/** The message, a bit that is set, zeros up to a whole block, and in its last eight bytes how many bits it had. */
function padded(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(Math.ceil((length + 9) / blockBytes) * blockBytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  whole[length] = 0x80;
  let rest = length * 8;
  for (let end = whole.length - 1; rest > 0; end -= 1) {
    whole[end] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return whole;
}

function takeBlock(state: Int32Array, words: Int32Array, message: Uint8Array, from: number): void {
  const byte = (at: number): number => message[from + at] ?? 0;
  for (let at = 0; at < 16; at += 1)
    words[at] = (byte(4 * at) << 24) | (byte(4 * at + 1) << 16) | (byte(4 * at + 2) << 8) | byte(4 * at + 3);
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
    const first = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const second = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second;
  }
  // The letters are those of the standard.
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const sumOfE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const sumOfA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const chosen = (h + sumOfE + ((e & f) ^ (~e & g)) + (roundWords[at] ?? 0) + (words[at] ?? 0)) | 0;
    const most = (sumOfA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + chosen) | 0;
    d = c;
    c = b;
    b = a;
    a = (chosen + most) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] = (state[at] ?? 0) + (added[at] ?? 0);
}
