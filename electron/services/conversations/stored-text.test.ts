import fc from 'fast-check';
import { expect, it } from 'vitest';
import { turnOf } from '../../../shared/search/turn.ts';
import { anyText } from '../../../test/support/any-text.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import { searchChunks, searchPaths } from '../content/search-chunks.ts';

const told = ['Evan: \nThis is', ' leading', 'trailing\t', '\n\n# Heading\n\n', '[8 May] Ann: hi'];

it('a message is found byte for byte, as a turn of whoever said it, however it is spaced', async () => {
  const { app, call, openEmpty } = startApp();
  await openEmpty();
  const { content } = await app.projects.require();
  const texts = [...told, ...fc.sample(anyText, { numRuns: 150, seed: 17 })].map(text => `${text} zebra \t`);
  const parts = [...texts, `${'word '.repeat(3000)}zebra\t`];
  const messages = parts.map((text, index) => ({
    id: `m${index}`,
    index,
    role: 'user',
    author: 'Evan',
    parts: text,
  }));
  await call('conversations.import', { id: 'talk', messages, embedder: 'none', profiles: false });
  expect((await call('conversations.get', { conversation_id: 'talk' })).messages).toEqual(messages);
  const query = { query: 'zebra word', collection: conversationCollection('talk'), topK: 1000, minScore: 0 };
  const found = await searchChunks(content, app.options.world.embedder, query);
  const turns = found.map(({ content: text }) => turnOf(text));
  const whole = turns.filter(turn => turn !== undefined && turn.speaker === 'Evan');
  expect(whole.length).toBe(found.length);
  const said = new Set(whole.map(turn => turn?.text));
  expect(texts.filter(text => !said.has(text))).toEqual([]);
  const near = { ...query, neighbours: 2 };
  const chunks = await searchChunks(content, app.options.world.embedder, near);
  expect(chunks.length).toBe(found.length);
  expect(await searchPaths(content, app.options.world.embedder, near)).toEqual(
    chunks.map(({ path }) => path),
  );
});

it('a turn among documents and a text among notes come back byte for byte', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const texts = told.map(text => `[8 May, 10:00] Evan: ${text}`);
  const files = texts.map((text, at) => ({ path: `talk/${at}.txt`, text }));
  const note = '  indented\twords\t\n\n\n  and more\t';
  await call('documents.import', {
    collection: 'notes',
    files: [...files, { path: 'note.txt', text: note }],
  });
  const { chunks } = await call('documents.search', {
    collection: 'notes',
    query: 'Evan indented',
    topK: 50,
  });
  expect(chunks.map(({ content }) => content).sort()).toEqual([...texts, `note\n\n${note}`].sort());
});
