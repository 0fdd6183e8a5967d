import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { anyTalk, bodies } from '../../../test/support/shape-bodies.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { zipOf } from '../../../test/support/zip.ts';

const [one, two] = fc.sample(anyTalk, { numRuns: 2, seed: 11 });
const json = (value: unknown) => JSON.stringify(value);
const chat = [one, two].map((talk, at) => ({
  ...Object(bodies.chatgpt(talk ?? [])),
  conversation_id: `gpt${at}`,
}));
const claude = [{ ...Object(bodies.claude(one ?? [])), uuid: 'claude0' }];

it('exports of ChatGPT and Claude are read as they are given out, by every way in', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const archive = zipOf([
    { path: 'conversations.json', content: json(chat) },
    { path: 'user.json', content: '{}' },
    { path: 'chat.html', content: '<html>' },
    { path: 'file-abc.png', content: Buffer.alloc(3000) },
    { path: '../../outside.json', content: json(claude) },
    { path: 'broken.json', content: '{', says: { crc: 1 } },
  ]);
  const files = [{ name: 'export.zip', data: archive.toString('base64') }];
  const told = await call('conversations.import', { files, embedder: 'none', dry_run: true });
  expect(told.imported.map(({ id, file }) => [id, file])).toEqual([
    ['gpt0', 'export.zip/conversations.json'],
    ['gpt1', 'export.zip/conversations.json'],
    ['claude0', 'export.zip/../../outside.json'],
  ]);
  expect(told.refused).toEqual([{ file: 'export.zip/broken.json', reason: 'is damaged' }]);
  expect(told.notes).toEqual([
    'export.zip: 3 other files left out, 3 KiB: user.json, chat.html, file-abc.png',
  ]);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'export.zip'), archive);
  writeFileSync(join(folder, 'no.zip'), 'no archive');
  for (const from of [[join(folder, 'export.zip')], [folder]]) {
    const { imported, refused } = await call('conversations.import', { from, embedder: 'none' });
    expect(imported.map(({ id }) => id)).toEqual(['gpt0', 'gpt1', 'claude0']);
    expect(refused.length).toBe(from[0] === folder ? 2 : 1);
  }
  expect(await call('conversations.export', { conversation_id: 'gpt0' })).toMatchObject({ body: chat[0] });
});

it('a file that is neither text nor archive, or both, is refused', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const data = Buffer.from([0xff, 0xfe, 0]).toString('base64');
  const { refused } = await call('conversations.import', { files: [{ name: 'a.zip', data }] });
  expect(refused).toEqual([{ file: 'a.zip', reason: 'is UTF-16 text; save it as UTF-8' }]);
  await expect(call('conversations.import', { files: [{ name: 'a', data, text: '' }] })).rejects.toThrow(
    'give either the text of "a", or its data',
  );
});
