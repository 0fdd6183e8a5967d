import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './problem-response.ts';

/** Both ends of Node's own connection. */
export interface NodeEnds {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const mostBytes = 64 * 1024 * 1024;
const longestMs = 5000;

/**
 * Answers what is not read to its end, and closes. The rest is thrown away first, as long as that has bounds: what lies
 * unread where a connection is closed resets it, and the reset overtakes the answer.
 */
export function answerUnread({ incoming, outgoing }: NodeEnds, { status, headers, text }: Answer): void {
  const bytes = Buffer.from(text);
  outgoing.writeHead(status, { ...headers, connection: 'close', 'content-length': bytes.length });
  outgoing.write(bytes);
  throwAway(incoming, () => outgoing.end());
}

function throwAway(incoming: IncomingMessage, then: () => void): void {
  let left = mostBytes;
  const end = (): void => {
    clearTimeout(timer);
    incoming.off('data', count).off('end', end).off('error', end).off('close', end);
    then();
  };
  const count = (chunk: Uint8Array): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, longestMs);
  if (incoming.readableEnded || incoming.destroyed) end();
  else incoming.on('data', count).on('end', end).on('error', end).on('close', end).resume();
}
