import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { putDocuments } from './document-table.ts';
import { searchDocuments } from './search-documents.ts';

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, () => '2026-11-22T00:00:00.000Z');
  onTestFinished(() => content.close());
  return content;
}

function store(content: ContentDatabase, texts: readonly string[]): Promise<void> {
  const chunks = texts.map(text => ({ title: 'Quay', content: text, body: text, chars4: 3, o200k_base: 2 }));
  const document = {
    ...{ collection: 'notes', path: 'a.md', title: 'Quay', trust: 'imported' as const, bytes: 4 },
    ...{ contentHash: texts.join(), updatedAt: '2026-11-22T00:00:00.000Z' },
    chunks: chunks.map(chunk => ({ ...chunk, cleanUnder: null })),
  };
  return content.writeInSteps(
    database => putDocuments(database, [document]),
    () => false,
  );
}

const found = (content: ContentDatabase, query: string): Promise<string[]> =>
  content.read(
    database => searchDocuments(database, { query, topK: 5, minScore: 0 }).map(({ content: text }) => text),
    [],
  );

/** An index page that never reached the disk: the leaf it grew from is there instead, without entries. */
function emptyIndex(root: string, page: number): void {
  const leaf = Buffer.alloc(4096);
  leaf[0] = 10;
  leaf.writeUInt16BE(4096, 5);
  const file = openSync(join(root, databaseFile), 'r+');
  writeSync(file, leaf, 0, leaf.length, (page - 1) * 4096);
  closeSync(file);
}

it('serves nothing of a document that was replaced while a damaged index hid its chunks', async () => {
  const root = temporaryFolder();
  const before = openContent(root);
  await store(before, ['the old harbour', 'the old pier']);
  const sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_chunk_1'";
  const page = await before.read(database => Number(database.prepare(sql).pluck().get()), 0);
  await before.close();
  const content = openContent(root);
  await content.write(() => undefined);
  emptyIndex(root, page);
  // Either is right: the new text in place of the old one, or all of the old one with a database made anew, and told.
  await store(content, ['the new harbour']).catch(async (error: unknown) => {
    expect(error).toMatchObject({
      code: 'storage_failed',
      message: expect.stringMatching(/has been made anew with all of its content; .*; try again$/),
    });
    expect(await found(content, 'old')).toHaveLength(2);
    await store(content, ['the new harbour']);
  });
  expect(await found(content, 'old')).toEqual([]);
  expect(await found(content, 'harbour')).toEqual(['the new harbour']);
});

it('replaces a document of which damage took a chunk', async () => {
  const content = openContent(temporaryFolder());
  await store(content, ['the old harbour', 'the old pier']);
  await content.write(database => database.exec('DELETE FROM chunk WHERE ordinal = 1'));
  await store(content, ['the new harbour']);
  expect(await found(content, 'harbour')).toEqual(['the new harbour']);
  expect(await found(content, 'pier')).toEqual([]);
});
