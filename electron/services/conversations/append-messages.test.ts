import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { assert, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { storeConversationJob } from '../../storage/conversations/conversation-jobs.ts';
import { readEnd } from './append-messages.ts';

type Said = NonNullable<Input<'conversations.import'>['messages']>[number];

const id = 'talk';

/** Messages with texts that say nothing, pauses of hours, and ids that come twice. */
const said: fc.Arbitrary<Said> = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'm1', 'm2', 'm5'),
    index: fc.constant(0),
    role: fc.constantFrom('user', 'assistant'),
    author: fc.constantFrom('Ada', 'Bo'),
    parts: fc.constantFrom('', ' ', 'the ferry is late', 'the deck is full'),
    created_at: fc.integer({ min: 0, max: 8 }).map(at => new Date(at * 2 * 3_600_000).toISOString()),
  },
  { requiredKeys: ['id', 'index', 'role', 'parts'] },
);

type Rows = readonly Readonly<Record<string, unknown>>[];

/** All that is stored of conversations and of how they are found, without what counts writes and moments. */
function storedIn(folder: string): Rows[] {
  const database = new Database(join(folder, '.codebolt/weft/weft.sqlite'), { readonly: true });
  try {
    return [
      'SELECT id, title, format, messages, tokens, first_at, last_at, content_hash, trust FROM conversation',
      'SELECT position, id, role, author, parts, created_at, chars4 FROM message ORDER BY position',
      'SELECT path, title, chunks, tokens FROM document ORDER BY path',
      'SELECT name, embedder, indexed_chunks, indexed_terms FROM collection',
      'SELECT term, count(*) FROM posting GROUP BY term ORDER BY term',
    ].map(sql => database.prepare<[], Rows[number]>(sql).all());
  } finally {
    database.close();
  }
}

/** What is stored of messages that come in these parts, each added to those before it. */
async function storedOf(parts: readonly (readonly Said[])[]): Promise<Rows[]> {
  const { call, openEmpty, app } = startApp();
  const folder = await openEmpty();
  for (const messages of parts)
    await call('conversations.import', { id, messages: [...messages], append: true, embedder: 'none' });
  await app.close();
  return storedIn(folder);
}

it('what was added in parts is stored as what is imported at once, each message under an id of its own', async () => {
  const parts = fc.array(fc.array(said, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(parts, async given => {
      const stored = await storedOf(given);
      expect(stored).toEqual(await storedOf([given.flat()]));
      const ids = stored[1]?.map(row => row.id);
      expect(new Set(ids).size).toBe(given.flat().length);
    }),
    { numRuns: propertyRuns(200) },
  );
});

const line = (parts: string): Said => ({ id: parts, index: 0, role: 'user', parts });

it('messages that many add at once are all there, also while the conversation is made', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const texts = Array.from({ length: 20 }, (_, at) => `message ${at}`);
  const replies = await Promise.all(
    texts.map(text =>
      ask('conversations.import', { id, messages: [line(text)], append: true, embedder: 'none' }),
    ),
  );
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const { messages } = await call('conversations.get', { conversation_id: id });
  expect(messages.map(({ parts }) => parts).toSorted()).toEqual(texts.toSorted());
});

it('nothing is added to a conversation that was deleted or replaced meanwhile, and whoever adds is told', async () => {
  const { app, call, openEmpty } = startApp();
  await openEmpty();
  await call('conversations.import', { id, messages: [line('first')], embedder: 'none' });
  const { content } = await app.projects.require();
  const end = await readEnd(content, id);
  assert(end !== undefined);
  for (const messages of [[line('second'), line('third')], undefined]) {
    if (messages !== undefined) await call('conversations.import', { id, messages, embedder: 'none' });
    else await call('conversations.delete', { conversation_id: id });
    await expect(
      content.writeBulk({
        job: storeConversationJob,
        head: {
          conversation: { ...end.conversation, trust: 'imported', updated_at: '' },
          onto: end.version,
          embedder: null,
          waits: false,
        },
        parts: [],
        rows: 1,
      }),
    ).rejects.toMatchObject({ code: 'busy' });
    const { conversations } = await call('conversations.list', {});
    expect(conversations.map(one => one.messages)).toEqual(messages === undefined ? [] : [2]);
  }
});

it('files are not added to a conversation', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const files = [{ name: 'talk.json', text: '[]' }];
  expect(await ask('conversations.import', { files, append: true, id })).toMatchObject({
    error: { code: 'invalid_input', message: expect.stringContaining('append') },
  });
});
