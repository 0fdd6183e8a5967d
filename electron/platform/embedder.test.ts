import { expect, it, onTestFinished } from 'vitest';
import { createEmbedder } from './embedder.ts';

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
