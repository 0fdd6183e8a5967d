import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { matchTerms } from '../../full-text/match-terms.ts';
import { migrate } from '../migrate.ts';
import { openWritable } from '../open-sqlite.ts';
import { migrations } from './migrations.ts';

const stepsBefore = 8;

it('finds what was stored when each collection had a table of its own', async () => {
  const folder = temporaryFolder();
  const database = await openWritable(join(folder, 'weft.sqlite'));
  onTestFinished(() => void database.close());
  migrate(database, migrations.slice(0, stepsBefore));
  database.exec(`INSERT INTO collection (id, name) VALUES (1, 'notes'), (2, 'empty');
    CREATE VIRTUAL TABLE chunk_text_1 USING fts5(title, body, content='');
    CREATE VIRTUAL TABLE chunk_text_2 USING fts5(title, body, content='');
    INSERT INTO document (id, collection_id, path, title, trust, content_hash, bytes, chunks, tokens, updated_at)
      VALUES ('d', 1, 'a.md', 'Harbour', 'imported', 'x', 4, 2, 2, '2026-11-21T10:00:00.000Z');
    INSERT INTO chunk (id, document_id, ordinal, title, content, chars4, o200k_base, row_hash)
      VALUES (4, 'd', 0, 'Harbour', 'Harbour' || char(10, 10) || 'Boats lie at the quay.', 3, 2, ''),
        (9, 'd', 1, 'Harbour', 'Harbour' || char(10, 10) || 'The tide comes in.', 3, 2, '');`);
  migrate(database);
  const notes = { id: 1, chunks: 2, terms: 11 };
  expect(matchTerms(database, notes, ['quai', 'boat'], 5).map(({ id }) => id)).toEqual([4]);
  expect(matchTerms(database, notes, ['harbour'], 5).map(({ id }) => id)).toEqual([9, 4]);
  const old = "SELECT COUNT(*) FROM sqlite_schema WHERE name LIKE 'chunk_text_%'";
  expect(database.prepare(old).pluck().get()).toBe(0);
});
