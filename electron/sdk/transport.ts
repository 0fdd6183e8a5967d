/** What of an answer is read. */
export interface TransportResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: 'error';
  readonly signal: AbortSignal;
}

export interface SocketClosing {
  readonly code: number;
  readonly reason?: string;
}

/** What of a WebSocket is used. */
export interface EventSocket {
  /** 1 while it is open. */
  readonly readyState: number;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: SocketClosing) => void): void;
  send(text: string): void;
  close(): void;
}

/** How a client reaches the server that it was given. */
interface Transport {
  send(address: URL, call: TransportRequest): Promise<TransportResponse>;
  openSocket(address: URL): EventSocket;
}

/** A server, what it knows its clients by, and how it is reached. */
export interface ServerWay extends Transport {
  readonly server: URL;
  readonly token?: string | undefined;
  /** What goes with each call, e.g. the door on whose behalf it is asked. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Where to ask now: a server that is looked for may be another one after a break. Fails with `WeftError`. */
export type FindWay = () => ServerWay | Promise<ServerWay>;

/** As the platform does it. */
export const platformTransport: Transport = {
  send: (address, call) => fetch(address, call),
  openSocket: address => new WebSocket(address),
};
