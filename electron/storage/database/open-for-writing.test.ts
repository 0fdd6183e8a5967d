import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readElements } from '../documents/search-documents.ts';
import { databaseFile, machineFolder } from '../files/machine-folder.ts';
import { listKeys } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { openWritable } from './open-sqlite.ts';
import { rowHash } from './row-hash.ts';

const at = '2026-11-21T10:00:00.000Z';

/** A project as an older Weft left it: one document with its chunk, and one value. */
async function storeAtVersion(version: number): Promise<string> {
  const root = temporaryFolder();
  await mkdir(join(root, machineFolder), { recursive: true });
  const database = await openWritable(join(root, databaseFile), root);
  migrate(database, migrations.slice(0, version));
  const chunk = ['notes', 'a.md', 'imported', at, 'A', 'The harbour', 3, 2, 7];
  const value = ['i', 'n', 'k', '"v"', 'user', at];
  database.exec(`INSERT INTO collection (id, name) VALUES (1, 'notes');
    INSERT INTO document (id, collection_id, path, title, trust, content_hash, bytes, chunks, tokens, updated_at)
      VALUES ('d', 1, 'a.md', 'A', 'imported', 'x', 4, 1, 2, '${at}')`);
  if (version < 9)
    database.exec(`CREATE VIRTUAL TABLE chunk_text_1 USING fts5(title, body, content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`);
  database
    .prepare(
      `INSERT INTO chunk (id, document_id, ordinal, collection, path, trust, updated_at, title, content, chars4,
         o200k_base, clean_under, row_hash) VALUES (3, 'd', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...chunk, rowHash(chunk));
  database
    .prepare(
      `INSERT INTO key_value (instance, namespace, key, value, trust, updated_at, row_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...value, rowHash(value));
  database.close();
  return root;
}

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, () => '2026-11-22T10:00:00.000Z');
  onTestFinished(() => content.close());
  return content;
}

const keysIn = (content: ContentDatabase) =>
  content.read(database => listKeys(database, undefined, undefined).map(({ key }) => key), []);

it.each([8, 9, 10])(
  'brings a database of schema %i up to date after a backup of it, which can be restored',
  async version => {
    const content = openContent(await storeAtVersion(version));
    expect(await content.write(schemaVersion)).toBe(migrations.length);
    const found = () => content.read(database => readElements(database, [{ id: 3, score: 1 }]), []);
    expect((await found()).map(({ path }) => path)).toEqual(['a.md']);
    expect(content.problems()).toEqual([]);
    const [backup] = await content.backups.list();
    expect(backup?.reason).toBe('update');
    await content.write(database => database.exec('DELETE FROM key_value'));
    await content.restore(backup?.name ?? '');
    expect(await keysIn(content)).toEqual(['k']);
    expect((await found()).map(({ path }) => path)).toEqual(['a.md']);
  },
);

it('mends an older database before it makes a backup of it, and says so', async () => {
  const root = await storeAtVersion(10);
  const database = await openWritable(join(root, databaseFile), root);
  database.exec('UPDATE key_value SET value = \'"other"\'');
  database.close();
  const content = openContent(root);
  expect(await content.write(schemaVersion)).toBe(migrations.length);
  expect(await keysIn(content)).toEqual([]);
  expect(content.problems()).toMatchObject([{ reason: expect.stringContaining('was damaged in key_value') }]);
  expect((await content.backups.list()).filter(({ reason }) => reason === 'update')).toEqual([]);
});
