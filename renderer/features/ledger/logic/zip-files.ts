interface ZipFile {
  /** With forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Files as an archive that every system unpacks. Nothing is compressed: ledgers are small, and their texts stay findable. */
export function zipFiles(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.path);
    const facts = factsOf(file, name);
    const header = join([words(0x04034b50), facts, name]);
    directory.push(join([words(0x02014b50), shorts(20), facts, shorts(0, 0, 0), words(0, offset), name]));
    parts.push(header, file.bytes);
    offset += header.length + file.bytes.length;
  }
  const index = join(directory);
  const count = files.length;
  const end = join([words(0x06054b50), shorts(0, 0, count, count), words(index.length, offset), shorts(0)]);
  return join([...parts, index, end]);
}

/** Version 2.0, names in UTF-8, stored as it is, the first day that the format knows; sizes; no extra field. */
function factsOf({ bytes }: ZipFile, name: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return join([
    shorts(20, 0x0800, 0, 0, 0x21),
    words(crc32(bytes), bytes.length, bytes.length),
    shorts(name.length, 0),
  ]);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const shorts = (...values: readonly number[]) =>
  Uint8Array.from(values.flatMap(value => [value & 0xff, value >>> 8]));

const words = (...values: readonly number[]) =>
  Uint8Array.from(values.flatMap(value => [0, 8, 16, 24].map(shift => (value >>> shift) & 0xff)));

function join(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
