import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type IndexedItems,
  itemBytes,
  itemsOf,
  postingBytes,
  postingsOf,
  seal,
  unseal,
} from './index-table.ts';

const items = (rows: number, names: readonly string[]): IndexedItems => {
  const wholes = () => Int32Array.from({ length: rows }, (_, at) => at * 7 - 3);
  return {
    places: wholes(),
    tokens: wholes(),
    scopes: wholes(),
    agents: wholes(),
    ids: wholes(),
    details: wholes(),
    lengths: Int32Array.of(5, 6, 7),
    types: Uint8Array.from({ length: rows }, (_, at) => at),
    flags: Uint8Array.from({ length: rows }, (_, at) => 255 - at),
    atMs: Float64Array.from({ length: rows }, (_, at) => at * 1e12 + 0.5),
    marks: Float64Array.from({ length: rows }, (_, at) => -at),
    texts: Uint8Array.of(1, 2, 3),
    meaningKeys: new Uint8Array(32).fill(9),
    names,
  };
};

it.each([0, 1, 2, 3, 50])('items come back from their bytes as they were: %i rows', rows => {
  const given = items(rows, ['src', '仮', '']);
  const bytes = unseal(seal(itemBytes(given)));
  expect(bytes && itemsOf(bytes)).toEqual(given);
});

it('bytes that are not what was sealed, or of another format, are none', () => {
  const sealed = seal(itemBytes(items(3, [])));
  for (let at = 0; at < sealed.length; at += 1) {
    const other = Buffer.from(sealed);
    other.writeUInt8(other.readUInt8(at) ^ 1, at);
    expect(unseal(other)).toBeUndefined();
  }
  const foreign = Uint8Array.from(itemBytes(items(3, [])));
  foreign[0] = 99;
  expect(itemsOf(foreign)).toBeUndefined();
  expect(itemsOf(new Uint8Array())).toBeUndefined();
});

it('postings come back from their bytes, whatever pieces they were written in', () => {
  const posting = fc.record({ place: fc.nat(2 ** 24), count: fc.integer({ min: 1, max: 63 }) });
  const postings = fc
    .uniqueArray(posting, { selector: ({ place }) => place })
    .map(all => Int32Array.from(all, ({ place, count }) => place * 64 + count).sort());
  fc.assert(
    fc.property(postings, fc.nat(), (all, at) => {
      const [left, right] = [all.subarray(0, at % (all.length + 1)), all.subarray(at % (all.length + 1))];
      expect(postingsOf([postingBytes(left), postingBytes(right)])).toEqual(all);
      const lastPlace = (left.at(-1) ?? 0) >>> 6;
      const longer = Buffer.concat([postingBytes(left), postingBytes(right, lastPlace)]);
      expect(postingsOf([longer])).toEqual(all);
    }),
  );
});
