import { connect, type Socket } from 'node:net';
import { isJsonObject, tryParseJson } from '../../shared/model/json.ts';
import { fewRandomBytes } from '../platform/random-bytes.ts';
import { authorityOf, isServerProof, proveServer, socketHost } from '../shells/http/server-proof.ts';

/** Where a server should be, and the secret that it should know. */
export interface ServerPlace {
  /** An IP address; the path of a socket where there is no port. */
  readonly address: string;
  readonly port?: number | undefined;
  readonly token: string;
}

/** Of a server that is kept busy; whoever has no time so long stops it. */
const proofTimeoutMs = 15_000;
/** A proof and its head, with room to spare. */
const maxProofBytes = 8192;
/** What requests name as their host. */
export const hostHeader = ({ address, port }: ServerPlace): string =>
  port === undefined ? socketHost : authorityOf(address, port);

/** A connection at whose other end somebody knows the token; rejects when nobody shows it in time, or the caller stops it. */
export async function connectProven(
  place: ServerPlace,
  patienceMs = proofTimeoutMs,
  signal?: AbortSignal,
): Promise<Socket> {
  signal?.throwIfAborted();
  const { address, port } = place;
  const socket = port === undefined ? connect(address) : connect(port, address);
  const stop = () => socket.destroy();
  signal?.addEventListener('abort', stop);
  try {
    await proveConnection(socket, place, patienceMs);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Resolves once the other end has shown that it knows the token; rejects when it has not, whatever it says. */
async function proveConnection(socket: Socket, place: ServerPlace, patienceMs: number): Promise<void> {
  const { token } = place;
  const authority = authorityOf(place.address, place.port);
  // A question that nobody asked before.
  const nonce = Buffer.from(fewRandomBytes(32)).toString('base64url');
  socket.write(`GET /proof?nonce=${nonce} HTTP/1.1\r\nHost: ${hostHeader(place)}\r\n\r\n`);
  const expected = () => proveServer(token, authority, nonce);
  const known: { proof?: string } = {};
  // The question is on its way: both ends reckon at the same time.
  socket.once('connect', () => {
    known.proof = expected();
  });
  const proof = await readProof(socket, patienceMs);
  if (!isServerProof(proof, known.proof ?? expected()))
    throw new Error(`what listens on ${authority} is not the Weft that wrote the token file`);
}

/** Reads one answer, and nothing beyond it. */
function readProof(socket: Socket, patienceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      socket.off('data', hear).off('error', fail).off('close', fail);
      settle();
    };
    const fail = (error?: unknown) =>
      finish(() =>
        reject(error instanceof Error ? error : new Error('the connection ended before the proof')),
      );
    const hear = (chunk: Buffer) => {
      chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const proof = parseProof(bytes.toString('latin1'));
      if (proof !== undefined) finish(() => resolve(proof));
      else if (bytes.length > maxProofBytes) fail(new Error('the proof is too long'));
    };
    const timer = setTimeout(() => fail(new Error('no proof came')), patienceMs);
    socket.on('data', hear).on('error', fail).on('close', fail);
  });
}

/** The proof of a whole answer; empty for an answer that is none, undefined while it is not whole. */
function parseProof(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = /\r\ncontent-length: *(\d{1,4})\r\n/i.exec(`${head}\r\n`)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) return '';
  const body = text.slice(end + 4);
  if (body.length < Number(length)) return undefined;
  return body.length === Number(length) ? proofOf(body) : '';
}

function proofOf(body: string): string {
  const value = tryParseJson(body);
  return isJsonObject(value) && typeof value.proof === 'string' ? value.proof : '';
}
