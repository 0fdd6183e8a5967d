import type {
  EventsMessage,
  EventsSubscribed,
  StreamedEvent,
  StreamPosition,
} from '../../shared/contract/events.ts';
import type { SubscribeOptions, Subscription } from './client-types.ts';
import type { EventSocket, FindWay, ServerWay, SocketClosing } from './transport.ts';
import { WeftError } from './weft-error.ts';

const closedUnauthorized = 4401;
const closedMalformed = 4400;
const reconnectMs = { first: 250, most: 5000 } as const;

type Listener = (event: StreamedEvent) => void;

/** One subscription over its connections. */
interface Following {
  readonly find: FindWay;
  readonly listener: Listener;
  readonly options: SubscribeOptions;
  readonly ready: { resolve(): void; reject(error: WeftError): void };
  socket?: EventSocket;
  timer?: ReturnType<typeof setTimeout>;
  closed: boolean;
  waitMs: number;
  /** What was seen last, to tell a gap after a break. */
  seen?: StreamPosition;
  /** Who waits for the answer to a message, in the order in which they were sent. */
  readonly waiting: (() => void)[];
}

/** Listens at `/events`; once it was heard, again and again until it is closed. */
export function subscribeEvents(
  find: FindWay,
  listener: Listener,
  options: SubscribeOptions = {},
): Subscription {
  const { promise, resolve, reject } = withResolvers();
  // Whoever does not wait for it must not crash by it.
  promise.catch(() => undefined);
  const following: Following = {
    find,
    listener,
    options,
    ready: { resolve, reject },
    closed: false,
    waitMs: reconnectMs.first,
    waiting: [],
  };
  const close = () => end(following, new WeftError('aborted', 'the subscription was closed'));
  options.signal?.addEventListener('abort', close, { once: true });
  if (options.signal?.aborted) close();
  else void connect(following);
  return { ready: promise, caughtUp: () => catchUp(following), close };
}

async function connect(following: Following): Promise<void> {
  try {
    const way = await following.find();
    if (!following.closed) listen(following, way);
  } catch (error) {
    if (!(error instanceof WeftError)) throw error;
    lost(following, error);
  }
}

function listen(following: Following, way: ServerWay): void {
  const address = new URL('/events', way.server);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = way.openSocket(address);
  following.socket = socket;
  socket.addEventListener('open', () => socket.send(JSON.stringify(firstMessage(following, way))));
  socket.addEventListener('message', ({ data }) => hear(following, JSON.parse(String(data)) as Message)); // the server's own frames
  socket.addEventListener('close', closing => broken(following, closing, way));
}

function firstMessage(following: Following, { token }: ServerWay): EventsMessage {
  const { seen } = following;
  return {
    ...(token === undefined ? {} : { token }),
    subscribe: wanted(following),
    ...(seen === undefined ? {} : { after: seen }),
  };
}

const wanted = ({ options: { requestId } }: Following): NonNullable<EventsMessage['subscribe']> =>
  requestId === undefined ? {} : { request_id: requestId };

/** The server answers each message, behind all that it sent before. */
function catchUp(following: Following): Promise<void> {
  const { socket, seen, closed, waiting } = following;
  if (closed || seen === undefined || socket?.readyState !== 1) return Promise.resolve();
  return new Promise(resolve => {
    waiting.push(resolve);
    // Without a position: what passed for others is no gap.
    socket.send(JSON.stringify({ subscribe: wanted(following) }));
  });
}

type Message = EventsSubscribed | StreamedEvent;

function hear(following: Following, message: Message): void {
  if (following.closed) return;
  if (message.event !== 'events:subscribed') {
    if (following.seen) following.seen = { ...following.seen, position: message.position };
    following.listener(message);
    return;
  }
  const { stream, position, missed } = message;
  following.seen = { stream, position };
  following.waitMs = reconnectMs.first;
  following.ready.resolve();
  following.waiting.shift()?.();
  if (missed === undefined || missed === 0) return;
  // All events are counted, whomever they are for.
  following.options.onGap?.(following.options.requestId === undefined ? missed : null);
}

function broken(following: Following, { code, reason }: SocketClosing, { server }: ServerWay): void {
  for (const resolve of following.waiting.splice(0)) resolve();
  if (following.closed) return;
  if (code === closedUnauthorized) {
    fail(following, new WeftError('unauthorized', 'this is not the token of this launch'));
    return;
  }
  if (code === closedMalformed) {
    fail(following, new WeftError('invalid_input', reason ?? 'the server refuses this subscription'));
    return;
  }
  const { origin } = server;
  lost(following, new WeftError('unreachable', `Weft does not answer at ${origin}, or refuses this page`));
}

/** Like a call: only what was there once is waited for. */
function lost(following: Following, reason: WeftError): void {
  if (following.seen === undefined) {
    fail(following, reason);
    return;
  }
  following.timer = setTimeout(() => void connect(following), following.waitMs);
  following.waitMs = Math.min(following.waitMs * 2, reconnectMs.most);
}

/** Whoever waits for `ready` hears it there. */
function fail(following: Following, reason: WeftError): void {
  end(following, reason);
  if (following.seen !== undefined) following.options.onEnd?.(reason);
}

function end(following: Following, reason: WeftError): void {
  following.closed = true;
  for (const resolve of following.waiting.splice(0)) resolve();
  clearTimeout(following.timer);
  following.socket?.close();
  following.ready.reject(reason);
}

function withResolvers(): { promise: Promise<void>; resolve(): void; reject(error: WeftError): void } {
  const parts: { resolve(): void; reject(error: WeftError): void } = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<void>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { promise, ...parts };
}
