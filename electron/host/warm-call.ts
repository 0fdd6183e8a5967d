import { existsSync, readFileSync, realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { isJsonObject } from '../../shared/model/json.ts';
import { createJsonScale } from '../../shared/model/json-limits.ts';
import { findProject } from '../cli/find-project.ts';
import { connectProven } from '../cli/prove-connection.ts';
import type { Terminal } from '../cli/terminal.ts';
import { createIdMint } from '../platform/ids.ts';
import { fewRandomBytes } from '../platform/random-bytes.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import { socketHost } from '../shells/http/server-proof.ts';
import { readHostFile } from '../shells/http/token-file.ts';
import { hostPlace, isAsked, openingProcedures } from './host-place.ts';

// What is imported here is loaded for each `weft call`: nothing that the shortest way does not need.

interface WarmCallOptions {
  readonly values: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Its input is opened only where the call reads it. */
  readonly terminal: Pick<Terminal, 'cwd' | 'stdin'>;
}

/** What a host that runs has answered; else what must not be lost where all of Weft does the call. */
export type WarmCall =
  | { readonly reply: { readonly ok: boolean }; readonly json: boolean }
  | {
      readonly reply: undefined;
      readonly stdin?: Uint8Array;
      readonly key?: string;
      /** Since when the host that runs does not show that it is one, as `performance.now()` counts. */
      readonly silentSince?: number;
    };

/** Larger inputs are weighed first, by all of Weft. */
const mostBytes = 64 * 1024;
/** Who is silent so long is left to all of Weft, which goes on without it. */
const proofMs = 2000;
const nothing = { reply: undefined } as const;

/** Calls a procedure of the host that runs, with as little as it takes. */
export async function callWarmHost(options: WarmCallOptions): Promise<WarmCall> {
  const wish = readWish(options);
  if (wish === undefined) return nothing;
  let read: { stdin?: Uint8Array; key?: string; silentSince?: number } = {};
  try {
    const host = await findWarmHost(realpathSync.native(wish.project), options.version);
    if (host === undefined) return nothing;
    const input = await readInput(options, wish.input);
    if (wish.input === '-') read = { stdin: input };
    if (input.length > mostBytes) return { reply: undefined, ...read };
    if (createJsonScale().add(input) !== undefined) return { reply: undefined, ...read };
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(input));
    // Not before the input is there, which may take longer than a host keeps a silent connection.
    read = { ...read, silentSince: performance.now() };
    const socket = await connectHost(host, proofMs);
    // From here on it may have been done: who goes on does so under its key.
    const key = createIdMint(fewRandomBytes)();
    read = { ...(read.stdin && { stdin: read.stdin }), key };
    const reply = await askSocket(socket, {
      token: host.token,
      procedure: wish.procedure,
      input,
      key,
    });
    return reply === undefined ? { reply, ...read } : { reply, json: wish.json };
  } catch {
    // All of Weft says what is wrong, if it is still so.
    return { reply: undefined, ...read };
  }
}

/** Where the host of a project listens, if this version asks it as it is. `project`: its real path. */
export async function findWarmHost(
  project: string,
  version: string,
): Promise<{ readonly address: string; readonly token: string } | undefined> {
  const host = await readHostFile(hostPlace(findUserDataDir(), project).file);
  if (host === undefined || !isAsked(host.owner, version)) return undefined;
  return { address: host.owner.address, token: host.token };
}

/** A connection to it, at whose other end somebody knows the token. */
export const connectHost = (
  host: { readonly address: string; readonly token: string },
  patienceMs: number,
): Promise<Socket> => connectProven(host, patienceMs);

interface SocketQuestion {
  readonly token: string;
  readonly procedure: string;
  /** JSON. */
  readonly input: Buffer;
  /** Under which it can be asked again; who never does needs none. */
  readonly key?: string;
  /** After so long without a word it is given up, which cancels the call; without it, the call may take as long as it does. */
  readonly answerMs?: number;
}

/** Asks over a proven connection, which ends with the answer; undefined where none came, or another host is to be asked. */
export function askSocket(
  socket: Socket,
  { token, procedure, input, key, answerMs: patienceMs }: SocketQuestion,
): Promise<{ readonly ok: boolean; readonly value?: unknown } | undefined> {
  if (patienceMs !== undefined) socket.setTimeout(patienceMs, () => socket.destroy());
  const headers = [
    `POST /procedures/${encodeURIComponent(procedure)} HTTP/1.1`,
    `Host: ${socketHost}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${input.length}`,
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    'Weft-Door: cli',
    'Connection: close',
  ];
  return new Promise((resolve, reject) => {
    // Its end was told already, and is told nobody again.
    if (socket.destroyed) reject(new Error('the connection has ended'));
    const chunks: Buffer[] = [];
    socket
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        const answer = readAnswer(Buffer.concat(chunks));
        if (answer === undefined) return;
        try {
          resolve(readReply(answer));
        } catch (error) {
          reject(error);
        }
        socket.destroy();
      })
      .on('error', reject)
      .on('close', () => resolve(undefined));
    socket.write(Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), input]));
  });
}

interface Wish {
  readonly procedure: string;
  readonly input: string | undefined;
  readonly project: string;
  readonly json: boolean;
}

/** Undefined for all that is not the plainest of calls. */
function readWish({ values, env, terminal: { cwd } }: WarmCallOptions): Wish | undefined {
  if (env.WEFT_HOST === 'off' || env.WEFT_TRUST === '1') return undefined;
  const { plain, given, json, isPlain } = readValues(values.slice(1));
  const [procedure, input, ...others] = plain;
  if (!isPlain || procedure === undefined || others.length > 0 || openingProcedures.includes(procedure))
    return undefined;
  const folder = given === undefined ? findProject(cwd, undefined) : resolve(cwd, given);
  if (folder === null || !existsSync(join(folder, '.codebolt'))) return undefined;
  return { procedure, input, json, project: folder };
}

function readValues(values: readonly string[]) {
  const plain: string[] = [];
  const read: { given: string | undefined; json: boolean; isPlain: boolean } = {
    given: undefined,
    json: false,
    isPlain: true,
  };
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? '';
    if (value === '--json') read.json = true;
    else if (value === '--project' && values[at + 1]) read.given = values[++at];
    // What it is, and what is wrong with it, all of Weft knows.
    else if (value === '' || (value.startsWith('-') && value !== '-')) read.isPlain = false;
    else plain.push(value);
  }
  return { ...read, plain };
}

async function readInput({ terminal }: WarmCallOptions, input: string | undefined): Promise<Buffer> {
  if (input === undefined) return Buffer.from('{}');
  if (input !== '-') return readFileSync(resolve(terminal.cwd, input));
  const parts: Uint8Array[] = [];
  for await (const part of terminal.stdin) parts.push(part);
  return Buffer.concat(parts);
}

interface WholeAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

/** Undefined while it is not whole. */
function readAnswer(answer: Buffer): WholeAnswer | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = answer.subarray(0, end).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  const length = /\r\ncontent-length: *(\d+)(?:\r\n|$)/i.exec(head)?.[1];
  const body = answer.subarray(end + 4);
  return body.length === Number(length) ? { status, head, body } : undefined;
}

type ReadReply =
  | { readonly ok: true; readonly value: unknown; readonly warnings?: unknown }
  | {
      readonly ok: false;
      readonly error: { readonly code: string; readonly message?: unknown; readonly details?: unknown };
    };

/** The reply of an answer; undefined where it is none, and where another host is to be asked. */
function readReply(answer: WholeAnswer | undefined): ReadReply | undefined {
  if (answer === undefined) return undefined;
  const { status, head, body } = answer;
  const value: unknown = JSON.parse(body.toString('utf8'));
  if (status >= 200 && status < 300) return { ok: true, value, ...readWarnings(head) };
  const { code, message, details } = isJsonObject(value) ? value : {};
  if (typeof code !== 'string' || ['moved', 'unauthorized'].includes(code)) return undefined;
  return { ok: false, error: { code, message, ...(details !== undefined && { details }) } };
}

function readWarnings(head: string): { readonly warnings?: unknown } {
  const said = /\r\nweft-warnings: *([^\r]*)/i.exec(head)?.[1];
  return said === undefined ? {} : { warnings: JSON.parse(said) };
}
