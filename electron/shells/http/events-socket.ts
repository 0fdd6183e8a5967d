import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type {
  EventsMessage,
  EventsSubscribed,
  StreamedEvent,
  WeftEvent,
} from '../../../shared/contract/events.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject, type JsonObject, tryParseJson } from '../../../shared/model/json.ts';
import { problemsFromIssues, sumUpProblems } from '../../../shared/model/problem.ts';

interface EventsSocketOptions {
  subscribe(listener: (event: WeftEvent) => void): () => void;
  isToken(candidate: string): boolean;
  /** Told when the client of a connection has sent the token. */
  onProven(connection: Duplex): void;
}

export interface EventsSocket {
  /** Takes over a connection that the gate let through. An unproven one must send `{"token": "..."}` first. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, proven: boolean): void;
  close(): void;
}

interface Client {
  readonly socket: WebSocket;
  readonly connection: Duplex;
  proven: boolean;
  /** Set by `{"subscribe": {"request_id": "..."}}`: then only this assembly's events are sent. */
  requestId?: string | undefined;
}

/** All events of one launch, counted, so that whoever comes back knows whether something passed meanwhile. */
interface Stream {
  readonly id: string;
  position: number;
}

const proofTimeoutMs = 5000;
/** More than this unsent means that the client does not keep up: it is dropped, never waited for. */
const maxBufferedBytes = 8 * 1024 * 1024;
/** What is misspelt is refused: without an id all events would be sent. */
const messageSchema = z.strictObject({
  token: z.string().optional(),
  subscribe: z.strictObject({ request_id: z.string().optional() }).optional(),
  after: z.strictObject({ stream: z.string(), position: z.number() }).optional(),
});

const closeCodes = { unauthorized: 4401, malformed: 4400, silent: 1013 } as const;

/** The WebSocket `/events`: every event of the app as one JSON text message, and an answer to each message. */
export function createEventsSocket(options: EventsSocketOptions): EventsSocket {
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false });
  const clients = new Set<Client>();
  const stream: Stream = { id: randomUUID(), position: 0 };
  const unsubscribe = options.subscribe(event => {
    stream.position += 1;
    broadcast(clients, { ...event, position: stream.position });
  });
  return {
    accept(request, socket, head, proven) {
      server.handleUpgrade(request, socket, head, webSocket => {
        const client: Client = { socket: webSocket, connection: socket, proven };
        clients.add(client);
        attend(client, { ...options, stream }, () => clients.delete(client));
      });
    },
    close() {
      unsubscribe();
      for (const client of clients) client.socket.terminate();
      server.close();
    },
  };
}

interface Reception extends EventsSocketOptions {
  readonly stream: Stream;
}

function attend(client: Client, options: Reception, leave: () => void): void {
  const { socket } = client;
  const timer = setTimeout(() => {
    // It may have come, to a program that was too busy to read it: whoever was there once comes again.
    if (!client.proven) socket.close(closeCodes.silent, 'no token came');
  }, proofTimeoutMs);
  socket.on('message', data => receive(client, data, options));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(timer);
    leave();
  });
}

function receive(client: Client, data: RawData, { isToken, onProven, stream }: Reception): void {
  const message = parseMessage(data);
  if (message === undefined) {
    client.socket.close(closeCodes.malformed, 'send JSON objects');
    return;
  }
  if (!client.proven) {
    client.proven = typeof message.token === 'string' && isToken(message.token);
    if (!client.proven) {
      client.socket.close(closeCodes.unauthorized, 'this is not the token of this launch');
      return;
    }
    onProven(client.connection);
  }
  const checked = checkShape(messageSchema, message);
  if (!checked.ok) {
    client.socket.close(closeCodes.malformed, closeReason(checked.issues));
    return;
  }
  const { subscribe, after } = checked.value;
  if (subscribe !== undefined) client.requestId = subscribe.request_id;
  send(client, JSON.stringify(subscribed(stream, after)));
}

/** What is wrong, in the 123 bytes that a closing frame has for it. */
function closeReason(issues: readonly z.core.$ZodIssue[]): string {
  const said = sumUpProblems(problemsFromIssues(issues), 'it is no message to /events');
  return said.replace(/[^ -~]/g, '?').slice(0, 123);
}

function subscribed({ id, position }: Stream, after: EventsMessage['after']): EventsSubscribed {
  const standing = { event: 'events:subscribed', stream: id, position } as const;
  if (after === undefined) return standing;
  return { ...standing, missed: after.stream === id ? Math.max(0, position - after.position) : null };
}

function parseMessage(data: RawData): JsonObject | undefined {
  const value = tryParseJson(data.toString());
  return isJsonObject(value) ? value : undefined;
}

function broadcast(clients: ReadonlySet<Client>, event: StreamedEvent): void {
  const listeners = [...clients].filter(client => client.proven && wants(client, event));
  if (listeners.length === 0) return;
  const text = JSON.stringify(event);
  for (const client of listeners) send(client, text);
}

function send({ socket }: Client, text: string): void {
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(text);
}

function wants(client: Client, event: WeftEvent): boolean {
  if (client.requestId === undefined) return true;
  return 'request_id' in event && event.request_id === client.requestId;
}
