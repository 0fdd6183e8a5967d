import { type Accept, patternFinder } from './pattern-finder.ts';

// The body ends at the next five dashes, so that many unfinished blocks cost no more than one.
const body = '(?:[^-]|-(?!----)){16,32768}';

/** A key has at least one long run of base64; `...` between the lines is documentation. */
const hasKeyMaterial: Accept = secret =>
  /[A-Za-z0-9+/]{16}/.test(secret.replace(/-----[^-]{1,64}-----/g, ''));

const block = (label: string) =>
  // A block whose end was cut off is still a key: then its base64 lines are taken.
  new RegExp(
    `-----BEGIN ${label}-----(?:${body}-----END ${label}-----|(?:\\\\[nr]|\\s){1,4}(?:[A-Za-z0-9+/=]{1,128}(?:\\\\[nr]|\\s|$){0,4}){1,512})`,
    'dg',
  );

const serviceAccountKey =
  /"private_key"\s{0,8}:\s{0,8}"(?<secret>-----BEGIN PRIVATE KEY-----(?:[^-"]|-(?!----)){16,32768}-----END PRIVATE KEY-----(?:\\n)?)"/dg;

const begin = ['-----BEGIN '];

/** Private keys in PEM and PGP armour (H10). */
export const keyBlockFinders = [
  patternFinder('gcp-service-account', begin, serviceAccountKey, hasKeyMaterial),
  patternFinder('openssh-key-block', begin, block('OPENSSH PRIVATE KEY'), hasKeyMaterial),
  patternFinder('pgp-private-key-block', begin, block('PGP PRIVATE KEY BLOCK'), hasKeyMaterial),
  patternFinder(
    'private-key-block',
    begin,
    block('(?:RSA |EC |DSA |ENCRYPTED )?PRIVATE KEY'),
    hasKeyMaterial,
  ),
] as const;
