import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isKnownClean } from '../../../shared/model/clean-scan.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase, databaseFile } from '../database/content-database.ts';
import { openWritable } from '../database/sqlite.ts';
import { putDocuments } from './document-table.ts';
import { searchDocuments } from './search-documents.ts';

const updatedAt = '2026-11-21T10:00:00.000Z';

function openContent(): ContentDatabase {
  const content = new ContentDatabase(temporaryFolder(), () => updatedAt);
  onTestFinished(() => content.close());
  return content;
}

function store(content: ContentDatabase, texts: Readonly<Record<string, number | null>>): Promise<void> {
  const documents = Object.entries(texts).map(([text, cleanUnder]) => ({
    collection: 'notes',
    path: `${text}.md`,
    title: text,
    trust: 'imported' as const,
    contentHash: text,
    bytes: text.length,
    chunks: [{ title: text, content: text, chars4: 3, o200k_base: 2, cleanUnder }],
    updatedAt,
  }));
  return content.writeInSteps(
    database => putDocuments(database, documents),
    () => false,
  );
}

const search = (content: ContentDatabase, query: string) =>
  content.read(database => searchDocuments(database, { query, topK: 5, minScore: 0 }), []);

it.each([
  [7, 7, true],
  [7, 8, false],
  [null, 7, false],
] as const)(
  'what was stored as clean under %j is clean under %j: %j (A3b)',
  async (stored, asked, expected) => {
    const content = openContent();
    await store(content, { harbour: stored });
    const found = await search(content, 'harbour');
    expect(found.map(element => isKnownClean(element, asked))).toEqual([expected]);
  },
);

it.each([
  ['cleaner than it is', 'UPDATE chunk SET clean_under = 9'],
  ['clean, unscanned', "UPDATE chunk SET clean_under = 7 WHERE content = 'quay'"],
])('refuses a row that damage makes %s (F5)', async (_, damage) => {
  const content = openContent();
  await store(content, { harbour: 7, quay: null });
  await content.write(database => database.exec(damage));
  await expect(search(content, 'quay')).rejects.toMatchObject({ code: 'storage_failed' });
});

it('refuses a chunk whose document is lost (F5)', async () => {
  const root = temporaryFolder();
  const content = new ContentDatabase(root, () => updatedAt);
  onTestFinished(() => content.close());
  await store(content, { harbour: 7 });
  // Damage asks nobody; a connection that checks references would refuse this.
  const database = await openWritable(join(root, databaseFile));
  database.pragma('foreign_keys = OFF');
  database.exec('DELETE FROM document');
  database.close();
  await expect(search(content, 'harbour')).rejects.toMatchObject({ code: 'storage_failed' });
});
