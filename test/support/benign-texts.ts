import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { benignLines } from './benign-lines.ts';
import type { SeededRandom } from './seeded-random.ts';

const root = join(import.meta.dirname, '../..');
const kinds = /\.(?:ts|tsx|js|mjs|cjs|json|md|css|html|yml|yaml)$/;
const largest = 400_000;

/** Files of code, documents and locks below folders of this repository, packages it uses included; tests of redaction aside. */
export function* codeTexts(folders: readonly string[]): Generator<{ path: string; text: string }> {
  for (const folder of folders) yield* textsBelow(folder);
}

/** Folders whose code nobody wrote to be redacted: this program and well-known packages. */
export const benignFolders = [
  'electron',
  'renderer',
  'shared',
  'package-lock.json',
  'node_modules/commander',
  'node_modules/hono',
  'node_modules/immer',
  'node_modules/openai',
  'node_modules/re2js',
  'node_modules/react-dom/cjs',
  'node_modules/undici',
  'node_modules/zod',
] as const;

function* textsBelow(path: string): Generator<{ path: string; text: string }> {
  const whole = join(root, path);
  const { size } = statSync(whole);
  if (statSync(whole).isDirectory()) {
    for (const name of readdirSync(whole).toSorted()) yield* textsBelow(`${path}/${name}`);
  } else if (kinds.test(path) && size <= largest && !/redaction|\.test\.ts$/.test(path))
    yield { path, text: readFileSync(whole, 'utf8') };
}

type Line = (random: SeededRandom) => string;

const hex = '0123456789abcdef';
const word = 'abcdefghijklmnopqrstuvwxyz';
const time = (random: SeededRandom) =>
  new Date(
    Date.UTC(2026, random.between(0, 11), random.between(1, 28), 9, random.between(0, 59)),
  ).toISOString();
const uuid = (random: SeededRandom) => [8, 4, 4, 4, 12].map(length => random.text(hex, length)).join('-');
const address = (random: SeededRandom) => [10, random.between(0, 255), random.between(0, 255), 7].join('.');

/** What servers, builds and shells write when nothing is secret, one generator a form. */
const logForms: readonly Line[] = [
  random =>
    `${address(random)} - - [22/Nov/2026:09:12:44 +0000] "GET /api/v1/items/${random.between(1, 9999)}?page=${random.between(1, 9)}&sort=name%20asc HTTP/1.1" 200 ${random.between(100, 99_999)} "https://example.org/a?b=c%2Fd" "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36"`,
  random =>
    `{"level":30,"time":${random.between(1, 9)}763800000000,"pid":${random.between(1, 9999)},"traceId":"${random.text(hex, 32)}","spanId":"${random.text(hex, 16)}","msg":"token refreshed","expiresIn":3600}`,
  random =>
    `${time(random)} INFO  [auth] session ${uuid(random)} renewed, token expires in ${random.between(1, 60)} min`,
  random =>
    `${time(random)} WARN  password reset requested for user ${random.between(1, 9999)}; mail was sent`,
  random =>
    `${time(random)} ERROR invalid token: expected 3 parts, got ${random.between(1, 2)} (request ${uuid(random)})`,
  random =>
    `    at verifyToken (/srv/app/node_modules/${random.text(word, 8)}/dist/verify-token.js:${random.between(1, 999)}:${random.between(1, 99)})`,
  random =>
    `Nov 22 09:12:44 host-${random.between(1, 9)} sshd[${random.between(100, 9999)}]: Failed password for invalid user admin from ${address(random)} port ${random.between(1024, 65_535)} ssh2`,
  random =>
    `Nov 22 09:12:44 host kubelet[812]: Pulling image "registry.example.org/app@sha256:${random.text(hex, 64)}"`,
  random => `commit ${random.text(hex, 40)} (tag: v${random.between(1, 9)}.${random.between(0, 40)}.0)`,
  random => ` ${random.text(hex, 7)} fix(auth): never log a token, even when the secret is wrong`,
  random =>
    `npm http fetch GET 200 https://registry.example.org/${random.text(word, 9)} ${random.between(5, 900)}ms (cache hit)`,
  random =>
    `ETag: W/"${random.text(hex, 27)}"; If-None-Match: "${random.text(hex, 32)}"; x-request-id: ${uuid(random)}`,
  random => `[${random.between(1, 9)}/9] RUN --mount=type=secret,id=npmrc npm ci  # ${random.text(hex, 12)}`,
  random => `| ${random.between(1, 99)} | api_key | varchar(64) | NO | MUL | NULL | token_hash char(64) |`,
  random =>
    `INSERT INTO sessions (id, token_hash, created_at) VALUES ($1, $2, '${time(random)}') -- ${random.between(1, 99)} ms`,
  random =>
    `level=info ts=${time(random)} caller=main.go:${random.between(1, 300)} msg="bearer authentication enabled" key_count=${random.between(1, 9)}`,
  random =>
    `sha512-${random.text('ABCDEFGHabcdefgh0123456789+/', 86)}==  ${random.text(word, 6)}-${random.between(1, 9)}.2.0.tgz`,
  random =>
    `Downloading model weights ${'='.repeat(random.between(1, 40))}> ${random.between(1, 100)}% eta 00:${random.between(10, 59)}`,
];

/** A log of so many lines. */
export function logText(random: SeededRandom, count: number): string {
  const forms = [...logForms, ...benignLines];
  return Array.from({ length: count }, (_, index) => forms[index % forms.length]?.(random) ?? '').join('\n');
}
