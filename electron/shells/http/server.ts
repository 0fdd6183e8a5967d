import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { WeftEvent } from '../../../shared/contract/events.ts';
import type { ToolChoice } from '../../../shared/contract/tool-sets.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { answerUnread } from './answer-unread.ts';
import { headerText, longestHeader } from './ask.ts';
import { ownHosts } from './bind-address.ts';
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts';
import type { Credentials } from './credentials.ts';
import { createEventsSocket, type EventsSocket } from './events-socket.ts';
import { type GateRules, judge, type Refusal, type Verdict } from './gate.ts';
import { listen, listenOnSocket } from './listen.ts';
import { createMcpDoor } from './mcp-door.ts';
import { type Answer, problemAnswer } from './problem-response.ts';
import { createOpenRoutes, createRoutes, type HostRoutes, isOpenRoute } from './routes.ts';
import { socketHost } from './server-proof.ts';

interface HttpShellOptions {
  readonly dispatch: Dispatch;
  subscribe(listener: (event: WeftEvent) => void): () => void;
  readonly credentials: Credentials;
  readonly bundleDir: string;
  /** Folder of `sdk.js`, for the pages served here. */
  readonly sdkDir: string;
  readonly version: string;
  readonly listenAt: ListenAt;
  /** The paths of a project's host. */
  readonly host?: HostRoutes;
  /** At /mcp no tool that writes is offered. */
  readonly mcpReadOnly?: boolean;
  /** Which tools are offered at /mcp, unless `?tools=` says otherwise; `default` where absent. */
  readonly mcpTools?: readonly ToolChoice[];
  logFailure(error: unknown): void;
}

/** A port of this machine, or a socket in a folder that only this user enters. */
type ListenAt =
  | {
      /** Checked by `checkBindAddress`. */
      readonly address: string;
      readonly allowRemote: boolean;
      readonly port: number;
      /** Take the next free port when `port` is taken. */
      readonly orNextPort: boolean;
    }
  | { readonly socketPath: string };

export interface HttpShell {
  /** The IP address it really listens on, or the path of its socket. */
  readonly address: string;
  /** 0 for a socket. */
  readonly port: number;
  readonly origin: string;
  /** How many are connected now. */
  connections(): number;
  close(): Promise<void>;
}

/** Bounds on slow and fat clients. */
const serverLimits = {
  headersTimeout: 5_000,
  requestTimeout: 60_000,
  // How often Node looks for heads that are late; its own half a minute would be their real time.
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
  // The gate answers a missing Host itself, like every other hostile head.
  requireHostHeader: false,
} as const;

/** Serves the studio, REST and events on one address, behind one gate. */
export async function startHttpShell(options: HttpShellOptions): Promise<HttpShell> {
  const server = createServer(serverLimits);
  const bounds = boundConnections<Duplex>();
  server.on('connection', socket => bounds.admit(socket));
  // Headers beyond a count would be dropped silently, before the gate sees them; their size is bounded instead.
  server.maxHeadersCount = 0;
  const connected = countConnections(server);
  const place = await startListening(server, options.listenAt);
  const { address, port, socketPath } = place;
  const routeOptions = { ...options, socketPath, cookieName: cookieName(port), mcp: createMcpDoor(options) };
  const open = createOpenRoutes(routeOptions);
  const rules = gateRules(options, place, open);
  const events = createEventsSocket({
    subscribe: options.subscribe,
    isToken: options.credentials.isToken,
    onProven: bounds.know,
  });
  const judgeRequest = noteVerdict(rules, bounds);
  attachRequests(server, judgeRequest, open, createRoutes(routeOptions, open));
  attachUpgrades(server, judgeRequest, events);
  const { origin } = place;
  const connections = () => connected.size;
  return { address, port, origin, connections, close: () => close(server, events, connected) };
}

interface ListeningPlace extends Pick<GateRules, 'hosts' | 'allowRemote'> {
  readonly address: string;
  readonly port: number;
  readonly origin: string;
  readonly socketPath: string | undefined;
}

async function startListening(server: Server, at: ListenAt): Promise<ListeningPlace> {
  if ('socketPath' in at) {
    const { socketPath } = at;
    await listenOnSocket(server, socketPath);
    // Who may come is decided by the folder it stands in; a socket has no address of who comes.
    const gate = { hosts: new Set([socketHost]), allowRemote: true };
    return { ...gate, address: socketPath, port: 0, origin: `http://${socketHost}`, socketPath };
  }
  const { allowRemote } = at;
  const { address, port } = await listen(server, at.address, at.port, at.orNextPort);
  const host = at.address.includes(':') ? `[${at.address}]` : at.address;
  const hosts = ownHosts(at.address, port, allowRemote);
  return { hosts, allowRemote, address, port, origin: `http://${host}:${port}`, socketPath: undefined };
}

function countConnections(server: Server): ReadonlySet<Duplex> {
  const connected = new Set<Duplex>();
  server.on('connection', socket => {
    connected.add(socket);
    socket.once('close', () => connected.delete(socket));
  });
  return connected;
}

function gateRules(options: HttpShellOptions, place: ListeningPlace, open: Hono): GateRules {
  return {
    hosts: place.hosts,
    allowRemote: place.allowRemote,
    cookieName: cookieName(place.port),
    isOpen: (method, path) => isOpenRoute(open, method, path),
    isToken: options.credentials.isToken,
    isSession: options.credentials.isSession,
  };
}

/** Strangers have a router of their own: a path that it does not know cannot answer them, whatever the gate made of it. */
function attachRequests(server: Server, judgeRequest: JudgeRequest, open: Hono, all: Hono): void {
  const options = { overrideGlobalObjects: false };
  const handleStranger = getRequestListener(open.fetch, options);
  const handleKnown = getRequestListener(all.fetch, options);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    repeatRequestId(request, response);
    const verdict = judgeRequest(request, false);
    if (!verdict.ok) answerUnread({ incoming: request, outgoing: response }, refusalAnswer(verdict));
    else if (verdict.visitor === 'page') void handleStranger(request, response);
    else void handleKnown(request, response);
  });
}

/** So that logs of both sides can be laid beside each other, whatever was asked and answered. */
function repeatRequestId({ headers }: IncomingMessage, response: ServerResponse): void {
  const id = headers['x-request-id'];
  if (typeof id === 'string' && headerText(id).length <= longestHeader)
    response.setHeader('x-request-id', id);
}

function attachUpgrades(server: Server, judgeRequest: JudgeRequest, events: EventsSocket): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const verdict = judgeRequest(request, true);
    if (!verdict.ok) refuseUpgrade(socket, verdict.status);
    else if (request.url !== '/events' || request.method !== 'GET') refuseUpgrade(socket, 404);
    else events.accept(request, socket, head, verdict.visitor !== 'unproven');
  });
}

type JudgeRequest = (request: IncomingMessage, upgrade: boolean) => Verdict;

/** Asks the gate, and lets the bounds know what it said of this connection. */
function noteVerdict(rules: GateRules, bounds: ConnectionBounds<Duplex>): JudgeRequest {
  return ({ method = '', url = '', rawHeaders, socket }, upgrade) => {
    const verdict = judge({ method, target: url, rawHeaders, remote: socket.remoteAddress, upgrade }, rules);
    if (verdict.ok && (verdict.visitor === 'token' || verdict.visitor === 'browser')) bounds.know(socket);
    else bounds.noteHead(socket);
    return verdict;
  };
}

const refusalCodes: Record<Refusal['status'], ErrorCode> = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'forbidden',
  405: 'unsupported',
  415: 'unsupported',
  421: 'forbidden',
};

function refusalAnswer({ status, reason }: Refusal): Answer {
  return problemAnswer({ code: refusalCodes[status], message: reason }, status);
}

/** Node counts it as none of its own any more: a client that never ends its side would keep the server from ending. */
function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Browsers send cookies to all ports of a machine; the port in the name keeps two servers apart. */
function cookieName(port: number): string {
  return `weft-session-${port}`;
}

function close(server: Server, events: EventsSocket, connected: ReadonlySet<Duplex>): Promise<void> {
  events.close();
  return new Promise(resolve => {
    server.close(() => resolve());
    // Also those that were upgraded, which `closeAllConnections` does not know.
    for (const socket of connected) socket.destroy();
  });
}
