import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { WeftEvent } from '../../../shared/contract/events.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { longestHeader } from './ask.ts';
import { ownHosts } from './bind-address.ts';
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts';
import type { Credentials } from './credentials.ts';
import { createEventsSocket, type EventsSocket } from './events-socket.ts';
import { type GateRules, judge, type Refusal, type Verdict } from './gate.ts';
import { listen } from './listen.ts';
import { createMcpDoor } from './mcp-door.ts';
import { problemResponse } from './problem-response.ts';
import { createOpenRoutes, createRoutes, isOpenRoute } from './routes.ts';

export interface HttpShellOptions {
  readonly dispatch: Dispatch;
  subscribe(listener: (event: WeftEvent) => void): () => void;
  readonly credentials: Credentials;
  readonly bundleDir: string;
  /** Folder of `sdk.js`, for the pages served here. */
  readonly sdkDir: string;
  readonly version: string;
  /** Checked by `checkBindAddress`. */
  readonly address: string;
  readonly allowRemote: boolean;
  readonly port: number;
  /** Take the next free port when `port` is taken. */
  readonly orNextPort: boolean;
  /** At /mcp no tool that writes is offered. */
  readonly mcpReadOnly?: boolean;
  logFailure(error: unknown): void;
}

export interface HttpShell {
  /** The IP address it really listens on. */
  readonly address: string;
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
}

/** Bounds on slow and fat clients (T4). */
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
  const { address, port } = await listen(server, options.address, options.port, options.orNextPort);
  const routeOptions = { ...options, cookieName: cookieName(port), mcp: createMcpDoor(options) };
  const open = createOpenRoutes(routeOptions);
  const rules = gateRules(options, port, open);
  const events = createEventsSocket({
    subscribe: options.subscribe,
    isToken: options.credentials.isToken,
    onProven: bounds.know,
  });
  const judgeRequest = noteVerdict(rules, bounds);
  attachRequests(server, judgeRequest, open, createRoutes(routeOptions, open));
  attachUpgrades(server, judgeRequest, events);
  const host = options.address.includes(':') ? `[${options.address}]` : options.address;
  return { address, port, origin: `http://${host}:${port}`, close: () => close(server, events) };
}

function gateRules(options: HttpShellOptions, port: number, open: Hono): GateRules {
  return {
    hosts: ownHosts(options.address, port, options.allowRemote),
    allowRemote: options.allowRemote,
    cookieName: cookieName(port),
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
    if (!verdict.ok) void answerRefusal(response, verdict);
    else if (verdict.visitor === 'page') void handleStranger(request, response);
    else void handleKnown(request, response);
  });
}

/** So that logs of both sides can be laid beside each other, whatever was asked and answered. */
function repeatRequestId({ headers }: IncomingMessage, response: ServerResponse): void {
  const id = headers['x-request-id'];
  if (typeof id === 'string' && id.length <= longestHeader) response.setHeader('x-request-id', id);
}

function attachUpgrades(server: Server, judgeRequest: JudgeRequest, events: EventsSocket): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const verdict = judgeRequest(request, true);
    if (!verdict.ok) socket.end(refusalHead(verdict.status));
    else if (request.url !== '/events' || request.method !== 'GET') socket.end(refusalHead(404));
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

async function answerRefusal(response: ServerResponse, { status, reason }: Refusal): Promise<void> {
  const answer = problemResponse({ code: refusalCodes[status], message: reason }, status);
  // The body of a refused request is not read, so the connection cannot be used again.
  response.writeHead(status, { ...Object.fromEntries(answer.headers), connection: 'close' });
  response.end(await answer.text());
}

function refusalHead(status: number): string {
  return `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

/** Browsers send cookies to all ports of a machine; the port in the name keeps two servers apart. */
function cookieName(port: number): string {
  return `weft-session-${port}`;
}

function close(server: Server, events: EventsSocket): Promise<void> {
  events.close();
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
