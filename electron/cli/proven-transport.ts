import { Agent, type ClientRequest, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { isJsonObject } from '../../shared/model/json.ts';
import type { Answer, Call, Transport } from '../sdk/transport.ts';
import { authorityOf, createNonce, isServerProof } from '../shells/http/server-proof.ts';

/** Where a server should be, and the secret that it should know. */
export interface ServerPlace {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
  readonly token: string;
}

const proofTimeoutMs = 5000;
/** A proof and its head, with room to spare. */
const maxProofBytes = 8192;
/** More than the server's own, so that what it announces counts: a connection is let go before the server closes it. */
const idleMs = 60_000;

/**
 * Reaches one server, over connections of which each was proved before anything else is sent on it. A proof holds for
 * its connection alone: the process at the other end cannot be exchanged, whoever listens on the port later.
 */
export function provenTransport(place: ServerPlace): Transport {
  const agent = new ProvenAgent(place);
  return {
    send: (address, call) => sendOver(agent, address, call),
    openSocket: address => {
      const socket = new WebSocket(address, { agent });
      // A failed connection is told by its close.
      socket.on('error', () => {});
      return socket;
    },
  };
}

class ProvenAgent extends Agent {
  readonly #place: ServerPlace;

  constructor(place: ServerPlace) {
    super({ keepAlive: true, timeout: idleMs });
    this.#place = place;
  }

  override createConnection(_: unknown, callback?: (error: Error | null, socket: Socket) => void): undefined {
    const socket = connect(this.#place.port, this.#place.address);
    proveConnection(socket, this.#place).then(
      () => callback?.(null, socket),
      (error: Error) => callback?.(error, socket.destroy()),
    );
  }
}

function sendOver(agent: Agent, address: URL, { method, headers, body, signal }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking: ClientRequest = request(address, { agent, method, headers, signal });
    asking.once('error', reject);
    asking.once('response', response => {
      const { statusCode = 0, headers: answered } = response;
      const warnings = answered['weft-warnings'];
      const init = {
        status: statusCode,
        headers: typeof warnings === 'string' ? { 'weft-warnings': warnings } : {},
      };
      resolve(new Response(Readable.toWeb(response) as ReadableStream, init)); // the same class under two names
    });
    asking.end(body);
  });
}

/** Resolves once the other end has shown that it knows the token; rejects when it has not, whatever it says. */
async function proveConnection(socket: Socket, { address, port, token }: ServerPlace): Promise<void> {
  const authority = authorityOf(address, port);
  const nonce = createNonce();
  socket.write(`GET /proof?nonce=${nonce} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const proof = await readProof(socket);
  if (!isServerProof(proof, token, authority, nonce))
    throw new Error(`what listens on ${authority} is not the Weft that wrote the token file`);
}

/** Reads one answer, and nothing beyond it. */
function readProof(socket: Socket): Promise<string> {
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
    const timer = setTimeout(() => fail(new Error('no proof came')), proofTimeoutMs);
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
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) && typeof value.proof === 'string' ? value.proof : '';
  } catch {
    return '';
  }
}
