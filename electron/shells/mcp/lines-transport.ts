import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { payloadLimitBytes } from '../../../shared/contract/payload-limit.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { readJsonInTurns } from '../../services/app/parse-in-turns.ts';
import { splitLines } from '../lines.ts';
import { isId, type JsonRpcError, lossInCall, withRoundedNote } from './loss-in-call.ts';

export interface LinesTransportOptions {
  readonly input: AsyncIterable<Uint8Array>;
  /** Takes one line with its end. */
  readonly write: (line: string) => Promise<void>;
  /** How long answers may still come after the end of the input. */
  readonly graceMs: number;
}

interface Lines {
  readonly transport: Transport;
  /** Resolves when the other side has gone, or the transport was closed. */
  readonly ended: Promise<void>;
}

/**
 * JSON-RPC as lines, one message a line. Unlike the protocol's own kit, a line that is no message is answered and
 * the next one read, and what was asked before the end of the input is answered as far as `graceMs` allows.
 */
export function createLinesTransport({ input, write, graceMs }: LinesTransportOptions): Lines {
  const open = new Set<string | number>();
  const closing = new AbortController();
  const ended = new Promise<void>(resolve => {
    closing.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const transport: Transport = {
    async start() {
      void readAll();
    },
    async send(message) {
      if (closing.signal.aborted) return;
      await write(`${JSON.stringify(message)}\n`);
      const id = answeredId(message);
      if (id !== undefined) settle(id);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      transport.onclose?.();
    },
  };
  let allAnswered = (): void => {};

  function settle(id: string | number): void {
    open.delete(id);
    if (open.size === 0) allAnswered();
  }

  async function readAll(): Promise<void> {
    try {
      for await (const line of splitLines(input, payloadLimitBytes)) await take(line);
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    await untilAnswered();
    await transport.close();
  }

  async function take(line: Buffer | 'too_large'): Promise<void> {
    if (closing.signal.aborted) return;
    const read = await readMessage(line);
    if ('refusal' in read) return refuse(read.refusal);
    const { message } = read;
    if ('method' in message && 'id' in message) open.add(message.id);
    const cancelled = cancelledId(message);
    transport.onmessage?.(message);
    // Nobody answers what was cancelled.
    if (cancelled !== undefined) settle(cancelled);
  }

  async function refuse(error: JsonRpcError): Promise<void> {
    transport.onerror?.(new Error(error.message));
    const { id, ...body } = error;
    // Without id where nobody knows whose it was.
    await transport.send({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: body });
  }

  function untilAnswered(): Promise<void> {
    if (open.size === 0) return Promise.resolve();
    return new Promise(resolve => {
      const timer = setTimeout(resolve, graceMs);
      allAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return { transport, ended };
}

const parseError = -32_700;
const invalidRequest = -32_600;

async function readMessage(
  line: Buffer | 'too_large',
): Promise<{ message: JSONRPCMessage } | { refusal: JsonRpcError }> {
  if (line === 'too_large')
    return { refusal: { code: invalidRequest, message: 'the line is larger than 8 MiB' } };
  const read = await readJsonInTurns(line);
  if (!read.ok) {
    const code = read.problem === 'no_json' ? parseError : invalidRequest;
    return { refusal: { code, message: `the line ${read.reason}` } };
  }
  const { value, text } = read;
  const refusal = await lossInCall(text, value);
  if (refusal !== undefined) return { refusal };
  try {
    return { message: parseJSONRPCMessage(withRoundedNote(text, value)) };
  } catch {
    const message = 'the line is no JSON-RPC message';
    const id = isJsonObject(value) && isId(value.id) ? { id: value.id } : {};
    return { refusal: { ...id, code: invalidRequest, message } };
  }
}

function answeredId(message: JSONRPCMessage): string | number | undefined {
  return 'result' in message || 'error' in message ? message.id : undefined;
}

function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return isId(id) ? id : undefined;
}
