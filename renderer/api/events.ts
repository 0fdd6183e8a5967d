import type { StudioEvent } from './bridge.ts';

const reconnectMs = 2000;

/** Between them they lead to everything that the studio has read: definitions, content, trust. */
const everything = ['samples', 'documents', 'trust'] as const;

/** Listens to events of the host, through the preload or a WebSocket that reconnects; returns how to stop. */
export function subscribe(listener: (event: StudioEvent) => void): () => void {
  if (window.weft) return window.weft.on(listener);
  const connection: Connection = { listener, stopped: false };
  connect(connection);
  return () => {
    connection.stopped = true;
    connection.socket?.close();
  };
}

interface Connection {
  readonly listener: (event: StudioEvent) => void;
  stopped: boolean;
  socket?: WebSocket;
}

function connect(connection: Connection): void {
  const address = new URL('/events', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  const isAgain = connection.socket !== undefined;
  connection.socket = socket;
  socket.addEventListener('open', () => {
    // What passed while the connection was down is unknown, so everything counts as changed.
    if (isAgain) for (const what of everything) connection.listener({ event: 'project:changed', what });
  });
  socket.addEventListener(
    'message',
    message => connection.listener(JSON.parse(String(message.data)) as StudioEvent), // our own server's frames
  );
  socket.addEventListener('close', () => reconnect(connection), { once: true });
}

function reconnect(connection: Connection): void {
  if (connection.stopped) return;
  setTimeout(() => {
    if (!connection.stopped) connect(connection);
  }, reconnectMs);
}
