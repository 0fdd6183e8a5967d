import { isSameSecret, plainHmacSha256 } from '../../../shared/model/plain-sha256.ts';

/** The name of a server that is reached over a socket, in the Host of what it is asked. */
export const socketHost = 'localhost';

/** Nothing else is answered, so that no one can have a text of their choice signed. */
export function isNonce(value: string): boolean {
  return /^[\w-]{43}$/.test(value);
}

/**
 * The answer of a server that knows the token, for the end of the connection at which it was asked: whoever hands a
 * question on to another server, of the same token even, gets an answer for another end.
 */
export function proveServer(token: string, authority: string, nonce: string): string {
  const question = Buffer.from(`weft-server-proof\n${authority}\n${nonce}`);
  return Buffer.from(plainHmacSha256(Buffer.from(token), question)).toString('base64url');
}

export function isServerProof(answer: string, expected: string): boolean {
  return isSameSecret(Buffer.from(answer), Buffer.from(expected));
}

/** One spelling for the end of a connection, e.g. `127.0.0.1:4747` or `[::1]:4747`; of a socket, which has no port, its path. */
export function authorityOf(address: string, port?: number): string {
  if (port === undefined) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]:${port}` : `${plain}:${port}`;
}
