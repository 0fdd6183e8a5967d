import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createEmbedder, createHttpEmbedder, rememberQueries } from './embedder.ts';

const dot = (left: Float32Array = new Float32Array(), right: Float32Array = left): number =>
  left.reduce((sum, number, at) => sum + number * (right[at] ?? 0), 0);

it('embeds offline in a thread: like texts are near, company changes nothing, empty texts are texts', async () => {
  const embedder = createEmbedder(undefined);
  onTestFinished(() => embedder.close());
  const texts = [
    'How old are you?',
    'What is your age?',
    'The harbour was frozen in March.',
    '',
    '\u4e2d\u6587',
  ];
  const vectors = await embedder.embed('use-lite', texts);
  const [question = new Float32Array(), again, other] = vectors;
  expect(vectors.map(vector => [vector.length, Math.round(Math.sqrt(dot(vector, vector)) * 1000)])).toEqual(
    texts.map(() => [512, 1000]),
  );
  expect(dot(question, again)).toBeGreaterThan(0.8);
  expect(dot(question, other)).toBeLessThan(0.3);
  const [alone] = await embedder.embed('use-lite', texts.slice(0, 1));
  expect(dot(alone, question)).toBeCloseTo(1, 4);
});

it('never falls back: an unknown embedder is an error that names the known ones', async () => {
  const embedder = createEmbedder({ url: 'http://127.0.0.1:1', model: 'nomic' });
  expect(embedder.ids).toEqual(['use-lite', 'openai:nomic']);
  await expect(embedder.embed('word2vec', ['a'])).rejects.toMatchObject({
    code: 'unsupported',
    message: 'there is no embedder "word2vec" here; there are: use-lite, openai:nomic',
  });
});

it('says so where the built-in one is not there', async () => {
  const embedder = createEmbedder(undefined, new URL('./no-such-worker.js', import.meta.url));
  await expect(embedder.embed('use-lite', ['a', 'b'])).rejects.toThrow('no-such-worker');
});

/** A model that takes 60 ms and answers with the number of its thread. */
const numberedThread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ id, question }) =>
      setTimeout(() => parentPort.postMessage({ id, answer: question.map(() => Float32Array.of(threadId)) }), 60));
  `)}`,
);

it('unloads the model when nothing was asked for a while, and never while something is', async () => {
  const embedder = createEmbedder(undefined, numberedThread, 20);
  onTestFinished(() => embedder.close());
  const thread = async (text: string) => (await embedder.embed('use-lite', [text]))[0]?.[0];
  // Longer than the rest, in answers that overlap: nobody may be left without one.
  const [first, second] = await Promise.all([thread('a'), thread('b')]);
  expect(second).toBe(first);
  await new Promise(resume => setTimeout(resume, 200));
  expect(await thread('c')).not.toBe(first);
  const steady = createEmbedder(undefined, numberedThread);
  onTestFinished(() => steady.close());
  const [before] = await steady.embed('use-lite', ['a']);
  await new Promise(resume => setTimeout(resume, 200));
  expect(await steady.embed('use-lite', ['b'])).toEqual([before]);
});

/** An embedder whose vectors are lengths of texts; it fails with `fault` while that is set. */
function start() {
  const asked: (readonly string[])[] = [];
  const state: { fault?: Error } = {};
  const embed = rememberQueries(async texts => {
    asked.push(texts);
    if (state.fault !== undefined) throw state.fault;
    return texts.map(text => Float32Array.of(text.length));
  });
  return {
    asked,
    state,
    lengths: async (...texts: string[]) => (await embed(texts)).map(([first]) => first),
  };
}

it('asks once for a query, and only for what of it is new', async () => {
  const { asked, lengths } = start();
  expect(await lengths('a')).toEqual([1]);
  expect(await lengths('bb', 'a')).toEqual([2, 1]);
  expect(await Promise.all([lengths('ccc'), lengths('ccc', 'ccc')])).toEqual([[3], [3, 3]]);
  expect(await lengths('a', 'bb')).toEqual([1, 2]);
  expect(await lengths()).toEqual([]);
  expect(asked).toEqual([['a'], ['bb'], ['ccc']]);
});

it('keeps nothing of what is stored, and of queries the last 200', async () => {
  const { asked, lengths } = start();
  expect(await lengths('a', 'bb', 'ccc')).toEqual([1, 2, 3]);
  expect(await lengths('a')).toEqual([1]);
  for (let at = 0; at < 199; at += 1) await lengths(`text ${at}`);
  await lengths('a');
  await lengths('text 199');
  expect(asked).toHaveLength(202);
  await lengths('a');
  expect(asked).toHaveLength(202);
  await lengths('text 0');
  expect(asked).toHaveLength(203);
});

it('asks again after a failure', async () => {
  const { asked, state, lengths } = start();
  state.fault = new Error('not now');
  await expect(lengths('a', 'bb')).rejects.toThrow('not now');
  delete state.fault;
  expect(await lengths('bb')).toEqual([2]);
  expect(asked).toEqual([['a', 'bb'], ['bb']]);
});

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
