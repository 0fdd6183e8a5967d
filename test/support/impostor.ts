import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Impostor {
  readonly port: number;
  /** All that was sent to it, by whomever. */
  received(): string;
  /** How many connections were made. */
  connections(): number;
}

/** What an impostor says to a request; undefined keeps it silent. */
export type Say = (request: string) => Promise<string | undefined> | string | undefined;

/** Listens where a server was, records what it is told, and answers whatever it likes. */
export async function startImpostor(say: Say, port = 0, address = '127.0.0.1'): Promise<Impostor> {
  const chunks: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', async data => {
      chunks.push(data.toString('latin1'));
      const answer = await say(data.toString('latin1'));
      if (answer !== undefined) socket.write(answer);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has one
    received: () => chunks.join(''),
    connections: () => sockets.size,
  };
}

/** An answer as Weft would give it. */
export function httpJson(value: unknown): string {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The nonce of a request for a proof. */
export function nonceOf(request: string): string | undefined {
  return /^GET \/proof\?nonce=([\w-]+) /.exec(request)?.[1];
}
