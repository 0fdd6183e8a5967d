import type { StudioEvent } from './bridge.ts';
import { call } from './call.ts';
import { noteLost } from './connection.ts';

const reconnectMs = 2000;

/** Between them they lead to everything that the studio has read: definitions, content, trust, and what agents tell. */
const everything = [
  'samples',
  'documents',
  'trust',
  'config',
  'ledger',
  'handoff',
  'conversations',
  'topics',
  'health',
  'flights',
  'recordings',
] as const;

/** Who listens in this page, and the one connection for all of them. */
const shared: { readonly listeners: Set<Listener>; connection?: Connection | undefined } = {
  listeners: new Set(),
};

type Listener = (event: StudioEvent) => void;

/** Listens to events of the host, through the preload or a WebSocket that reconnects; returns how to stop. */
export function subscribe(listener: Listener): () => void {
  if (window.weft) return window.weft.on(listener);
  // The same function may listen twice.
  const own: Listener = event => listener(event);
  shared.listeners.add(own);
  shared.connection ??= open();
  return () => {
    shared.listeners.delete(own);
    if (shared.listeners.size > 0) return;
    shared.connection?.close();
    shared.connection = undefined;
  };
}

interface Connection {
  close(): void;
}

function open(): Connection {
  const state: ConnectionState = { stopped: false };
  connect(state);
  return {
    close() {
      state.stopped = true;
      state.socket?.close();
    },
  };
}

interface ConnectionState {
  stopped: boolean;
  socket?: WebSocket;
}

function connect(state: ConnectionState): void {
  const address = new URL('/events', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  state.socket = socket;
  const opened = { current: false };
  socket.addEventListener('open', () => {
    opened.current = true;
    noteLost();
    // What passed while there was no connection is unknown, so everything counts as changed: also at the first time, as
    // what was read by then may have changed since.
    for (const what of everything) tell({ event: 'project:changed', what });
  });
  socket.addEventListener(
    'message',
    message => tell(JSON.parse(String(message.data)) as StudioEvent), // our own server's frames
  );
  const onClose = () => {
    // A connection that was not even made does not say why; an answer does.
    if (!opened.current && !state.stopped) call('project.info', {}).catch(() => undefined);
    reconnect(state);
  };
  socket.addEventListener('close', onClose, { once: true });
}

function tell(event: StudioEvent): void {
  for (const listener of shared.listeners) listener(event);
}

function reconnect(state: ConnectionState): void {
  if (state.stopped) return;
  setTimeout(() => {
    if (!state.stopped) connect(state);
  }, reconnectMs);
}
