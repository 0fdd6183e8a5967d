import { type Accept, patternFinder } from './pattern-finder.ts';
import { isPlaceholder } from './placeholder.ts';

const isNoPlaceholder: Accept = secret => !isPlaceholder(secret);
/** "bearer" is also an English word; a token holds a digit. */
const isToken: Accept = secret => !isPlaceholder(secret) && /[0-9]/.test(secret);
/** Basic credentials are base64 of `user:password`. */
const isUserAndPassword: Accept = secret => !isPlaceholder(secret) && hasColon(secret);

/** Credentials in headers and addresses (H10). */
export const credentialFinders = [
  patternFinder(
    'bearer-header',
    ['earer', 'EARER'],
    /authorization["'`]?[ \t]{0,8}[:=,][ \t]{0,8}["'`]?bearer[ \t]{1,8}(?<secret>[^\s"'`,;<>{}$]{20,})/dgi,
    isNoPlaceholder,
  ),
  patternFinder(
    'bearer-header',
    ['earer', 'EARER'],
    /(?<![A-Za-z0-9])bearer[ \t]{1,8}(?<secret>[A-Za-z0-9._~+/=-]{20,})/dgi,
    isToken,
  ),
  patternFinder(
    'basic-auth-header',
    ['asic', 'ASIC'],
    /authorization["'`]?[ \t]{0,8}[:=,][ \t]{0,8}["'`]?basic[ \t]{1,8}(?<secret>[A-Za-z0-9+/_-]{4}[A-Za-z0-9+/_=-]{0,})/dgi,
    isUserAndPassword,
  ),
  patternFinder(
    'url-password',
    ['://'],
    /(?<=[a-z0-9]):\/\/[^\s:@/?#"'`<>]{0,128}:(?<secret>[^\s@/"'`<>]{1,256})@[A-Za-z0-9[]/dgi,
    isNoPlaceholder,
  ),
] as const;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Whether the decoded bytes hold a colon. */
function hasColon(base64: string): boolean {
  let bits = 0;
  let buffer = 0;
  for (const character of base64.replaceAll('-', '+').replaceAll('_', '/')) {
    const value = alphabet.indexOf(character);
    if (value < 0) break;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    if (((buffer >> bits) & 0xff) === 0x3a) return true;
  }
  return false;
}
