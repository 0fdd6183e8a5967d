import { expect, it } from 'vitest';
import { createSecret } from './credentials.ts';
import { authorityOf, isNonce, isServerProof, proveServer } from './server-proof.ts';

const nonce = createSecret();
const authority = '127.0.0.1:4747';
const proof = proveServer('right token', authority, nonce);

it('a proof holds for its token, its end of the connection and its question alone', () => {
  expect(isServerProof(proof, 'right token', authority, nonce)).toBe(true);
  expect([
    isServerProof(proof, 'other token', authority, nonce),
    isServerProof(proof, 'right token', '127.0.0.1:4748', nonce),
    isServerProof(proof, 'right token', '[::1]:4747', nonce),
    isServerProof(proof, 'right token', authority, createSecret()),
    isServerProof(nonce, 'right token', authority, nonce),
    isServerProof('', 'right token', authority, nonce),
    isServerProof(`${proof}=`, 'right token', authority, nonce),
    isServerProof('ä'.repeat(proof.length), 'right token', authority, nonce),
  ]).toEqual(Array.from({ length: 8 }, () => false));
});

it('only a nonce is signed, no text of somebody’s choice', () => {
  expect(isNonce(nonce)).toBe(true);
  expect(['', 'short', `${nonce}A`, `${nonce.slice(1)}\n`, `${nonce.slice(1)}.`].filter(isNonce)).toEqual([]);
});

it.each([
  ['127.0.0.1', '127.0.0.1:4747'],
  ['::ffff:127.0.0.1', '127.0.0.1:4747'],
  ['::1', '[::1]:4747'],
  ['fe80::1', '[fe80::1]:4747'],
])('%s is written %s', (address, written) => expect(authorityOf(address, 4747)).toBe(written));
