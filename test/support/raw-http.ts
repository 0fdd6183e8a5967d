import { connect } from 'node:net';

export interface RawRequest {
  readonly method: string;
  /** Sent as it is, which no client library would do. */
  readonly target: string;
  /** Lines of the head. */
  readonly headers: readonly string[];
  readonly body?: string;
}

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly text: string;
}

/** Writes a request to a server of this machine byte by byte and reads until the server closes, or has switched protocols. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method, target, headers, body = '' } = request;
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const read = () => {
      const text = Buffer.concat(chunks).toString('latin1');
      return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
    };
    const finish = () => {
      socket.destroy();
      resolve(read());
    };
    socket.on('data', chunk => {
      chunks.push(chunk);
      if (read().status === 101) finish();
    });
    socket.on('error', () => {}); // a refused body may be answered by a reset; what came before counts
    socket.on('close', finish);
    socket.write(
      Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`, 'latin1'),
    );
  });
}

/** Runs `work` over all items, at most so many at a time. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
