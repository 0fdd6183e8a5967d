import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockBytes, fromBlock, type Posting, toBlocks } from './postings.ts';

const postings = fc
  .array(
    fc.record({
      id: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.maxSafeInteger().map(Math.abs)),
      weight: fc.integer({ min: 1, max: 5000 }),
      length: fc.integer({ min: 1, max: 100_000 }),
    }),
    { maxLength: 800 },
  )
  .map(all => [...new Map(all.map(posting => [posting.id, posting])).values()])
  .map(all => all.toSorted((left, right) => left.id - right.id));

it('gives back what was put into blocks', () => {
  fc.assert(
    fc.property(postings, all => {
      const blocks = toBlocks(all);
      expect(blocks.flatMap(fromBlock)).toEqual(all);
      expect(blocks.every(({ length }) => length < blockBytes + 40)).toBe(true);
    }),
  );
});

it('refuses a block of which a bit is another or the end is lost', () => {
  const all: Posting[] = [3, 200, 70_000].map(id => ({ id, weight: 2, length: 130 }));
  const [block] = toBlocks(all);
  const bytes = block ?? Buffer.alloc(0);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const damaged = Buffer.from(bytes);
    damaged[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => fromBlock(damaged)).toThrow('a part of the word index is damaged');
  }
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => fromBlock(bytes.subarray(0, length))).toThrow('is damaged');
});
