import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createCancelSource } from '../engine/cancel.ts';
import { createChatSummarizer } from '../engine/conversation/chat-summarizer.ts';
import { chatEndpointFrom, createChatModel } from './chat-model.ts';

type Answer = (response: ServerResponse, attempt: number) => void;

/** A server that speaks the protocol, for as long as a test. */
async function startEndpoint(answer: Answer) {
  const requests: { headers: IncomingMessage['headers']; url: string; body: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      requests.push({ headers: request.headers, url: request.url ?? '', body });
      answer(response, requests.length);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  // A server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests };
}

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;

const stream =
  (...parts: readonly string[]): Answer =>
  response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of parts) response.write(chunk(part));
    response.end('data: [DONE]\n\n');
  };

const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  response.end(JSON.stringify({ error: { message } }));
};

const { cancel } = createCancelSource();
const question = { instructions: 'Shorten.', text: 'A long talk.', maxTokens: 50 };

it('asks as the protocol says and joins what is streamed', async () => {
  const { url, requests } = await startEndpoint(stream('It was ', 'about ', 'ferries.'));
  const chat = createChatModel({ url, model: 'm', key: 'k' });
  expect([chat.id, await chat.complete(question, cancel)]).toEqual(['openai:m', 'It was about ferries.']);
  expect(requests.map(({ url: path, body, headers }) => [path, body, headers.authorization])).toEqual([
    [
      '/v1/chat/completions',
      {
        model: 'm',
        stream: true,
        max_tokens: 50,
        temperature: 0,
        messages: [
          { role: 'system', content: 'Shorten.' },
          { role: 'user', content: 'A long talk.' },
        ],
      },
      'Bearer k',
    ],
  ]);
});

it.each([
  ['a rate limit', 429],
  ['an overload', 503],
])('tries once more after %s', async (_, status) => {
  const { url, requests } = await startEndpoint((response, attempt) =>
    attempt === 1 ? refuse(response, status, 'later') : stream('ok')(response, attempt),
  );
  expect(await createChatModel({ url, model: 'm' }).complete(question, cancel)).toBe('ok');
  expect(requests).toHaveLength(2);
});

it('gives up after the second failure, and at once where trying again is in vain', async () => {
  const busy = await startEndpoint(response => refuse(response, 429, 'too many requests'));
  await expect(createChatModel({ url: busy.url, model: 'm' }).complete(question, cancel)).rejects.toThrow(
    '429',
  );
  expect(busy.requests).toHaveLength(2);
  const unknown = await startEndpoint(response => refuse(response, 404, 'no such model'));
  await expect(createChatModel({ url: unknown.url, model: 'm' }).complete(question, cancel)).rejects.toThrow(
    'no such model',
  );
  expect(unknown.requests).toHaveLength(1);
});

it.each(['max_tokens', 'temperature'])(
  'asks once more where a model refuses %s, with room to think, and from then on at once',
  async refused => {
    const { url, requests } = await startEndpoint((response, attempt) =>
      refused in (requests.at(-1)?.body ?? {})
        ? refuse(response, 400, `Unsupported parameter: '${refused}' is not supported with this model.`)
        : stream('ok')(response, attempt),
    );
    const chat = createChatModel({ url, model: 'm' });
    expect(await chat.complete(question, cancel)).toBe('ok');
    expect(await chat.complete(question, cancel)).toBe('ok');
    const keys = requests.map(({ body }) => Object.keys(body).filter(key => /max|temp/.test(key)));
    const thinking = ['max_completion_tokens'];
    expect(keys).toEqual([['max_tokens', 'temperature'], thinking, thinking]);
    expect(Number(requests[1]?.body.max_completion_tokens)).toBeGreaterThan(1_000);
  },
);

it('asks no more where what is refused is something else, or both forms are', async () => {
  const { url, requests } = await startEndpoint(response => refuse(response, 400, 'the text is too long'));
  const chat = createChatModel({ url, model: 'm' });
  await expect(chat.complete(question, cancel)).rejects.toThrow('too long');
  expect(requests).toHaveLength(1);
  const strict = await startEndpoint(response => refuse(response, 400, 'max_tokens and others: never'));
  await expect(createChatModel({ url: strict.url, model: 'm' }).complete(question, cancel)).rejects.toThrow(
    'never',
  );
  expect(strict.requests).toHaveLength(2);
});

it('does not wait longer than it may, neither for the first word nor for the last', async () => {
  const silent = await startEndpoint(() => {});
  const model = { model: 'm', timeoutMs: 80 };
  await expect(createChatModel({ ...model, url: silent.url }).complete(question, cancel)).rejects.toThrow();
  const endless = await startEndpoint(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk('and so on'));
  });
  await expect(createChatModel({ ...model, url: endless.url }).complete(question, cancel)).rejects.toThrow(
    'too long',
  );
});

it('stops when its caller does, and when a model does not end', async () => {
  const { url } = await startEndpoint(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk('x'));
  });
  const source = createCancelSource();
  const answer = createChatModel({ url, model: 'm' }).complete(question, source.cancel);
  setTimeout(() => source.trigger(), 30);
  await expect(answer).rejects.toThrow();
  const endless = await startEndpoint(stream(...Array.from({ length: 400 }, () => 'on and on ')));
  const said = await createChatModel({ url: endless.url, model: 'm' }).complete(question, cancel);
  expect(said.length).toBeLessThan(1000);
});

it('as a summarizer falls back to the built-in one, and says so', async () => {
  const { url } = await startEndpoint(response => refuse(response, 500, 'out of order'));
  const summarizer = createChatSummarizer(createChatModel({ url, model: 'm' }));
  const messages = [{ id: 'a', index: 0, role: 'user', parts: 'We decided to keep the queue in Postgres.' }];
  const summary = await summarizer.summarize({ messages, scores: [10] }, 60, cancel);
  expect(summary).toBe('- user: We decided to keep the queue in Postgres.');
  expect(summarizer.fallbacks()).toBe(1);
  expect(summarizer.warnings()).toEqual([
    expect.stringMatching(/^openai:m failed, the extractive summarizer was used: .*out of order/),
  ]);
});

it('takes its endpoint from its own variables only', () => {
  expect(chatEndpointFrom({ WEFT_SUMMARIZER_URL: 'u' })).toBeUndefined();
  expect(
    chatEndpointFrom({ WEFT_SUMMARIZER_URL: 'u', WEFT_SUMMARIZER_MODEL: 'm', WEFT_SUMMARIZER_KEY: 'k' }),
  ).toEqual({ url: 'u', model: 'm', key: 'k' });
});
