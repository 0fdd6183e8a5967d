import { crc32, deflateRawSync } from 'node:zlib';

interface Packed {
  readonly path: string;
  readonly content: string | Buffer;
  /** What its head says in place of the truth. */
  readonly says?: {
    readonly unpacked?: number;
    readonly crc?: number;
    readonly flags?: number;
    readonly method?: number;
  };
}

/** An archive as programs write them; `wide` with the numbers of large ones. */
export function zipOf(files: readonly Packed[], { wide = false }: { readonly wide?: boolean } = {}): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.path);
    const { facts, packed, sizes } = factsOf(file, wide);
    const extra = wide ? wideField([...sizes, offset]) : Buffer.alloc(0);
    const lengths = u16(name.length, extra.length, 0, 0, 0);
    const place = u32(0, wide ? 0xffffffff : offset);
    entries.push(Buffer.concat([u32(0x02014b50), u16(20), facts, lengths, place, name, extra]));
    bodies.push(Buffer.concat([u32(0x04034b50), facts, u16(name.length, 0), name, packed]));
    offset += bodies.at(-1)?.length ?? 0;
  }
  const index = Buffer.concat(entries);
  const wideEnd = wide ? endOfWide(files.length, index.length, offset) : Buffer.alloc(0);
  const count = wide ? 0xffff : files.length;
  const counts = u16(0, 0, count, count);
  const end = Buffer.concat([u32(0x06054b50), counts, u32(index.length, wide ? 0xffffffff : offset), u16(0)]);
  return Buffer.concat([...bodies, index, wideEnd, end]);
}

function factsOf({ content, says = {} }: Packed, wide: boolean) {
  const raw = Buffer.from(content);
  const packed = deflateRawSync(raw);
  const sizes = [says.unpacked ?? raw.length, packed.length];
  const head = u16(20, says.flags ?? 0x0800, says.method ?? 8, 0, 0);
  const written = wide ? [0xffffffff, 0xffffffff] : sizes.toReversed();
  return { facts: Buffer.concat([head, u32(says.crc ?? crc32(raw), ...written)]), packed, sizes };
}

const u16 = (...values: readonly number[]) => {
  const made = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) made.writeUInt16LE(value, at * 2);
  return made;
};
const u32 = (...values: readonly number[]) => {
  const made = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) made.writeUInt32LE(value, at * 4);
  return made;
};
const u64 = (...values: readonly number[]) => {
  const made = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries()) made.writeBigUInt64LE(BigInt(value), at * 8);
  return made;
};

const wideField = (values: readonly number[]) => Buffer.concat([u16(1, values.length * 8), u64(...values)]);

function endOfWide(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.concat([
    u32(0x06064b50),
    u64(44),
    u16(45, 45),
    u32(0, 0),
    u64(count, count, bytes, offset),
  ]);
  return Buffer.concat([end, u32(0x07064b50, 0), u64(offset + bytes), u32(1)]);
}
