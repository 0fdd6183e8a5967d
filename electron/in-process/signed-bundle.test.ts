import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { newKeys, openBundle, publicKeyOf, signBundle } from './signed-bundle.ts';

const content = { name: 'team', issued_at: '2026-11-21T10:00:00.000Z', engines: [], memories: [] };
const { privateKey, publicKey } = newKeys();

it('gives back what was signed, to whoever has the public key in either form', () => {
  const text = signBundle(content, privateKey);
  expect(openBundle(text, publicKey)).toEqual(content);
  expect([publicKeyOf(privateKey), publicKey]).toEqual([
    publicKey,
    expect.stringMatching(/^ed25519:[\w-]{43}$/),
  ]);
});

it('is not opened by another key, nor after any letter of it was changed', () => {
  const text = signBundle(content, privateKey);
  expect(() => openBundle(text, newKeys().publicKey)).toThrow(/not signed by the key/);
  const changed = fc.tuple(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }));
  fc.assert(
    fc.property(changed, ([at, letter]) => {
      const other = text.slice(0, at) + letter + text.slice(at + 1);
      const opened = opensTo(other);
      // White space between the parts of the file says nothing.
      expect(opened === undefined || JSON.stringify(opened) === JSON.stringify(content)).toBe(true);
    }),
    { numRuns: propertyRuns(300) },
  );
});

function opensTo(text: string): unknown {
  try {
    return openBundle(text, publicKey);
  } catch {
    return undefined;
  }
}

it.each([
  ['', /it is no JSON/],
  ['{}', /no bundle of Weft/],
  [signBundle(content, privateKey).replace('weft-bundle/1', 'weft-bundle/2'), /must be "weft-bundle\/1"/],
  [signBundle({ ...content, issued_at: 'now' }, privateKey), /no bundle of Weft/],
])('refuses what is none: %#', (text, reason) => {
  expect(() => openBundle(text, publicKey)).toThrow(reason);
});

it('takes Ed25519 keys only, and repeats none of a key that it refuses', () => {
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = other.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const key of [pem, 'secret words', `${privateKey.slice(0, 60)}`])
    expect(() => signBundle(content, key)).toThrow(/^the private key is no Ed25519 key; give PEM$/);
  const open = (key: string) => () => openBundle(signBundle(content, privateKey), key);
  expect(open('ed25519:abc')).toThrow(/^the public key is no .*32 bytes as base64url behind it$/);
  expect(open('secret words')).toThrow(/^the public key is no .*"weft bundle --new-key" printed, .* or PEM$/);
});
