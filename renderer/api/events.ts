import type { StudioEvent } from './bridge.ts';

const reconnectMs = 2000;

/** Listens to events of the host, through the preload or a WebSocket that reconnects; returns how to stop. */
export function subscribe(listener: (event: StudioEvent) => void): () => void {
  if (window.weft) return window.weft.on(listener);
  const connection = { stopped: false, socket: open(listener, () => reconnect()) };
  function reconnect(): void {
    if (connection.stopped) return;
    setTimeout(() => {
      if (!connection.stopped) connection.socket = open(listener, reconnect);
    }, reconnectMs);
  }
  return () => {
    connection.stopped = true;
    connection.socket.close();
  };
}

function open(listener: (event: StudioEvent) => void, onClosed: () => void): WebSocket {
  const address = new URL('/events', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  socket.addEventListener('message', message => listener(JSON.parse(String(message.data)) as StudioEvent)); // our own server's frames
  socket.addEventListener('close', onClosed, { once: true });
  return socket;
}
