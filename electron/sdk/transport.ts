/** What of an answer is read. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface Call {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: 'error';
  readonly signal: AbortSignal;
}

/** What of a WebSocket is used. */
export interface EventSocket {
  /** 1 while it is open. */
  readonly readyState: number;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
  send(text: string): void;
  close(): void;
}

/** How a client reaches the server that it was given. */
export interface Transport {
  send(address: URL, call: Call): Promise<Answer>;
  openSocket(address: URL): EventSocket;
}

/** As the platform does it. */
export const platformTransport: Transport = {
  send: (address, call) => fetch(address, call),
  openSocket: address => new WebSocket(address),
};
