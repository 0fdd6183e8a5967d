import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { isSameSecret, plainHmacSha256, plainSha256 } from './plain-sha256.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('is what the platform says of any bytes, also where a block ends, and in parts', () => {
  const lengths = Array.from({ length: 200 }, (_, length) => Buffer.alloc(length, length));
  for (const bytes of [...lengths, Buffer.alloc(100_000, 7)])
    expect(hex(plainSha256(bytes.subarray(0, 50), bytes.subarray(50)))).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  const anyBytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(anyBytes, anyBytes, (key, message) => {
      expect(hex(plainHmacSha256(key, message))).toBe(
        createHmac('sha256', key).update(message).digest('hex'),
      );
    }),
    { numRuns: propertyRuns(1000) },
  );
});

it('tells equal secrets from all others', () => {
  const bytes = Buffer.from('a secret of some length');
  const others = [bytes.subarray(1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)];
  const changed = [...bytes.keys()].map(at => bytes.map((byte, other) => (other === at ? byte ^ 1 : byte)));
  expect([isSameSecret(bytes, Buffer.from(bytes)), isSameSecret(Buffer.alloc(0), Buffer.alloc(0))]).toEqual([
    true,
    true,
  ]);
  expect([...others, ...changed].filter(other => isSameSecret(bytes, other))).toEqual([]);
});
