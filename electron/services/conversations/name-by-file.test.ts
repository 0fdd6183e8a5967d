import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

const talk = (...texts: readonly string[]): string =>
  JSON.stringify(texts.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })));

async function importer() {
  const { call, openEmpty } = startApp();
  const folder = await openEmpty();
  const from = async (...places: readonly string[]) => {
    const { imported, refused } = await call('conversations.import', { from: [...places], embedder: 'none' });
    return [...imported.map(({ id, change }) => [id, change]), ...refused.map(({ reason }) => reason)];
  };
  const write = (name: string, ...texts: readonly string[]) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), talk(...texts));
  };
  const said = async (conversation_id: string) =>
    (await call('conversations.get', { conversation_id })).messages.map(({ parts }) => parts);
  return { call, from, write, said };
}

it('files of one name from two folders are two conversations, each the same when it comes again', async () => {
  const { from, write, said } = await importer();
  write('work/talk.json', 'Hello', 'Hi', 'When does the ferry leave?', 'At nine.');
  expect(await from('work/talk.json')).toEqual([['talk', 'created']]);
  write('home/talk.json', 'Hello', 'Soup?', 'What do we cook?', 'Soup.');
  expect(await from('home/talk.json')).toEqual([['talk-2', 'created']]);
  expect(await from('home/talk.json')).toEqual([['talk-2', 'unchanged']]);
  write('home/talk.json', 'Hello', 'Soup?', 'What do we cook?', 'Soup.', 'Again?');
  write('work/talk.json', 'Hello', 'When does it leave?', 'When does the ferry leave?', 'At nine.');
  expect(await from('home/talk.json', 'work/talk.json')).toEqual([
    ['talk-2', 'replaced'],
    ['talk', 'replaced'],
  ]);
  expect(await said('talk')).toContain('At nine.');
  expect(await said('talk-2')).toContain('Again?');
});

it('both are read from one folder, and which is which is told; the same twice is refused', async () => {
  const { call, from, write } = await importer();
  write('all/one/talk.json', 'When does the ferry leave?', 'At nine.');
  write('all/two/talk.json', 'What do we cook?', 'Soup.');
  const { imported } = await call('conversations.import', { from: ['all'], embedder: 'none', dry_run: true });
  expect(imported.map(({ file, id, notes }) => [file, id, notes])).toEqual([
    ['one/talk.json', 'talk', []],
    [
      'two/talk.json',
      'talk-2',
      ['named "talk-2", since "talk" is another conversation from a file of the same name'],
    ],
  ]);
  expect(await from('all/one/talk.json', 'all/one/talk.json')).toEqual([
    ['talk', 'created'],
    '"talk" was given twice',
  ]);
});
