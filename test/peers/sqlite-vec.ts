import { load } from 'sqlite-vec';
import { loadSqlite } from '../../electron/storage/database/open-sqlite.ts';

/** sqlite-vec over vectors of so many numbers, in memory. */
export async function openSqliteVec(dimensions: number) {
  const Database = await loadSqlite();
  const database = new Database(':memory:');
  load(database);
  database.exec(
    `CREATE VIRTUAL TABLE v USING vec0(vector float[${dimensions}] distance_metric=cosine, chunk_size=1024)`,
  );
  const insert = database.prepare('INSERT INTO v (rowid, vector) VALUES (?, ?)');
  const select = database
    .prepare('SELECT rowid FROM v WHERE vector MATCH ? AND k = ? ORDER BY distance')
    .pluck();
  return {
    begin: () => database.exec('BEGIN'),
    commit: () => database.exec('COMMIT'),
    add: (row: number, vector: Float32Array) => insert.run(BigInt(row), toBytes(vector)),
    /** Rows of the nearest, nearest first. */
    best: (query: Float32Array, count: number): number[] => select.all(toBytes(query), count).map(Number),
    close: () => database.close(),
  };
}

const toBytes = (vector: Float32Array): Buffer => Buffer.from(vector.buffer);
