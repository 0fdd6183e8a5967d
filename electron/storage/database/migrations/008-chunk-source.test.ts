import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { readElements } from '../../documents/search-documents.ts';
import { migrate } from '../migrate.ts';
import { openWritable } from '../open-sqlite.ts';
import { rowHash } from '../row-hash.ts';
import type { WritableDatabase } from '../sqlite.ts';
import { migrations } from './migrations.ts';

const stepsBefore = 7;
const updated = '2026-11-21T10:00:00.000Z';

/** A database as it was before the step: three documents of one chunk each, the second one scanned. */
async function storeBefore(): Promise<WritableDatabase> {
  const folder = temporaryFolder();
  const database = await openWritable(join(folder, 'weft.sqlite'));
  onTestFinished(() => void database.close());
  migrate(database, migrations.slice(0, stepsBefore));
  database.exec("INSERT INTO collection (id, name) VALUES (1, 'notes')");
  for (const [at, text] of ['harbour', 'quay', 'pier'].entries()) {
    const scan = text === 'quay' ? 7 : null;
    const path = `${text}.md`;
    const documentHash = rowHash(['notes', path, 'imported', updated]);
    database
      .prepare(
        `INSERT INTO document (id, collection_id, path, title, trust, content_hash, bytes, chunks, tokens, updated_at, row_hash)
         VALUES (?, 1, ?, ?, 'imported', 'x', 4, 1, 2, ?, ?)`,
      )
      .run(`d${at}`, path, text, updated, documentHash);
    const guarded = ['Title', text, 3, 2, ...(scan === null ? [] : [scan])];
    database
      .prepare(
        `INSERT INTO chunk (id, document_id, ordinal, title, content, chars4, o200k_base, clean_under, row_hash)
         VALUES (?, ?, 0, 'Title', ?, 3, 2, ?, ?)`,
      )
      .run(at + 1, `d${at}`, text, scan, rowHash(guarded));
  }
  return database;
}

it('serves what was stored before a chunk said of its document', async () => {
  const database = await storeBefore();
  migrate(database);
  const wanted = [1, 2, 3].map(id => ({ id, score: 1 }));
  expect(readElements(database, wanted)).toEqual(
    ['harbour', 'quay', 'pier'].map((content, at) => ({
      id: `d${at}:0`,
      title: 'Title',
      content,
      timestamp: updated,
      source: {
        kind: 'document',
        ref: `notes/${content}.md`,
        title: 'Title',
        timestamp: updated,
        trust: 'imported',
      },
      counts: { chars4: 3, o200k_base: 2 },
      collection: 'notes',
      path: `${content}.md`,
      ordinal: 0,
      score: 1,
    })),
  );
  expect(database.pragma('foreign_key_check')).toEqual([]);
});

it.each([
  ['text', "UPDATE chunk SET content = 'key' WHERE id = 2"],
  ['scan', 'UPDATE chunk SET clean_under = 8 WHERE id = 2'],
  ['path', "UPDATE document SET path = 'key.md' WHERE id = 'd1'"],
  ['trust', "UPDATE document SET trust = 'project' WHERE id = 'd1'"],
])('goes on refusing a chunk whose %s was damaged before, and no other', async (_, damage) => {
  const database = await storeBefore();
  database.exec(damage);
  migrate(database);
  expect(() => readElements(database, [{ id: 2, score: 1 }])).toThrow('is damaged');
  expect(readElements(database, [{ id: 1, score: 1 }]).map(({ content }) => content)).toEqual(['harbour']);
});
