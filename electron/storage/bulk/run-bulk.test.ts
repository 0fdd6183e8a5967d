import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { deleteConversationJob, storeConversationJob } from '../conversations/conversation-jobs.ts';
import { listConversations } from '../conversations/conversation-table.ts';
import { readMessages } from '../conversations/message-table.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { underKey } from '../keyed-call.ts';
import type { BulkChange } from './bulk-job.ts';

const now = '2026-11-21T10:00:00.000Z';
/** So many that a thread writes them. */
const many = 2500;

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, () => now);
  onTestFinished(() => content.close());
  return content;
}

/** A conversation whose messages all say the title. */
function storing(title: string, messages: number): BulkChange<unknown, unknown, void> {
  const conversation = {
    id: 'talk',
    title,
    format: 'messages',
    messages,
    tokens: messages,
    first_at: null,
    last_at: null,
    content_hash: title,
    trust: 'user',
    updated_at: now,
  } as const;
  const said = Array.from({ length: messages }, (_, index) => ({
    message: { id: `m${index}`, index, role: 'user', parts: title },
    chars4: 1,
  }));
  const change: BulkChange<
    Parameters<typeof storeConversationJob.run>[1],
    { from: number; messages: typeof said; documents: []; sources: [] },
    void
  > = {
    job: storeConversationJob,
    head: { conversation, embedder: null, waits: false },
    parts: [0, messages / 2].map(from => ({
      from,
      messages: said.slice(from, from + messages / 2),
      documents: [],
      sources: [],
    })),
    rows: messages,
  };
  return change as BulkChange<unknown, unknown, void>; // its parts go to its own job
}

/** What is there: the title, how many messages, and what they say. */
const stored = (content: ContentDatabase) =>
  content.read(
    database =>
      listConversations(database).map(({ title }) => {
        const messages = readMessages(database, 'talk', 0, 10_000);
        return [title, messages.length, [...new Set(messages.map(({ message }) => message.parts))]];
      }),
    [],
  );

it.each([
  ['here, in steps', 20],
  ['in a thread', many],
])(
  'a long change that is made %s is seen whole or not at all, and takes what it replaces with it',
  async (_, size) => {
    const content = openContent(temporaryFolder());
    await content.writeBulk(storing('old', size));
    const seen: unknown[] = [];
    const before = async () => void seen.push(await stored(content));
    const refused = content.writeBulk(storing('refused', size), undefined, async () => {
      await before();
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    await expect(content.writeBulk(storing('cancelled', size), () => true)).rejects.toMatchObject({
      code: 'deadline',
    });
    await content.writeBulk(storing('new', size), undefined, before);
    seen.push(await stored(content));
    expect(seen).toEqual([[['old', size, ['old']]], [['old', size, ['old']]], [['new', size, ['new']]]]);
  },
);

it('a call that comes again under its key is done once, also in a thread', async () => {
  const content = openContent(temporaryFolder());
  await content.writeBulk(storing('first', many));
  const deletion = {
    job: deleteConversationJob,
    head: { id: 'talk', bundle: 'none' },
    parts: [],
    rows: many,
  };
  const asked = () =>
    underKey({ key: '01KH3CETM0M0ZB6H2TPC4P72ZP', asked: 'deletion' }, () => content.writeBulk(deletion));
  await asked();
  await content.writeBulk(storing('second', many));
  await asked();
  expect(await stored(content)).toEqual([['second', many, ['second']]]);
});

it('what a thread failed with is told as if it had failed here, and the next change is made', async () => {
  const content = openContent(temporaryFolder());
  const twice = storing('twice', many);
  const parts = [...twice.parts];
  await expect(content.writeBulk({ ...twice, parts: [...parts, ...parts] })).rejects.toMatchObject({
    code: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  });
  expect(await stored(content)).toEqual([]);
  await content.writeBulk(storing('next', many));
  expect(await stored(content)).toEqual([['next', many, ['next']]]);
});

it('a process that is killed when all is written and nothing committed leaves what was there', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await content.writeBulk(storing('old', many));
  await content.close();
  const modules = JSON.stringify(new URL('..', import.meta.url).href);
  const script = join(temporaryFolder(), 'killed.mjs');
  writeFileSync(
    script,
    `const load = path => import(${modules} + path);
     const { ContentDatabase } = await load('database/content-database.ts');
     const { deleteConversationJob: job } = await load('conversations/conversation-jobs.ts');
     const content = new ContentDatabase(${JSON.stringify(root)}, () => '${now}');
     const change = { job, head: { id: 'talk', bundle: 'none' }, parts: [], rows: ${many} };
     await content.writeBulk(change, undefined, async () => process.kill(process.pid, 'SIGKILL'));`,
  );
  const killed = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' });
  expect(await stored(openContent(root))).toEqual([['old', many, ['old']]]);
});
