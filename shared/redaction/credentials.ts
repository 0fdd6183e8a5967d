import { isPlaceholder } from './placeholder.ts';
import { type Accept, type SecretKind, shape } from './secret-kind.ts';
import { secretNameGuard, secretNameHints, secretNames } from './secret-names.ts';
import { isPathLike, isPropertyChain, isWordLike, looksMade } from './word-like.ts';

const isNoPlaceholder: Accept = secret => !isPlaceholder(secret);
/** "bearer" is also an English word; a token holds a digit. */
const isToken: Accept = secret => !isPlaceholder(secret) && /[0-9]/.test(secret);
/** Basic credentials are base64 of `user:password`. */
const isUserAndPassword: Accept = secret => !isPlaceholder(secret) && hasColon(secret);
/** Where names, paths and numbers stand as well. */
const isNoName = (secret: string): boolean =>
  secret.length > 4096 ||
  (!isPlaceholder(secret) &&
    !isWordLike(secret) &&
    !isPathLike(secret) &&
    !isPropertyChain(secret) &&
    !/^[\d.:,%-]+$/.test(secret));
/** What stands before it, in its line or the few before. */
const isAfter =
  (before: RegExp): Accept =>
  (secret, { text, match }) =>
    !isPlaceholder(secret) && before.test(text.slice(Math.max(0, match.index - 400), match.index));
/** One of the pairs of a cookie is long and random. */
const hasSession: Accept = secret =>
  secret.split(';').some(pair => {
    const value = pair.slice(pair.indexOf('=') + 1);
    return value.length >= 12 && looksMade(value) && isNoName(value);
  });

const client = /(?:^-?|[^\w.-]|\\[nrt])(?:curl|wget|https?|xh)\s[^\n]*$/;
const database = /(?:^-?|[^\w.-]|\\[nrt])(?:mysql\w*|mariadb\w*|sshpass)\s(?:[^\n]*\s)?$/;
const netrc = /(?:machine\s{1,8}\S{1,200}|default)\s{1,16}login\s{1,8}\S{1,100}\s{1,16}$/;

/** Credentials in headers, addresses, commands and files of well-known programs. */
export const credentialKinds: readonly SecretKind[] = [
  shape(
    'bearer-header',
    'authorization',
    /authorization["'`]?[ \t]{0,8}[:=,][ \t]{0,8}["'`]?bearer[ \t]{1,8}(?<secret>[^\s"'`,;<>{}$]{20,})/i,
    isNoPlaceholder,
  ),
  shape(
    'bearer-header',
    'bearer',
    /(?<![A-Za-z0-9])bearer[ \t]{1,8}(?<secret>[A-Za-z0-9._~+/=-]{20,})/i,
    isToken,
  ),
  shape(
    'basic-auth-header',
    'authorization',
    /authorization["'`]?[ \t]{0,8}[:=,][ \t]{0,8}["'`]?basic[ \t]{1,8}(?<secret>[A-Za-z0-9+/_-]{4}[A-Za-z0-9+/_=-]{0,})/i,
    isUserAndPassword,
  ),
  shape(
    'authorization-header',
    'authorization',
    /authorization["'`]?[ \t]{0,8}[:=,][ \t]{0,8}["'`]?(?:token|api-?key|ssws|key|splunk|genie-?key)[ \t=]{1,8}["']?(?<secret>[A-Za-z0-9._~+/=-]{16,})/i,
    isToken,
  ),
  shape('aws-request-signature', 'signature=', /signature=(?<secret>[0-9a-f]{64})/i, isAfter(/Credential=/)),
  // A password may hold an @ itself; a port with a query behind it is none, though an address stands in the query.
  shape(
    'url-password',
    '://',
    /(?<=[a-z0-9]):\/\/[^\s:@/?#"'`<>]{0,128}:(?!\d{1,5}[?#])(?<secret>[^\s/"'`<>]{1,256})@[A-Za-z0-9[]/i,
    isNoPlaceholder,
  ),
  shape('netrc-password', 'password', /password[ \t]{1,8}(?<secret>[^\s"'`]{4,256})/, isAfter(netrc)),
  shape(
    'curl-user',
    ['-u', '--user', '--proxy-user'],
    /(?<=\s)(?:-u|--user|--proxy-user)[ \t=]{0,4}["']?[^\s:"'/]{1,128}:(?<secret>[^\s"'`<>]{3,256})/,
    isAfter(client),
  ),
  shape('command-password', '-p', /(?<=\s)-p(?<secret>[^\s"'`=-][^\s"'`]{4,256})/, isAfter(database)),
  shape(
    'command-option',
    secretNameHints,
    new RegExp(
      `(?:${secretNames})(?<=\\s--[\\w-]{2,48})[ \\t]{1,4}["']?(?<secret>[^\\s"'\`<>$(){}[\\]|-][^\\s"'\`<>$]{7,255})`,
    ),
    isNoName,
    secretNameGuard,
  ),
  shape(
    'cookie-header',
    'cookie',
    /(?<!set-|[A-Za-z0-9])cookie["'`]?[ \t]{0,8}[:,][ \t]{0,8}["'`]?(?<secret>[\w.%$-]{1,64}=[^\s;"'`<>]{1,4096}(?:;[ \t]?[\w.%$-]{1,64}=[^\s;"'`<>]{0,4096}){0,64})/i,
    hasSession,
  ),
  shape(
    'set-cookie-header',
    'set-cookie',
    /set-cookie["'`]?[ \t]{0,8}[:,][ \t]{0,8}["'`]?[\w.%$-]{1,64}=(?<secret>[^\s;"'`<>]{12,4096})/i,
    hasSession,
  ),
  shape(
    'session-cookie',
    ['sessid=', 'sessionid=', 'session_id=', 'connect.sid=', '_session=', 'session='],
    /(?:sess(?:ion(?:_?id)?|id)?|connect\.sid)=(?<secret>[A-Za-z0-9%._~+/-]{20,})/i,
    secret => /[0-9]/.test(secret) && /[A-Za-z]/.test(secret) && isNoName(secret),
  ),
  shape(
    'npmrc-auth',
    '_auth',
    /_auth(?:Token)?["']?[ \t]{0,4}=[ \t]{0,4}["']?(?<secret>[A-Za-z0-9+/_-]{16,1024}={0,2})/,
    secret => /[0-9]/.test(secret) && isNoName(secret),
  ),
  shape(
    'docker-auth',
    '"auth"',
    /"auth"\s{0,8}:\s{0,8}"(?<secret>[A-Za-z0-9+/]{8,4096}={0,2})"/,
    isUserAndPassword,
  ),
  shape(
    'pgpass-password',
    [':5432:', ':5433:', ':6432:'],
    /:(?:5432|5433|6432):[^:\s]{1,64}:[^:\s]{1,64}:(?<secret>[^\s:"'`]{4,256})/,
    isNoPlaceholder,
  ),
  shape(
    'named-value',
    secretNameHints,
    new RegExp(
      `(?:${secretNames})["']?[ \\t]{0,4},?[ \\t]{0,4}(?:\\r?\\n[ \\t]{0,64})?["']?value["']?[ \\t]{0,4}[:=][ \\t]{0,4}["']?(?<secret>[^\\s"'\`,{}<>()$]{8,512})`,
      'i',
    ),
    isNoName,
    secretNameGuard,
  ),
  shape(
    'xml-element',
    secretNameHints,
    new RegExp(`(?:${secretNames})>(?<secret>[^\\s<>{}$]{6,512})</`, 'i'),
    isNoName,
    secretNameGuard,
  ),
  shape(
    'wifi-password',
    'psk',
    /(?<![A-Za-z0-9])(?:wpa_)?psk["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<secret>[^\s"'`]{8,64})/i,
    isNoName,
  ),
  shape(
    'password-hash',
    ['$2a$', '$2b$', '$2y$', '$5$', '$6$', '$apr1$', '$argon2', '$y$'],
    /\$(?:2[aby]\$[0-9]{2}\$[A-Za-z0-9./]{53}|[56]\$(?:rounds=[0-9]{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{43,86}|apr1\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}|y\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{1,86}\$[A-Za-z0-9./]{43}|argon2(?:id|i|d)\$v=[0-9]{1,3}\$[a-z0-9=,]{1,64}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,172})/,
  ),
];

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
