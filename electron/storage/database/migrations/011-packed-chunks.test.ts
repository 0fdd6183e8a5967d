import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isKnownClean } from '../../../../shared/model/clean-scan.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { beforeStaleScans, staleScans } from '../../documents/rescan-chunks.ts';
import { readElements } from '../../documents/search-documents.ts';
import { embeddingKey } from '../../embeddings/embedding-table.ts';
import { migrate } from '../migrate.ts';
import { openWritable } from '../open-sqlite.ts';
import { rowHash } from '../row-hash.ts';
import type { WritableDatabase } from '../sqlite.ts';
import { migrations } from './migrations.ts';

const stepsBefore = 10;
const updated = '2026-11-21T10:00:00.000Z';

/** Three chunks of one document as the columns held them: one scanned, one damaged, one never keyed for embedding. */
async function storeBefore(): Promise<WritableDatabase> {
  const folder = temporaryFolder();
  const database = await openWritable(join(folder, 'weft.sqlite'));
  onTestFinished(() => void database.close());
  migrate(database, migrations.slice(0, stepsBefore));
  database.exec(`INSERT INTO collection (id, name) VALUES (1, 'notes');
    INSERT INTO document (id, collection_id, path, title, trust, content_hash, bytes, chunks, tokens, updated_at)
      VALUES ('d', 1, 'a.md', 'A', 'imported', 'x', 4, 3, 2, '${updated}')`);
  const chunks = [
    { id: 3, content: 'The harbour\n\nat night.', clean_under: 7, embed_hash: 'known' },
    { id: 5, content: 'The quay', clean_under: null, embed_hash: 'other' },
    { id: 9, content: '[May 3] Ann: the pier \ud83d', clean_under: 6, embed_hash: null },
  ];
  for (const [ordinal, { id, content, clean_under, embed_hash }] of chunks.entries())
    database
      .prepare(
        `INSERT INTO chunk (id, document_id, ordinal, collection, path, trust, updated_at, title, content, chars4,
           o200k_base, clean_under, row_hash, speaker, embed_hash)
         VALUES (?, 'd', ?, 'notes', 'a.md', 'imported', ?, 'A', ?, 3, 2, ?, ?, ?, ?)`,
      )
      .run(
        ...[id, ordinal, updated, content, clean_under],
        rowHash(['notes', 'a.md', 'imported', updated, 'A', content, 3, 2, clean_under]),
        ...[ordinal === 2 ? 'Ann' : null, embed_hash],
      );
  database.exec("UPDATE chunk SET content = 'The dock' WHERE id = 5");
  migrate(database);
  return database;
}

it('keeps what a context shows of a chunk, and its place among the others', async () => {
  const database = await storeBefore();
  const found = readElements(
    database,
    [9, 3].map(id => ({ id, score: 0.5 })),
  );
  const shown = { title: 'A', timestamp: updated, collection: 'notes', path: 'a.md', score: 0.5 };
  const source = { kind: 'document', ref: 'notes/a.md', title: 'A', timestamp: updated, trust: 'imported' };
  const counts = { chars4: 3, o200k_base: 2 };
  expect(found).toEqual([
    { ...shown, id: 'd:2', content: '[May 3] Ann: the pier \ufffd', source, counts, ordinal: 2 },
    { ...shown, id: 'd:0', content: 'The harbour\n\nat night.', source, counts, ordinal: 0 },
  ]);
  expect(found.map(element => isKnownClean(element, 7))).toEqual([false, true]);
  expect(staleScans(database, 7, beforeStaleScans, 5)).toEqual([{ id: 9, clean_under: 6 }]);
});

it('keeps speakers and keys of embeddings, and makes keys that were never made', async () => {
  const database = await storeBefore();
  const rows = database.prepare('SELECT id, speaker, embed_hash FROM chunk ORDER BY id').all();
  expect(rows).toEqual([
    { id: 3, speaker: null, embed_hash: 'known' },
    { id: 5, speaker: null, embed_hash: 'other' },
    { id: 9, speaker: 'Ann', embed_hash: embeddingKey('[May 3] Ann: the pier \ufffd') },
  ]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
});

it('makes nothing whole of what was damaged', async () => {
  const database = await storeBefore();
  expect(() => readElements(database, [{ id: 5, score: 1 }])).toThrow('document notes/a.md is damaged');
});
