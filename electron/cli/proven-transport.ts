import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { ServerWay, TransportRequest, TransportResponse } from '../sdk/transport.ts';
import { connectProven, hostHeader, type ServerPlace } from './prove-connection.ts';

/** More than the server's own, so that what it announces counts: a connection is let go before the server closes it. */
const idleMs = 60_000;

/**
 * Reaches one server, over connections of which each was proved before anything else is sent on it. A proof holds for
 * its connection alone: the process at the other end cannot be exchanged, whoever listens on the port later.
 */
export function provenWay(place: ServerPlace): ServerWay {
  const agent = new ProvenAgent(place);
  return {
    server: new URL(`http://${hostHeader(place)}`),
    token: place.token,
    send: (address, call) => sendOver(agent, address, call),
    openSocket: address => {
      agent.letGoOfRested();
      const socket = new WebSocket(address, { agent });
      // A failed connection is told by its close.
      socket.on('error', () => {});
      return socket;
    },
  };
}

class ProvenAgent extends Agent {
  readonly #place: ServerPlace;
  /** When a connection that rests is let go, as `performance.now()` counts. */
  readonly #restsUntil = new WeakMap<Duplex, number>();

  constructor(place: ServerPlace) {
    super({ keepAlive: true, timeout: idleMs });
    this.#place = place;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const keeps: unknown = super.keepSocketAlive(socket);
    // What the server has announced, by now.
    const timeout = socket instanceof Socket ? socket.timeout : undefined;
    this.#restsUntil.set(socket, performance.now() + (timeout ?? idleMs));
    return keeps === true;
  }

  /** A program that was busy hears late that its time is over, and that the server has ended it. */
  letGoOfRested(): void {
    const now = performance.now();
    for (const socket of Object.values(this.freeSockets).flat())
      if (socket !== undefined && now >= (this.#restsUntil.get(socket) ?? 0)) socket.destroy();
  }

  override createConnection(
    { stoppedBy }: ProvenOptions,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    connectProven(this.#place, undefined, stoppedBy).then(
      socket => callback?.(null, socket),
      // Whoever hears of an error looks at nothing else.
      (error: Error) => callback?.(error, undefined as never),
    );
  }
}

/** Node ends a request that has no connection yet once it has one; the signal ends the connection as well. */
interface ProvenOptions extends RequestOptions {
  readonly stoppedBy?: AbortSignal | undefined;
}

function sendOver(
  agent: ProvenAgent,
  address: URL,
  { method, headers, body, signal }: TransportRequest,
): Promise<TransportResponse> {
  agent.letGoOfRested();
  return new Promise((resolve, reject) => {
    const options: ProvenOptions = { agent, method, headers, signal, stoppedBy: signal };
    const asking: ClientRequest = request(address, options);
    asking.once('error', reject);
    asking.once('response', response => resolve(answerOf(response)));
    // Bytes: Node would join a text with the head, and write the bytes of headers in UTF-8 once more.
    asking.end(Buffer.from(body));
  });
}

/** What of an answer is read, without a `Response` and its streams, which take longer than most calls. */
function answerOf(response: IncomingMessage): TransportResponse {
  const status = response.statusCode ?? 0;
  const text = textOf(response);
  // Whoever reads no text does not care either how it ended.
  text.catch(() => undefined);
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get(name) {
        const value = response.headers[name];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
    text: () => text,
  };
}

function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    response.once('error', reject);
    response.once('close', () => reject(new Error('the connection ended before the answer')));
  });
}
