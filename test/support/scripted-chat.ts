import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type ChatBody = Readonly<Record<string, unknown>>;

export interface ScriptedChat {
  /** `http://127.0.0.1:PORT/v1` */
  readonly address: string;
  /** Every request, oldest first. */
  readonly bodies: readonly ChatBody[];
}

/** A model on loopback that speaks as OpenAI's chat, its responses, and Anthropic's messages; it says the same each time. */
export async function startScriptedChat(answer = 'done'): Promise<ScriptedChat> {
  const bodies: ChatBody[] = [];
  const server = createServer((request, response) => {
    void readJson(request)
      .then(body => {
        bodies.push(body);
        reply(request.url?.split('?')[0] ?? '', body, answer, response);
      })
      .catch(error => response.destroy(error));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { address: `http://127.0.0.1:${port}/v1`, bodies };
}

async function readJson(request: IncomingMessage): Promise<ChatBody> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
}

function reply(path: string, body: ChatBody, answer: string, response: ServerResponse): void {
  if (body.stream === true && path.endsWith('/chat/completions'))
    sendChunks(response, chunksOf(body, answer));
  else if (body.stream === true && path.endsWith('/messages')) sendEvents(response, eventsOf(body, answer));
  else sendWhole(path, body, answer, response);
}

function sendWhole(path: string, body: ChatBody, answer: string, response: ServerResponse): void {
  const answers: Readonly<Record<string, object>> = {
    '/v1/chat/completions': completionOf(body, answer),
    '/v1/responses': responseOf(body, answer),
    '/v1/messages': messageOf(body, answer),
  };
  const found = answers[path];
  response.statusCode = found === undefined ? 404 : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(found ?? { error: { message: `no ${path}` } }));
}

const completionOf = ({ model }: ChatBody, content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: {
    prompt_tokens: 20,
    completion_tokens: 3,
    total_tokens: 23,
    prompt_tokens_details: { cached_tokens: 8 },
  },
});

const responseOf = ({ model }: ChatBody, text: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model,
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  usage: { input_tokens: 20, output_tokens: 3, total_tokens: 23 },
});

const messageOf = ({ model }: ChatBody, text: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 3, cache_read_input_tokens: 6, cache_creation_input_tokens: 2 },
});

function chunksOf({ model }: ChatBody, content: string): object[] {
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [chunk({ role: 'assistant', content }, null), chunk({}, 'stop')];
}

function eventsOf(body: ChatBody, text: string): object[] {
  const message = { ...messageOf(body, text), content: [], stop_reason: null };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 3 },
    },
    { type: 'message_stop' },
  ];
}

function sendChunks(response: ServerResponse, chunks: readonly object[]): void {
  response.setHeader('content-type', 'text/event-stream');
  response.end([...chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join(''));
}

function sendEvents(response: ServerResponse, events: readonly object[]): void {
  response.setHeader('content-type', 'text/event-stream');
  const named = events as readonly { readonly type: string }[]; // each has its type
  response.end(named.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}
