import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpEmbedder } from './http-embedder.ts';

interface Asked {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** A server that notes what it is asked and answers the same each time. */
async function serve(status: number, answer: unknown): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    asked.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // listens on a port
  return { url: `http://127.0.0.1:${port}/v1`, asked };
}

it('asks for embeddings as OpenAI has it, and gives vectors of unit length in the order of the texts', async () => {
  const { url, asked } = await serve(200, {
    data: [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [3, 4] },
    ],
  });
  const embed = createHttpEmbedder({ url: `${url}/`, model: 'm', key: 'k' });
  const [first, second] = await embed(['a', 'b']);
  expect([first, second]).toEqual([Float32Array.from([0.6, 0.8]), Float32Array.from([0, 1])]);
  expect(asked).toEqual([
    { url: '/v1/embeddings', key: 'Bearer k', body: { model: 'm', input: ['a', 'b'] } },
  ]);
});

it.each([
  ['an error', 500, {}, 'it answered 500'],
  ['too few vectors', 200, { data: [] }, 'answered 0 vectors for 1 texts'],
  ['no vectors', 200, { data: [{ index: 0, embedding: ['x'] }] }, 'answered 0 vectors for 1 texts'],
  ['something else', 200, null, 'answered 0 vectors for 1 texts'],
])('fails with a message when the endpoint answers %s', async (_, status, answer, message) => {
  const { url } = await serve(status, answer);
  await expect(createHttpEmbedder({ url, model: 'm' })(['a'])).rejects.toThrow(message);
});

it('fails with a message when there is no such endpoint', async () => {
  const embed = createHttpEmbedder({ url: 'http://127.0.0.1:1/v1', model: 'm' });
  await expect(embed(['a'])).rejects.toMatchObject({ code: 'unsupported' });
});
