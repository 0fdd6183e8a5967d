import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { openWritable } from '../database/open-sqlite.ts';
import { prepare, type WritableDatabase } from '../database/sqlite.ts';
import { matchTerms, type SizedCollection } from './match-terms.ts';
import { createWordIndexChange, type IndexedChunk } from './word-index.ts';

async function openIndex(): Promise<WritableDatabase> {
  const folder = temporaryFolder();
  const database = await openWritable(join(folder, 'weft.sqlite'));
  onTestFinished(() => void database.close());
  migrate(database);
  database.exec("INSERT INTO collection (id, name) VALUES (1, 'mine'), (2, 'other')");
  // The same statistics and the same formula by another hand.
  database.exec(`CREATE VIRTUAL TABLE peer USING fts5(title, body, content='', contentless_delete=1);`);
  return database;
}

/** As a search looks it up. */
function sized(database: WritableDatabase, id: number): SizedCollection {
  const sql = 'SELECT id, indexed_chunks AS chunks, indexed_terms AS terms FROM collection WHERE id = ?';
  // The columns are the ones just named, and the collection is there.
  return prepare(database, sql).get(id) as SizedCollection;
}

const vocabulary = ['harbor', 'hull', 'pier', 'dock', 'ferri', 'tide', 'buoi', 'mast'] as const;
const words = (most: number) => fc.array(fc.constantFrom(...vocabulary), { maxLength: most });
const chunkTexts = fc.record({ title: words(3), body: words(40) });

/** What happens to the chunks: some come, some of those that are there go; in one change or in several. */
const history = fc.array(
  fc.record({
    come: fc.array(chunkTexts, { maxLength: 12 }),
    go: fc.array(fc.nat(), { maxLength: 6 }),
    apart: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

it('ranks as FTS5 does with bm25, whatever came and went', async () => {
  const database = await openIndex();
  const clear = () =>
    database.exec(
      "DELETE FROM posting; UPDATE collection SET indexed_chunks = 0, indexed_terms = 0; INSERT INTO peer (peer) VALUES ('delete-all')",
    );
  // One transaction: nothing of it has to reach the disk.
  database.exec('BEGIN');
  fc.assert(
    fc.property(history, words(5), (rounds, asked) => {
      clear();
      write(database, rounds);
      const terms = [...new Set(asked)];
      const found = matchTerms(database, sized(database, 1), terms, 1000);
      const wanted = terms.length === 0 ? [] : byFts5(database, terms);
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(wanted.map(({ id }) => id)));
      const scores = new Map(wanted.map(({ id, rank }) => [id, -rank]));
      for (const { id, score } of found) expect(score).toBeCloseTo(scores.get(id) ?? Number.NaN, 9);
      expect(found.map(({ score }) => score)).toEqual(
        found.map(({ score }) => score).toSorted((left, right) => right - left),
      );
      expect(matchTerms(database, sized(database, 1), terms, 3)).toEqual(found.slice(0, 3));
      expect(matchTerms(database, sized(database, 2), terms, 10)).toEqual([]);
    }),
    { numRuns: propertyRuns(300, 1 / 5) },
  );
});

type History = typeof history extends fc.Arbitrary<infer Rounds> ? Rounds : never;

function write(database: WritableDatabase, rounds: History): void {
  const there = new Map<number, IndexedChunk>();
  const change = createWordIndexChange();
  for (const { come, go, apart } of rounds) {
    for (const at of go) {
      const chunk = [...there.values()][at % Math.max(1, there.size)];
      if (chunk === undefined) continue;
      there.delete(chunk.id);
      change.remove(chunk);
      database.prepare('DELETE FROM peer WHERE rowid = ?').run(chunk.id);
    }
    for (const { title, body } of come) {
      // Ids of what went last are given again, as SQLite does.
      const id = Math.max(0, ...there.keys()) + 1;
      const chunk = { id, title: title.join(' '), content: `${title.join(' ')}\n\n${body.join(' ')}` };
      there.set(id, chunk);
      change.add(chunk);
      database
        .prepare('INSERT INTO peer (rowid, title, body) VALUES (?, ?, ?)')
        .run(id, chunk.title, body.join(' '));
    }
    if (apart) for (const _ of change.apply(database, 1));
  }
  for (const _ of change.apply(database, 1));
}

function byFts5(database: WritableDatabase, terms: readonly string[]): { id: number; rank: number }[] {
  const sql = 'SELECT rowid AS id, bm25(peer, 2.0, 1.0) AS rank FROM peer WHERE peer MATCH ?';
  // The columns are the ones just named.
  return database.prepare(sql).all(terms.map(term => `"${term}"`).join(' OR ')) as {
    id: number;
    rank: number;
  }[];
}

it('keeps long lists in blocks that come and go', async () => {
  const database = await openIndex();
  const chunks = Array.from({ length: 3000 }, (_, at) => ({
    id: at + 1,
    title: '',
    content: at % 2 === 0 ? 'hull' : 'hull pier',
  }));
  const change = createWordIndexChange();
  for (const chunk of chunks) change.add(chunk);
  for (const _ of change.apply(database, 1));
  const count = database.prepare("SELECT COUNT(*) FROM posting WHERE term = 'hull'").pluck();
  expect(Number(count.get())).toBeGreaterThan(5);
  expect(matchTerms(database, sized(database, 1), ['pier'], 5000)).toHaveLength(1500);
  for (const chunk of chunks.slice(0, 2999)) change.remove(chunk);
  for (const _ of change.apply(database, 1));
  expect(matchTerms(database, sized(database, 1), ['hull', 'pier'], 5000).map(({ id }) => id)).toEqual([
    3000,
  ]);
  expect(Number(count.get())).toBe(1);
});
