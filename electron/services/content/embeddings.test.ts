import { expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { createWorld } from '../../platform/world.ts';
import type { World } from '../project/world.ts';

/** Knows two topics, so that tests can say what is near to what. */
function topicWorld(): { world: World; embedded: string[] } {
  const embedded: string[] = [];
  const embedder: World['embedder'] = {
    ids: ['topics'],
    embed: async (_, texts) => {
      embedded.push(...texts);
      return texts.map(text => Float32Array.from(/dog|puppy|hound|\bmy\b/i.test(text) ? [1, 0] : [0.6, 0.8]));
    },
  };
  return { world: { ...createWorld(), embedder }, embedded };
}

const turns = [
  { path: 's1/1.txt', text: '[8 May] Ann: We got a puppy' },
  { path: 's1/2.txt', text: '[8 May] Bob: How lovely' },
  { path: 's2/1.txt', text: '[9 May] Ann: The ship sank' },
];

async function start() {
  const { world, embedded } = topicWorld();
  const app = startApp({ world });
  await app.openEmpty();
  await app.call('documents.import', { collection: 'talk', files: turns });
  const search = async (input: object) =>
    (await app.call('documents.search', { query: 'dog', collection: 'talk', ...input })).chunks.map(
      ({ content, score }) => [content.slice(-5), Math.round((score ?? 0) * 100)],
    );
  return { ...app, embedded, search };
}

it('embeds a collection once, what was said only, and later imports by themselves', async () => {
  const { call, embedded, events } = await start();
  const embed = () => call('documents.embed', { collection: 'talk', embedder: 'topics' });
  expect(await embed()).toEqual({ embedder: 'topics', embedded: 3 });
  expect(embedded.toSorted()).toEqual(['How lovely', 'The ship sank', 'We got a puppy']);
  expect(await embed()).toEqual({ embedder: 'topics', embedded: 0 });
  const files = [{ path: 's2/2.txt', text: '[9 May] Bob: A hound' }];
  await call('documents.import', { collection: 'talk', files });
  expect(embedded.at(-1)).toBe('A hound');
  expect(events.filter(({ event }) => event === 'documents:embedding')).toEqual([
    { event: 'documents:embedding', collection: 'talk', done: 3, total: 3 },
    { event: 'documents:embedding', collection: 'talk', done: 1, total: 1 },
  ]);
});

it('searches by meaning and by both, with neighbours', async () => {
  const { call, search } = await start();
  await call('documents.embed', { collection: 'talk', embedder: 'topics' });
  expect(await search({ mode: 'semantic', topK: 1 })).toEqual([['puppy', 100]]);
  expect(await search({ mode: 'semantic', minScore: 0.7 })).toEqual([['puppy', 100]]);
  expect(await search({ mode: 'semantic' })).toEqual([
    ['puppy', 100],
    ['ovely', 60],
    [' sank', 60],
  ]);
  const both = await search({ query: 'Did the ship carry a dog?', mode: 'hybrid', neighbours: 1 });
  expect(both.map(([content]) => content)).toEqual([' sank', 'puppy', 'ovely']);
  expect(await search({ query: 'sank', neighbours: 2 })).toEqual([[' sank', 100]]);
  expect(await search({ query: ' ', mode: 'semantic' })).toEqual([]);
});

it('compares a question about a speaker also as that speaker would say it', async () => {
  const { call, embedded, search } = await start();
  await call('documents.embed', { collection: 'talk', embedder: 'topics' });
  const scores = async (query: string) =>
    (await search({ query, mode: 'semantic' })).map(([, score]) => score);
  // Half way between the two topics, which is as near to either.
  expect(await scores("What is Ann's pet?")).toEqual([89, 89, 89]);
  expect(await scores("What is Cid's pet?")).toEqual([100, 100, 60]);
  expect(embedded.slice(3)).toEqual(["What is Ann's pet?", 'What my pet?', "What is Cid's pet?"]);
});

it('never falls back to words: without embeddings, or with some missing, it fails and says what to do', async () => {
  const { ask, call } = await start();
  const search = () => ask('documents.search', { query: 'dog', collection: 'talk', mode: 'semantic' });
  expect(await search()).toMatchObject({
    ok: false,
    error: {
      code: 'unsupported',
      message: expect.stringContaining('"talk" is not embedded; run documents.embed'),
    },
  });
  await call('documents.embed', { collection: 'talk', embedder: 'topics' });
  expect(await search()).toMatchObject({ ok: true });
  await call('documents.embed', { collection: 'talk', embedder: 'none' });
  expect(await search()).toMatchObject({ ok: false, error: { code: 'unsupported' } });
  expect(await ask('documents.embed', { collection: 'talk', embedder: 'other' })).toMatchObject({
    ok: false,
    error: { code: 'unsupported', message: 'there is no embedder "other" here; there are: topics, none' },
  });
  expect(await ask('documents.embed', { collection: 'nothing', embedder: 'topics' })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

it('embeds equal texts once, also in another collection', async () => {
  const { call, embedded } = await start();
  await call('documents.embed', { collection: 'talk', embedder: 'topics' });
  await call('documents.import', { collection: 'copy', files: turns });
  expect(await call('documents.embed', { collection: 'copy', embedder: 'topics' })).toMatchObject({
    embedded: 0,
  });
  expect(embedded).toHaveLength(3);
});

it('keeps what was imported when the embedder fails, and says so in the report', async () => {
  const state = { fails: false };
  const embedder: World['embedder'] = {
    ids: ['shaky'],
    embed: async (_, texts) => {
      if (state.fails) throw new AppError('unsupported', 'the embedder does not answer');
      return texts.map(() => Float32Array.from([1, 0]));
    },
  };
  const { call, openEmpty } = startApp({ world: { ...createWorld(), embedder } });
  await openEmpty();
  await call('documents.import', { collection: 'docs', files: [{ path: 'a.md', text: '# A\n\nHolds.\n' }] });
  await call('documents.embed', { collection: 'docs', embedder: 'shaky' });
  state.fails = true;
  const files = [{ name: 'b.md', text: '# B\n\nFerries.\n' }];
  const { items, notes } = await call('imports.apply', { collection: 'docs', files });
  expect(items.map(({ change }) => change)).toEqual(['created', 'created']);
  expect(notes).toEqual([
    'the documents of "docs" are stored, but not all are found by meaning: the embedder does not answer; documents.embed makes up for the rest',
  ]);
  const { chunks } = await call('documents.search', { query: 'ferries', collection: 'docs' });
  expect(chunks.map(({ source }) => source?.ref)).toEqual(['docs/b.md']);
});
