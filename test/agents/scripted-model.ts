import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says in one turn. */
export interface Turn {
  readonly text?: string;
  /** What happens before it is said. */
  readonly does?: () => void;
  readonly call?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
}

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
  close(): Promise<void>;
}

const done: Turn = { text: 'done' };

const usage = {
  input_tokens: 100,
  output_tokens: 10,
  cache_read_input_tokens: 50,
  cache_creation_input_tokens: 5,
};

/** A model on loopback that says the turns it was given, one a request with tools, then `done` forever. */
export async function startScriptedModel(turns: readonly Turn[]): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(error => response.destroy(error));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '';
    const body = await readJson(request);
    if (path.endsWith('/count_tokens')) return sendJson(response, { input_tokens: 100 });
    if (!path.endsWith('/messages')) return sendJson(response, {});
    const isTalk = Array.isArray(body.tools) && body.tools.length > 0;
    const turn = (isTalk ? turns[requests.length] : undefined) ?? done;
    if (isTalk) requests.push({ path, body });
    turn.does?.();
    const id = `msg_${requests.length}`;
    if (body.stream === true) sendStream(response, id, turn);
    else
      sendJson(response, {
        ...messageHead(id),
        content: blocksOf(turn, id),
        stop_reason: stopOf(turn),
        usage,
      });
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
}

function sendJson(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

const messageHead = (id: string) => ({ id, type: 'message', role: 'assistant', model: 'claude-scripted' });
const stopOf = ({ call }: Turn) => (call === undefined ? 'end_turn' : 'tool_use');

function blocksOf({ text, call }: Turn, id: string): Readonly<Record<string, unknown>>[] {
  return [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...(call === undefined ? [] : [{ type: 'tool_use', id: `toolu_${id}`, ...call }]),
  ];
}

/** Server-sent events as the Messages API streams them. */
function sendStream(response: ServerResponse, id: string, turn: Turn): void {
  response.setHeader('content-type', 'text/event-stream');
  const say = (type: string, more: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  say('message_start', { message: { ...messageHead(id), content: [], stop_reason: null, usage } });
  for (const [index, block] of blocksOf(turn, id).entries()) {
    const isText = block.type === 'text';
    const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    say('content_block_start', { index, content_block: empty });
    say('content_block_delta', { index, delta });
    say('content_block_stop', { index });
  }
  const end = { stop_reason: stopOf(turn), stop_sequence: null };
  say('message_delta', { delta: end, usage: { output_tokens: usage.output_tokens } });
  say('message_stop', {});
  response.end();
}
