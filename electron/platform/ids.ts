const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 10;
const randomLength = 16;

/** Makes ids of 26 letters and digits (ULID): the time in milliseconds, then chance, so that they sort by age. */
export function createIdMint(
  randomBytes: (length: number) => Uint8Array,
  nowMs: () => number = Date.now,
): () => string {
  let lastMs = 0;
  return () => {
    // A clock that is set back must not put new ids before old ones.
    lastMs = Math.max(lastMs, nowMs());
    return timePart(lastMs) + randomPart(randomBytes(randomLength));
  };
}

function timePart(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (let position = 0; position < timeLength; position += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomPart(bytes: Uint8Array): string {
  return Array.from(bytes, byte => alphabet.charAt(byte % 32)).join('');
}
