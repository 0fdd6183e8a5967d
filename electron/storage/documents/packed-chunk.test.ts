import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packChunk, type ShownChunk, unpackChunk } from './packed-chunk.ts';

const count = fc.nat(1_000_000);
const text = fc.string({ unit: 'binary' });
const chunks: fc.Arbitrary<ShownChunk> = fc.record({
  id: count,
  documentId: text,
  ordinal: count,
  collection: text,
  path: text,
  trust: fc.constantFrom('project', 'imported'),
  updatedAt: text,
  title: text,
  chars4: count,
  o200k_base: count,
  cleanUnder: fc.option(count),
  content: text,
});

it('unpacks what was packed, whatever the texts hold', () => {
  fc.assert(
    fc.property(chunks, chunk => {
      expect(unpackChunk(packChunk(chunk))).toEqual(chunk);
    }),
  );
});

it('gives a character that was cut in half back as the database does', () => {
  const [chunk] = fc.sample(chunks, { numRuns: 1, seed: 1 });
  if (chunk === undefined) throw new Error('no sample');
  const packed = packChunk({ ...chunk, title: 'a\ud83d', content: '\udc00\n\nb' });
  const stored = Buffer.from(packed).toString();
  expect(unpackChunk(stored)).toEqual({ ...chunk, title: 'a\ufffd', content: '\ufffd\n\nb' });
});

it('takes nothing that was changed in one place', () => {
  fc.assert(
    fc.property(chunks, fc.nat(), (chunk, at) => {
      const bytes = Buffer.from(packChunk(chunk));
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      expect(unpackChunk(bytes.toString())).toBeUndefined();
    }),
  );
});

it.each([null, undefined, 7, '', 'x'.repeat(200), Buffer.from('x')])('takes no %j', packed => {
  expect(unpackChunk(packed)).toBeUndefined();
});
