import { type Accept, type SecretKind, shape } from './secret-kind.ts';

// The body ends at the next five dashes, so that many unfinished blocks cost no more than one.
const body = '(?:[^-]|-(?!----)){16,32768}';

/** A key has at least one long run of base64; `...` between the lines is documentation. */
const hasKeyMaterial: Accept = secret =>
  /[A-Za-z0-9+/]{16}/.test(secret.replace(/-----[^-]{1,64}-----/g, ''));

const block = (label: string) =>
  // A block whose end was cut off is still a key: then its base64 lines are taken.
  new RegExp(
    `-----BEGIN ${label}-----(?:${body}-----END ${label}-----|(?:\\\\[nr]|\\s){1,4}(?:[A-Za-z0-9+/=]{1,128}(?:\\\\[nr]?|\\s|$){0,4}){1,512})`,
  );

const serviceAccountKey =
  /"private_key"\s{0,8}:\s{0,8}"(?<secret>-----BEGIN PRIVATE KEY-----(?:[^-"]|-(?!----)){16,32768}-----END PRIVATE KEY-----(?:\\n)?)"/;

const begin = '-----begin ';

/** Private keys in PEM and PGP armour and in the file of PuTTY. */
export const keyBlockKinds: readonly SecretKind[] = [
  shape('gcp-service-account', '"private_key"', serviceAccountKey, hasKeyMaterial),
  shape('openssh-key-block', begin, block('OPENSSH PRIVATE KEY'), hasKeyMaterial),
  shape('pgp-private-key-block', begin, block('PGP PRIVATE KEY BLOCK'), hasKeyMaterial),
  shape('private-key-block', begin, block('(?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY'), hasKeyMaterial),
  shape(
    'putty-private-key',
    'private-lines:',
    /Private-Lines:[ \t]{0,4}[0-9]{1,4}\r?\n(?<secret>(?:[A-Za-z0-9+/=]{1,76}(?:\\?\r?\n[ \t]{0,8})?){1,256})/i,
  ),
];
