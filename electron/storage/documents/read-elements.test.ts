import { expect, it, onTestFinished } from 'vitest';
import { isKnownClean } from '../../../shared/model/clean-scan.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../database/content-database.ts';
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
] as const)('what was stored as clean under %j is clean under %j: %j', async (stored, asked, expected) => {
  const content = openContent();
  await store(content, { harbour: stored });
  const found = await search(content, 'harbour');
  expect(found.map(element => isKnownClean(element, asked))).toEqual([expected]);
});

it.each([
  ['cleaner than it is', 'harbour', "UPDATE chunk SET packed = replace(packed, ',2,7]', ',2,9]')"],
  ['clean, unscanned', 'quay', "UPDATE chunk SET packed = replace(packed, ',2,null]', ',2,7]')"],
  [
    'another one',
    'harbour',
    'UPDATE chunk SET packed = (SELECT packed FROM chunk AS other WHERE other.id <> chunk.id)',
  ],
  ['nothing', 'harbour', "UPDATE chunk SET packed = ''"],
])('refuses a row that damage makes %s, and names its document', async (_, text, damage) => {
  const content = openContent();
  await store(content, { harbour: 7, quay: null });
  await content.write(database => database.exec(damage));
  const message = expect.stringContaining(
    `a part of the document notes/${text}.md is damaged: .codebolt/weft/weft.sqlite was damaged`,
  );
  await expect(search(content, text)).rejects.toMatchObject({ code: 'storage_failed', message });
  expect(content.problems()).toMatchObject([{ reason: expect.stringContaining('chunk') }]);
});

it('believes no scan but the one that the hash guards', async () => {
  const content = openContent();
  await store(content, { quay: null });
  await content.write(database => database.exec('UPDATE chunk SET clean_under = 7'));
  const [found] = await search(content, 'quay');
  expect(found && isKnownClean(found, 7)).toBe(false);
});
