import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { WeftEvent } from '../../../shared/contract/events.ts';
import { isJsonObject } from '../../../shared/model/json.ts';

export interface EventsSocketOptions {
  subscribe(listener: (event: WeftEvent) => void): () => void;
  isToken(candidate: string): boolean;
}

export interface EventsSocket {
  /** Takes over a connection that the gate let through. An unproven one must send `{"token": "..."}` first. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, proven: boolean): void;
  close(): void;
}

interface Client {
  readonly socket: WebSocket;
  proven: boolean;
  /** Set by `{"subscribe": {"request_id": "..."}}`: then only this assembly's events are sent. */
  requestId?: string;
}

const proofTimeoutMs = 5000;
/** More than this unsent means that the client does not keep up: it is dropped, never waited for (T4). */
const maxBufferedBytes = 8 * 1024 * 1024;
const closeCodes = { unauthorized: 4401, malformed: 4400 } as const;

/** The WebSocket `/events`: every event of the app as one JSON text message. */
export function createEventsSocket(options: EventsSocketOptions): EventsSocket {
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false });
  const clients = new Set<Client>();
  const unsubscribe = options.subscribe(event => broadcast(clients, event));
  return {
    accept(request, socket, head, proven) {
      server.handleUpgrade(request, socket, head, webSocket => {
        const client: Client = { socket: webSocket, proven };
        clients.add(client);
        attend(client, options, () => clients.delete(client));
      });
    },
    close() {
      unsubscribe();
      for (const client of clients) client.socket.terminate();
      server.close();
    },
  };
}

function attend(client: Client, options: EventsSocketOptions, leave: () => void): void {
  const { socket } = client;
  const timer = setTimeout(() => {
    if (!client.proven) socket.close(closeCodes.unauthorized, 'no token came');
  }, proofTimeoutMs);
  socket.on('message', data => receive(client, data, options));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(timer);
    leave();
  });
}

function receive(client: Client, data: RawData, options: EventsSocketOptions): void {
  const message = parseMessage(data);
  if (message === undefined) {
    client.socket.close(closeCodes.malformed, 'send JSON objects');
    return;
  }
  if (!client.proven) {
    client.proven = typeof message.token === 'string' && options.isToken(message.token);
    if (!client.proven) client.socket.close(closeCodes.unauthorized, 'this is not the token of this launch');
  }
  const { subscribe } = message;
  if (client.proven && isJsonObject(subscribe) && typeof subscribe.request_id === 'string') {
    client.requestId = subscribe.request_id;
  }
}

function parseMessage(data: RawData): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function broadcast(clients: ReadonlySet<Client>, event: WeftEvent): void {
  const listeners = [...clients].filter(client => client.proven && wants(client, event));
  if (listeners.length === 0) return;
  const text = JSON.stringify(event);
  for (const { socket } of listeners) {
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
    else socket.send(text);
  }
}

function wants(client: Client, event: WeftEvent): boolean {
  if (client.requestId === undefined) return true;
  return 'request_id' in event && event.request_id === client.requestId;
}
