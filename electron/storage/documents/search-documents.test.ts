import { describe, expect, it, onTestFinished } from 'vitest';
import type { Element } from '../../../shared/model/element.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { type Chunk, chunkMarkdown } from './chunk-markdown.ts';
import {
  countDocuments,
  deleteDocuments,
  documentId,
  listDocuments,
  putDocuments,
} from './document-table.ts';
import { searchDocuments } from './search-documents.ts';

const updatedAt = '2026-11-21T10:00:00.000Z';

function openContent(): ContentDatabase {
  const content = new ContentDatabase(temporaryFolder(), () => updatedAt);
  onTestFinished(() => content.close());
  return content;
}

const store = (
  content: ContentDatabase,
  collection: string,
  files: Readonly<Record<string, string>>,
): Promise<void> =>
  content.writeInSteps(
    database =>
      putDocuments(
        database,
        Object.entries(files).map(([path, text]) => ({
          collection,
          path,
          title: path,
          trust: 'imported',
          contentHash: text,
          bytes: text.length,
          chunks: chunkMarkdown(text, path).map(toCounted),
          updatedAt,
        })),
      ),
    () => false,
  );

function search(
  content: ContentDatabase,
  query: string,
  options: { collection?: string; topK?: number; minScore?: number } = {},
) {
  return content.read(database => searchDocuments(database, { query, topK: 5, minScore: 0, ...options }), []);
}

const toCounted = (chunk: Chunk) => ({ ...chunk, chars4: 3, o200k_base: 2, cleanUnder: null });

const paths = (elements: readonly Element[]): unknown[] => elements.map(({ path }) => path);

describe('searchDocuments', () => {
  const files = {
    'refunds.md':
      '# Refunds\n\nA cancelled sailing is refunded within five days. Refunds are paid to the card.',
    'seats.md': '# Seat map\n\nSeats are held for ten minutes. A cancelled hold frees the seat.',
    'crew.md': '# Crew\n\nWho is on duty stands in the roster.',
  };

  it('gives what has any of the words, best first, with its source', async () => {
    const content = openContent();
    await store(content, 'product', files);
    const found = await search(content, 'Why was the refund for a cancelled booking late?');
    expect(found).toEqual([
      {
        id: `${documentId('product', 'refunds.md')}:0`,
        title: 'Refunds',
        content: 'Refunds\n\nA cancelled sailing is refunded within five days. Refunds are paid to the card.',
        timestamp: updatedAt,
        score: 1,
        source: {
          kind: 'document',
          ref: 'product/refunds.md',
          title: 'Refunds',
          timestamp: updatedAt,
          trust: 'imported',
        },
        counts: { chars4: 3, o200k_base: 2 },
        collection: 'product',
        path: 'refunds.md',
        ordinal: 0,
      },
      expect.objectContaining({ path: 'seats.md' }),
    ]);
    expect(found[1]?.score).toBeLessThan(0.9);
    expect(found[1]?.score).toBeGreaterThan(0);
  });

  it('keeps to a collection, the least score and the number asked for', async () => {
    const content = openContent();
    await store(content, 'product', files);
    await store(content, 'other', { 'x.md': '# Refunds\n\nRefund policy.' });
    expect(paths(await search(content, 'refund', { collection: 'other' }))).toEqual(['x.md']);
    expect(paths(await search(content, 'refund', { collection: 'missing' }))).toEqual([]);
    expect(paths(await search(content, 'refund')).sort()).toEqual(['refunds.md', 'x.md']);
    expect(paths(await search(content, 'refund cancelled', { topK: 1, collection: 'product' }))).toEqual([
      'refunds.md',
    ]);
    expect(paths(await search(content, 'refund cancelled', { minScore: 1, collection: 'product' }))).toEqual([
      'refunds.md',
    ]);
  });

  it('finds nothing for nothing, and never reads a word as syntax', async () => {
    const content = openContent();
    await store(content, 'product', files);
    for (const query of ['', '???', 'zebra', 'NEAR(', '"', 'title:refunds*']) await search(content, query);
    expect(await search(content, 'zebra')).toEqual([]);
    expect(paths(await search(content, '"seat" AND NOT map'))).toEqual(['seats.md']);
  });

  it('serves the new content of a replaced document under the same id, and nothing of a deleted one', async () => {
    const content = openContent();
    await store(content, 'product', files);
    const [before] = await search(content, 'roster');
    await store(content, 'product', { 'crew.md': '# Crew\n\nThe rota names the crew.' });
    expect(await search(content, 'roster')).toEqual([]);
    expect((await search(content, 'rota'))[0]?.id).toBe(before?.id);
    expect(await content.write(database => deleteDocuments(database, 'product', 'crew.md'))).toBe(1);
    expect(await search(content, 'rota')).toEqual([]);
    expect(await content.write(database => deleteDocuments(database, 'product', undefined))).toBe(2);
    expect(await content.read(countDocuments, undefined)).toEqual({ documents: 0, chunks: 0 });
    expect(await content.read(database => listDocuments(database, undefined), [])).toEqual([]);
    await store(content, 'product', files);
    expect(paths(await search(content, 'roster'))).toEqual(['crew.md']);
  });

  it('refuses to serve a row that is not what was written', async () => {
    const content = openContent();
    await store(content, 'product', files);
    await content.write(database =>
      database.exec("UPDATE chunk SET packed = replace(packed, 'five', 'nine')"),
    );
    const message = expect.stringContaining('a part of the document product/refunds.md is damaged: ');
    await expect(search(content, 'refund')).rejects.toMatchObject({ code: 'storage_failed', message });
    expect(paths(await search(content, 'roster'))).toEqual(['crew.md']);
  });
});

const chunks = propertyRuns(1000);

it(`finds something in each of ten collections of ${chunks} chunks`, async () => {
  const random = createSeededRandom(7);
  const words = Array.from({ length: 3000 }, () =>
    random.text('abcdefghijklmnopqrstuvwxyz', random.between(3, 9)),
  );
  const sentence = (length: number) =>
    Array.from({ length }, () => words[Math.floor(words.length * random.next() ** 3)]).join(' ');
  const content = openContent();
  for (let collection = 0; collection < 10; collection += 1) {
    const files = Object.fromEntries(
      Array.from({ length: chunks }, (_, index) => [`d${index}.md`, `# ${sentence(3)}\n\n${sentence(120)}`]),
    );
    await store(content, `c${collection}`, files);
  }
  // How fast that is, the bench says.
  for (let round = 0; round < 50; round += 1) {
    const found = await search(content, sentence(6), { collection: `c${round % 10}` });
    expect(found.length).toBeGreaterThan(0);
  }
});
