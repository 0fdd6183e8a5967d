import { expect, it } from 'vitest';
import { createSecret } from './credentials.ts';
import { authorityOf, isNonce, isServerProof, proveServer } from './server-proof.ts';

const nonce = createSecret();
const authority = '127.0.0.1:4747';
const proof = proveServer('right token', authority, nonce);

const isProofOf = (answer: string, ...of: Parameters<typeof proveServer>): boolean =>
  isServerProof(answer, proveServer(...of));

it('a proof holds for its token, its end of the connection and its question alone', () => {
  expect(isProofOf(proof, 'right token', authority, nonce)).toBe(true);
  expect([
    isProofOf(proof, 'other token', authority, nonce),
    isProofOf(proof, 'right token', '127.0.0.1:4748', nonce),
    isProofOf(proof, 'right token', '[::1]:4747', nonce),
    isProofOf(proof, 'right token', authority, createSecret()),
    isProofOf(nonce, 'right token', authority, nonce),
    isProofOf('', 'right token', authority, nonce),
    isProofOf(`${proof}=`, 'right token', authority, nonce),
    isProofOf('ä'.repeat(proof.length), 'right token', authority, nonce),
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
