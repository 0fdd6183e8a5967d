import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/contract/errors.ts';
import { checkShape } from '../../shared/model/check-shape.ts';
import { parseJson } from '../storage/files/json-text.ts';
import type { GivenDefinitions } from './weft-types.ts';

/** What a bundle carries. */
export interface BundleContent extends GivenDefinitions {
  /** What it is a bundle of, so that one cannot be served in the place of another of the same signer. */
  readonly name: string;
  /** ISO 8601 in UTC; one that is older than what is known is not taken. */
  readonly issued_at: string;
}

const format = 'weft-bundle/1';

const envelopeSchema = z.strictObject({
  format: z.literal(format, `must be "${format}"`),
  /** Base64. */
  signature: z.string().max(200),
  /** The content as the JSON text that was signed. */
  content: z.string(),
});

const contentSchema = z.looseObject({
  name: z.string().min(1).max(200),
  issued_at: z.iso.datetime(),
  engines: z.array(z.unknown()),
  memories: z.array(z.unknown()),
});

/** Signed together with what a signature is for: the key may sign other things. */
const signedBytes = (content: string): Buffer => Buffer.from(`${format}\n${content}`, 'utf8');

/** A bundle as the text of its file. `privateKey` is PEM of an Ed25519 key, else `invalid_input`. */
export function signBundle(content: BundleContent, privateKey: string): string {
  const key = readPrivateKey(privateKey);
  const text = JSON.stringify(content);
  const signature = sign(null, signedBytes(text), key).toString('base64');
  return `${JSON.stringify({ format, signature, content: text }, null, 2)}\n`;
}

/** What a bundle carries, where the key says that it is genuine; `forbidden` where it does not, `invalid_input` for no bundle. */
export function openBundle(text: string, publicKey: string): BundleContent {
  const envelope = checkShape(envelopeSchema, parse(text, 'it'));
  if (!envelope.ok) throw notABundle(envelope.issues[0]?.message ?? 'its shape is another');
  const { signature, content } = envelope.value;
  if (!verify(null, signedBytes(content), readPublicKey(publicKey), Buffer.from(signature, 'base64')))
    throw new AppError(
      'forbidden',
      'the bundle is not signed by the key that is given, or was changed after it was signed; it is not used',
    );
  const carried = parse(content, 'its content');
  const checked = checkShape(contentSchema, carried);
  if (!checked.ok) throw notABundle(checked.issues[0]?.message ?? 'its content has another shape');
  // The schema has just held; what its lists hold is judged where it is used.
  return carried as BundleContent;
}

/** A new pair: the private key as PEM, the public one in the short form that `openBundle` takes. */
export function newKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { privateKey: pem, publicKey: publicKeyOf(pem) };
}

/** The public key of a private one, as `ed25519:` and base64url. */
export function publicKeyOf(privateKey: string): string {
  return `${prefix}${createPublicKey(readPrivateKey(privateKey)).export({ format: 'jwk' }).x}`;
}

const prefix = 'ed25519:';

/** Whether it is a public key in one of its forms, right or not; else it may name a file of one. */
export const isKeyText = (given: string): boolean => /^\s*(ed25519:|-----BEGIN )/.test(given);

function readPublicKey(given: string): KeyObject {
  const how = given.startsWith(prefix)
    ? `"${prefix}" needs 32 bytes as base64url behind it`
    : `give the one that "weft bundle --new-key" printed, "${prefix}..." or PEM`;
  return ed25519('the public key', how, () => {
    if (!given.startsWith(prefix)) return createPublicKey(given);
    const x = given.slice(prefix.length);
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  });
}

const readPrivateKey = (given: string): KeyObject =>
  ed25519('the private key', 'give PEM', () => createPrivateKey(given));

function ed25519(what: string, how: string, read: () => KeyObject): KeyObject {
  try {
    const key = read();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below: the library's own words may repeat a part of the key.
  }
  throw new AppError('invalid_input', `${what} is no Ed25519 key; ${how}`);
}

function parse(text: string, what: string): unknown {
  const parsed = parseJson(text);
  if (parsed.kind === 'parsed') return parsed.value;
  throw notABundle(`${what} is no JSON: line ${parsed.line}, column ${parsed.column}: ${parsed.reason}`);
}

const notABundle = (why: string): AppError =>
  new AppError('invalid_input', `what was read is no bundle of Weft: ${why}`);
