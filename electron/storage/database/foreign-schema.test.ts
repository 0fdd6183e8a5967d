import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { findUnsound } from '../backups/find-unsound.ts';
import { databaseFile, makeMachineFolder } from '../files/machine-folder.ts';
import { ContentDatabase } from './content-database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { openReadable, openWritable } from './open-sqlite.ts';
import type { ReadableDatabase } from './sqlite.ts';

const nowIso = () => '2026-11-22T10:00:00.000Z';

/** A database of a version, changed by somebody else. */
async function makeDatabase(
  sql: string,
  version = migrations.length,
): Promise<{ root: string; path: string }> {
  const root = temporaryFolder();
  await makeMachineFolder(root);
  const path = join(root, databaseFile);
  const own = await openWritable(path);
  migrate(own, migrations.slice(0, version));
  own.close();
  const foreign = new Sqlite(path);
  foreign.unsafeMode(true);
  foreign.exec(sql);
  foreign.close();
  return { root, path };
}

/** Exchanges words of a table's text, as an editor of bytes would. */
const rewrite = (table: string, from: string, to: string): string =>
  `PRAGMA writable_schema = ON;
   UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${table}';`;

const foreignObjects = {
  'a trigger': [
    `CREATE TRIGGER thief AFTER INSERT ON key_value BEGIN UPDATE key_value SET value = 'stolen'; END`,
    'the trigger "thief"',
  ],
  'a trigger that is gone after its first run': [
    `CREATE TRIGGER "a b" BEFORE DELETE ON draft BEGIN SELECT 1; END`,
    'the trigger "a b"',
  ],
  'a view': ['CREATE VIEW thief AS SELECT 1', 'the view "thief"'],
  'a view in the place of a table': [
    'DROP TABLE draft; CREATE VIEW draft AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n',
    'the view "draft"',
  ],
  'a virtual table': ['CREATE VIRTUAL TABLE thief USING fts5(x)', 'the virtual table "thief"'],
  'a virtual table of another module': [
    'CREATE VIRTUAL TABLE thief USING rtree(id, low, high)',
    'the virtual table "thief"',
  ],
  'a plain table': ['CREATE TABLE thief (x)', 'the table "thief"'],
  'an index that computes': ['CREATE INDEX thief ON draft (length(hex(value)))', 'the index "thief"'],
  'a column that computes': [
    'ALTER TABLE draft ADD COLUMN thief TEXT AS (hex(zeroblob(1000000)))',
    'the table "draft"',
  ],
  'a check that computes': [
    rewrite('draft', ') STRICT', ', CHECK (length(zeroblob(9)))) STRICT'),
    'the table "draft"',
  ],
  'a table of SQLite with another text': [
    `ANALYZE; ${rewrite('sqlite_stat1', 'stat)', 'stat, thief AS (1))')}`,
    'the table "sqlite_stat1"',
  ],
} as const satisfies Readonly<Record<string, readonly [sql: string, name: string]>>;

describe('a database that brings what Weft did not make', () => {
  it.each(Object.entries(foreignObjects))('with %s is refused by name', async (_, [sql, named]) => {
    const { root, path } = await makeDatabase(sql);
    const before = readFileSync(path);
    const refusal = {
      code: 'forbidden',
      message: `.codebolt/weft/weft.sqlite brings ${named}, which is not as Weft makes it, so nothing of this database is used; move it away, or put a backup of yours in its place`,
    };
    await expect(openReadable(path, root)).rejects.toMatchObject(refusal);
    await expect(openWritable(path, root)).rejects.toMatchObject(refusal);
    const content = openContent(root);
    await expect(content.read(() => 'read', 'empty')).rejects.toMatchObject(refusal);
    await expect(content.write(() => 'written')).rejects.toMatchObject(refusal);
    // Nor is it a backup to take anything from.
    expect(await findUnsound(path, root)).toBe(refusal.message);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('control: SQLite itself runs a trigger with the first write', async () => {
    const { path } = await makeDatabase(foreignObjects['a trigger'][0]);
    const database = new Sqlite(path);
    const values = (value: string) =>
      `INSERT INTO key_value (instance, namespace, key, value, trust, updated_at, row_hash)
       VALUES ('a', 'b', '${value}', '${value}', '', '', '')`;
    database.exec(values('b'));
    expect(database.prepare('SELECT value FROM key_value').pluck().all()).toEqual(['stolen']);
    database.close();
  });

  it('and calls its trigger a table is damaged: it is made anew without it', async () => {
    const { root, path } = await makeDatabase(
      `CREATE TRIGGER thief AFTER INSERT ON key_value BEGIN SELECT 1; END;
       PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET type = 'table', name = 'thing' WHERE name = 'thief';`,
    );
    await expect(openReadable(path, root)).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
    const content = openContent(root);
    expect(await content.write(schemaNames)).toEqual(await ownNames());
    expect(content.problems()).toMatchObject([{ reason: expect.stringContaining('was damaged') }]);
  });

  it('and is damaged where bits of its schema have flipped, which makes it anew and is not held against anybody', async () => {
    const { path } = await makeDatabase('');
    const bytes = readFileSync(path);
    const random = createSeededRandom(16);
    const told = new Set<unknown>();
    for (let round = 0; round < propertyRuns(40, 1 / 4); round += 1) {
      const root = temporaryFolder();
      await makeMachineFolder(root);
      const flipped = Buffer.from(bytes);
      // The word stands in the schema alone, which has most of the pages of an empty database.
      for (let left = random.between(1, 9); left > 0; left -= 1) {
        const behind = flipped.indexOf('CREATE', random.between(4096, flipped.length - 4096));
        // The last of them may be before the place.
        const at = (behind < 0 ? flipped.indexOf('CREATE') : behind) + random.between(-40, 60);
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << random.between(0, 7)), at);
      }
      writeFileSync(join(root, databaseFile), flipped);
      const content = openContent(root);
      const note = (error: { code: unknown }) => told.add(error.code);
      await content.read(() => 'read', 'empty').catch(note);
      await content.write(() => 'written').catch(note);
      expect(await content.write(schemaNames), `round ${round}`).toEqual(await ownNames());
      await content.close();
    }
    expect(told).toEqual(new Set(['storage_failed']));
  });

  it('and says that a newer Weft made it is read where it has tables and indexes only', async () => {
    const newer = `PRAGMA user_version = ${migrations.length + 1};`;
    const plain = await makeDatabase(
      `${newer} CREATE TABLE a (b); CREATE INDEX c ON a (b); CREATE VIRTUAL TABLE d USING fts5(e)`,
    );
    expect(await openContent(plain.root).read(() => 'read', 'empty')).toBe('read');
    for (const [sql, named] of [
      ['CREATE TABLE a (b, c AS (hex(zeroblob(1000))))', 'the table "a"'],
      ['CREATE VIEW a AS SELECT 1', 'the view "a"'],
      ['CREATE TRIGGER a AFTER INSERT ON draft BEGIN SELECT 1; END', 'the trigger "a"'],
      ['CREATE VIRTUAL TABLE a USING rtree(id, low, high)', 'the virtual table "a"'],
    ] as const) {
      const { root } = await makeDatabase(newer + sql);
      await expect(openContent(root).read(() => 'read', 'empty')).rejects.toThrow(`brings ${named}`);
    }
  });
});

describe('a database that Weft made', () => {
  it.each(migrations.map((_, step) => step + 1))('at step %i of the schema is opened', async version => {
    const { root } = await makeDatabase('ANALYZE', version);
    const content = openContent(root);
    expect(await content.write(schemaNames)).toEqual(await ownNames());
    expect(content.problems()).toEqual([]);
  });

  it('when each collection had a full-text table is opened, and one with other columns is not', async () => {
    const fullText = (columns: string) => `INSERT INTO collection (id, name) VALUES (12, 'notes');
      CREATE VIRTUAL TABLE chunk_text_12 USING fts5(${columns}, content='', contentless_delete=1,
        tokenize="porter unicode61 remove_diacritics 2");
      INSERT INTO chunk_text_12 (chunk_text_12, rank) VALUES ('rank', 'bm25(2.0, 1.0)');`;
    const { root } = await makeDatabase(fullText('title, body'), 8);
    expect(await openContent(root).write(schemaNames)).toEqual(await ownNames());
    const other = await makeDatabase(fullText('title, thief'), 8);
    await expect(openContent(other.root).write(schemaNames)).rejects.toThrow(
      'brings the virtual table "chunk_text_12"',
    );
  });
});

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, nowIso);
  onTestFinished(() => content.close());
  return content;
}

const schemaNames = (database: ReadableDatabase): unknown[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name")
    .pluck()
    .all();

const ownNames = (): Promise<unknown[]> => openContent(temporaryFolder()).write(schemaNames);
