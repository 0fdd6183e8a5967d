import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { modelDialects, sendJson } from './model-dialects.ts';

/** What the model says in one turn. */
export interface Turn {
  readonly text?: string;
  /** What happens before it is said. */
  readonly does?: () => void | Promise<void>;
  readonly call?: {
    readonly name: string;
    /** A text for a tool of Responses that takes one. */
    readonly input: Readonly<Record<string, unknown>> | string;
    /** Of an MCP server's tools, in Responses. */
    readonly namespace?: string;
  };
  /** How many new tokens the model says that it has read; `usage.fresh` where absent. */
  readonly readTokens?: number;
}

/** A turn, or what it is after what was asked. */
export type ScriptedTurn = Turn | ((body: RecordedRequest['body']) => Turn);

/** A request as it arrived. */
export interface RecordedRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ScriptedModel {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  /** What was asked with tools on offer, oldest first: the talk itself, not an agent's side questions. */
  readonly requests: readonly RecordedRequest[];
  /** What was asked beside it: summaries, titles. */
  readonly asides: readonly RecordedRequest[];
  close(): Promise<void>;
}

const done: Turn = { text: 'done' };

/**
 * A model on loopback that speaks Anthropic's Messages, OpenAI's chat completions and Responses, and Google's
 * generateContent. It says the turns it was given, one a request with tools, then `done` forever, and `aside` to what is
 * asked beside the talk.
 */
export async function startScriptedModel(
  turns: readonly ScriptedTurn[],
  aside: Turn = done,
): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const asides: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(error => response.destroy(error));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '';
    const sent = await readJson(request);
    if (path.endsWith('/count_tokens')) return sendJson(response, { input_tokens: 100 });
    if (path.endsWith(':countTokens')) return sendJson(response, { totalTokens: 100 });
    const dialect = modelDialects.find(one => one.isFor(path));
    if (dialect === undefined) return sendJson(response, {});
    const body = path.includes(':stream') ? { ...sent, isStream: true } : sent;
    const isTalk = dialect.isTalk(body);
    const turn = isTalk ? turnAfter(turns[requests.length], body) : aside;
    (isTalk ? requests : asides).push({ path, body });
    await turn.does?.();
    dialect.answer(response, turn, { id: `msg_${requests.length}_${asides.length}`, body });
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    asides,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const turnAfter = (turn: ScriptedTurn = done, body: RecordedRequest['body']): Turn =>
  typeof turn === 'function' ? turn(body) : turn;

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
}
